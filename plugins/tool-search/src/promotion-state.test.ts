import type { MiddlewareFactory } from "@antler/plugin-api";
import { middlewareContract } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { promotionState } from "./promotion-state.js";

const factory: MiddlewareFactory = { name: "tool-search:promotion", stage: "setup", create: promotionState };

middlewareContract({ describe, it, expect }, { name: factory.name, create: () => factory });
