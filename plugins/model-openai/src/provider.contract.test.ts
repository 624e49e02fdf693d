import { modelProviderContract, openAiEndpoint } from "@antler/testing";
import { afterAll, describe, expect, it } from "vitest";
import { openAiProvider } from "./provider.js";

const endpoint = await openAiEndpoint(() => "Hello yourself.");
afterAll(() => endpoint.close());

modelProviderContract(
  { describe, it, expect },
  {
    name: "openai",
    create: () => openAiProvider,
    entry: { name: "main", use: "openai", model: "test-model", base_url: endpoint.url, api_key: "none" },
    brokenEntry: { name: "main", use: "openai", model: "test-model", base_url: "localhost:8080" },
  },
);
