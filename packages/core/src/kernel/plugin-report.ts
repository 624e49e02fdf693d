/** What the platform knows of one plugin; `antler plugins list` prints these. */
export interface PluginReport {
  readonly id: string;
  readonly version: string | null;
  readonly apiVersion: number;
  /** Comes with Antler, or is listed in config.yaml or on the command line. */
  readonly origin: "built-in" | "config";
  /** What `use:` said, or the id of a built-in plugin. */
  readonly use: string;
  readonly configSection: string | null;
  readonly requires: readonly string[];
  /** Milliseconds that loading and registering took; of a default plugin only with the platform option `timesLoading`. */
  readonly loadMs: number;
  readonly contributions: readonly { readonly point: string; readonly name: string }[];
  readonly config: unknown;
}
