// Text in columns for a terminal: aligned by displayed width, and free of control characters. Pure.

/** East Asian wide and full-width characters and pictographs take two cells. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{Mn}|\p{Cf}/u;

/** Cells that a terminal needs for the text. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Text of a server must not control the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** Like `printable`, but keeps line breaks and tabs. */
export const harmless = (text: string): string => text.replace(/(?![\t\r\n])\p{Cc}/gu, ' ');

export type Align = 'left' | 'right';

/** Lines of a table, two spaces between its columns, without a final line break. */
export function alignText(rows: readonly (readonly string[])[], align: readonly Align[] = []): string {
  const clean = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of clean)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return clean
    .map((row) =>
      row
        .map((cell, at) => {
          const gap = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
          return align[at] === 'right' ? gap + cell : cell + gap;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const LINE = 110;

/** "a, b, c" over as many lines as they need. */
export function listed(words: readonly string[]): string {
  const lines: string[] = [];
  for (const [at, word] of words.entries()) {
    const piece = at === words.length - 1 ? word : `${word}, `;
    const last = lines.at(-1);
    if (last === undefined || widthOf(last + piece) > LINE) lines.push(piece);
    else lines[lines.length - 1] = last + piece;
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}
