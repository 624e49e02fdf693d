import { modelProviderContract } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { scriptedProvider } from "./provider.js";

modelProviderContract(
  { describe, it, expect },
  {
    name: "scripted",
    create: () => scriptedProvider,
    entry: { name: "main", use: "scripted", turns: [{ text: "Hello yourself." }] },
    brokenEntry: { name: "main", use: "scripted" },
  },
);
