// Swaps a file and a folder for links to a secret, again and again: node swap-forever.mjs WORKSPACE SECRET_FOLDER
import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [workspace = "", secrets = ""] = process.argv.slice(2);
const at = (name) => join(workspace, name);
console.log("swapping");
for (let round = 0; ; round++) {
  // A file and a link under one name, each put there in one step.
  writeFileSync(at(".file"), "harmless");
  renameSync(at(".file"), at("name"));
  symlinkSync(join(secrets, "secret.txt"), at(".link"));
  renameSync(at(".link"), at("name"));
  // A folder and a link: a link cannot replace a folder, so there is a moment without either, in which a writer may make its own.
  const aside = `.folder-${round}`;
  attempt(() => renameSync(at("folder"), at(aside)));
  attempt(() => symlinkSync(secrets, at("folder")));
  attempt(() => unlinkSync(at("folder")));
  attempt(() => renameSync(at(aside), at("folder")));
  attempt(() => rmSync(at(aside), { recursive: true, force: true }));
}

function attempt(step) {
  try {
    step();
  } catch {
    // A writer was quicker; the next round goes on.
  }
}
