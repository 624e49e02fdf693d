import type { ErrorCode } from "./antler-error.js";
import type { SourcePosition } from "./source-position.js";

/** Something the user should know that ends nothing. */
export interface Warning {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly position?: SourcePosition | undefined;
}
