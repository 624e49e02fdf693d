import type { SkillReader } from "@antler/plugin-api";
import type { SkillsConfig } from "../config.js";
import { readDocument } from "../reading/read-document.js";
import { splitToolString } from "../reading/tool-list.js";
import { createFolderSource, resolveSkillPath } from "./folder-source.js";

/** What this package can read, for other plugins: with the same limits and the same reading as its own folders. */
export function createSkillReader(config: SkillsConfig, baseDir: string): SkillReader {
  const resolvePath = (path: string): string => resolveSkillPath(path, baseDir);
  return {
    name: "skills",
    source: (name, paths) => createFolderSource({ ...config, name, paths, baseDir, expectPaths: false }),
    document: (content, file) => readDocument(content, file, config.reading === "lenient"),
    toolList: splitToolString,
    resolvePath,
    watch: async (paths, onChange, signal) => {
      const { watchFolders } = await import("./watch-folders.js");
      await watchFolders(paths.map(resolvePath), { onChange, signal, maxDepth: config.maxDepth });
    },
  };
}
