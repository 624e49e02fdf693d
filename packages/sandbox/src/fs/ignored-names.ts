import picomatch from "picomatch";

/** Version control, dependencies, builds, caches, editors and leftovers: what listing and searching leave out. */
export const IGNORED_NAMES: readonly string[] = [
  ...[".git", ".svn", ".hg", ".bzr"],
  ...["node_modules", "site-packages", "venv", ".venv", "env", ".env", ".eggs", "*.egg-info"],
  ...["dist", "build", "out", "target", ".output", ".next", ".nuxt", ".turbo"],
  ...["__pycache__", ".cache", "*.cache", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox"],
  ...["coverage", ".coverage", "htmlcov", ".nyc_output"],
  ...[".idea", ".vscode", ".project", ".classpath", ".settings"],
  ...[".DS_Store", "Thumbs.db", "desktop.ini", "*.lnk"],
  ...["logs", "*.log", "*.tmp", "*.temp", "*.bak", "*.swp", "*.swo", "*~"],
];

const isMatch = picomatch([...IGNORED_NAMES], { dot: true });

/** Whether listing and searching leave a file or folder of this name out. Exact case. */
export function isIgnoredName(name: string): boolean {
  return name !== "" && isMatch(name);
}
