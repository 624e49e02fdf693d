import { describe, expect, it } from "vitest";
import { isBlockedEnvName } from "./blocked-names.js";
import { isValidEnvName } from "./env-names.js";
import { inheritedEnv } from "./inherited-env.js";

describe("the environment of commands", () => {
  it("ENV-008: takes from the host only what is listed, and nothing that looks like a secret even then", () => {
    const host = {
      PATH: "/bin",
      HOME: "/h",
      LC_ALL: "C",
      LC_AUTH_TOKEN: "t",
      FOO: "1",
      SSH_AUTH_SOCK: "s",
      NPM_TOKEN: "n",
      DEBUG: "1",
    };
    expect(inheritedEnv(host, ["DEBUG", "NPM_TOKEN", "SSH_AUTH_SOCK", "MISSING"])).toEqual({
      PATH: "/bin",
      HOME: "/h",
      LC_ALL: "C",
      DEBUG: "1",
    });
  });
  it("ENV-011: knows names of variables from other text", () => {
    expect(["A B", "1A", "A=B", "", "A\n", "ä"].filter(isValidEnvName)).toEqual([]);
    expect(["Ab_1", "_", "PATH"].filter(isValidEnvName)).toEqual(["Ab_1", "_", "PATH"]);
  });
  it("blocks connection strings and pointers to credentials, not authors and addresses", () => {
    const blocked = [
      "DATABASE_URL",
      "MY_REDIS_URI",
      "SENTRY_DSN",
      "GITHUB_PAT",
      "KUBECONFIG",
      "REDISCLI_AUTH",
      "HTTP_AUTHORIZATION",
    ];
    expect(blocked.filter((name) => !isBlockedEnvName(name))).toEqual([]);
    expect(["GIT_AUTHOR_NAME", "BASE_URL", "PATH", "pwd", "EDITOR"].filter(isBlockedEnvName)).toEqual([]);
  });
});
