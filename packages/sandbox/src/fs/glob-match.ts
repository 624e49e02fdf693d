import picomatch from "picomatch";

/**
 * Whether a relative path matches a glob pattern. A pattern without a slash is matched against the last segment, at any depth;
 * `**` spans any number of folders, none included. Exact case; names that begin with a dot match like others.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  return globMatcher(pattern)(path);
}

/** The same, compiled once. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^(?:\.\/|\/)+/, "");
  const isMatch = picomatch(trimmed, { dot: true, nonegate: true });
  if (trimmed.includes("/")) return (path) => isMatch(path);
  return (path) => isMatch(path.slice(path.lastIndexOf("/") + 1));
}
