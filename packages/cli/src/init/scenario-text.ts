/** A first scenario: it lists the workspace with the real `ls` tool, so that the first run shows something true. */
export const SCENARIO_TEXT = `# What the scripted model answers. Rules are tried in order; see docs/scripted-model.md of Antler.
rules:
  - name: look around
    when: { pattern: 'what is in (this|the) (folder|workspace|repository)', flags: i }
    turns:
      - text: I'll look.
        calls:
          - tool: ls
            args: { path: /mnt/user-data/workspace }
            as: listing
      - text: "The workspace holds:\\n{{ result.listing }}"
otherwise: 'I am a scripted model and know one question: "What is in this folder?" Add rules to scenario.yaml, or set up a real model in config.yaml.'
`;
