const text = (description: string, more: object = {}) => ({
  description,
  type: ["string", "null"],
  default: null,
  ...more,
});
const names = (description: string, fallback: string) => ({
  description: `${description} Default: ${fallback}.`,
  type: ["array", "null"],
  items: { type: "string", minLength: 1 },
  default: null,
});
const values = (description: string) => ({
  description,
  type: ["object", "null"],
  additionalProperties: { type: "string" },
  default: {},
});
const seconds = (description: string, fallback: number) => ({
  description,
  type: ["integer", "null"],
  minimum: 1,
  maximum: 86_400,
  default: fallback,
});
const transport = (description: string) => ({
  description,
  enum: ["stdio", "http", "streamable_http", "streamable-http", "sse", null],
  default: null,
});

const routing = (description: string) => ({
  description,
  type: ["object", "null"],
  properties: {
    keywords: {
      description: "Words or phrases of the user that call for the tools, found whole and whatever their case.",
      type: ["array", "null"],
      items: { type: "string", minLength: 1 },
      default: [],
    },
    priority: {
      description: "Higher comes first where the words of several tools are found.",
      type: ["integer", "null"],
      default: 0,
    },
  },
  additionalProperties: false,
  default: null,
});

const server: object = {
  description: "One MCP server. It has `command` or `url`.",
  type: "object",
  properties: {
    enabled: { description: "Whether the server is used.", type: ["boolean", "null"], default: true },
    type: transport("How to talk to it. Default: stdio with `command`, streamable HTTP with `url`."),
    transport: transport("Another name of `type`, which wins if both are given."),
    command: text("The program to start. It gets a process group of its own, which ends with the platform."),
    args: {
      description: "The program's arguments.",
      type: ["array", "null"],
      items: { type: ["string", "number", "boolean"] },
      default: [],
    },
    env: values("Environment variables for the program, beside HOME, LOGNAME, PATH, SHELL, TERM and USER."),
    cwd: text("The program's working folder, relative to the folder of config.yaml. Default: that folder."),
    url: text("The address of a server that already runs."),
    headers: values("HTTP headers for every request to `url`."),
    group: text("The tool group of its tools. Default: none, so `tool_groups` does not touch them."),
    include: names("The server's own names, or `*` patterns, of the tools to offer.", "all"),
    exclude: names("The server's own names, or `*` patterns, of tools not to offer. Wins over `include`.", "none"),
    routing: routing("When to use its tools. `tool_search` shows a deferred tool to the model by these words."),
    tools: {
      description: "Settings of single tools, by the server's own names.",
      type: ["object", "null"],
      additionalProperties: {
        description: "One tool.",
        type: ["object", "null"],
        properties: { routing: routing("When to use this tool, instead of what the server's `routing` says.") },
        additionalProperties: false,
      },
      default: {},
    },
    images: {
      description:
        "attach: images in results are kept for programs, and the model reads that there is one. inline: the model gets the image, which few model APIs accept in a tool's answer.",
      enum: ["attach", "inline", null],
      default: "attach",
    },
    timeout: seconds("Seconds a call may take without progress.", 60),
    session_init_timeout: seconds("Seconds the server may take to start and to list its tools.", 30),
  },
  additionalProperties: false,
};

/** The section `mcp_servers` of config.yaml: servers by name. */
export const configSchema: object = {
  description: "MCP servers by name. Their tools are named `mcp__SERVER__TOOL`.",
  type: "object",
  additionalProperties: server,
};
