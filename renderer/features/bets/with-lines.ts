// A list with lines added at its end.

/** Keeps what is there as it is, and begins the first added line on a line of its own. */
export function withLines(text: string, lines: readonly string[]): string {
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${lines.join('\n')}\n`;
}
