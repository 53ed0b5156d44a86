// The function that a line belongs to, from the lenses of the server, which stand over functions.

/** A lens, as far as it matters here: its line, from 0, and its command. */
export interface Lens {
  range: { start: { line: number } };
  command?: { command: string; arguments?: unknown[] };
}

/** The name of the last function that begins at or above the line; `undefined` where there is none. */
export function functionAt(lenses: readonly Lens[], line: number): string | undefined {
  let found: { line: number; name: string } | undefined;
  for (const lens of lenses) {
    const name = lens.command?.arguments?.[1];
    const start = lens.range.start.line;
    if (typeof name === "string" && start <= line && (found === undefined || start >= found.line)) {
      found = { line: start, name };
    }
  }
  return found?.name;
}
