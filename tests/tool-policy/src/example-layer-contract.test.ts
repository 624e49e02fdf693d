import type { ToolFilter } from "@antler/plugin-api";
import { toolFilterContract, toolFixture } from "@antler/testing";
import { describe, expect, it } from "vitest";

const SOURCE = new URL("../../../examples/no-deletion-layer/src/no-deletion-layer.ts", import.meta.url).href;
const { noDeletionLayer }: { readonly noDeletionLayer: (words: readonly string[]) => ToolFilter } = await import(
  SOURCE
);

toolFilterContract(
  { describe, it, expect },
  {
    name: "the example layer",
    create: () => noDeletionLayer(["delet"]),
    tools: [toolFixture("drop", { description: "Deletes a record." }), toolFixture("undelete")],
  },
);
