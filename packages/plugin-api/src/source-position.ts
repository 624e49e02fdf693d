/** Where a rule or a value stands. `line` and `column` count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `config.yaml:45:12`, the form that terminals and editors turn into a link. */
export function formatPosition(position: SourcePosition): string {
  return `${position.file}:${position.line}:${position.column}`;
}
