// The characters of a file that its encoding lacks, listed before anything is written.

import type { Unwritable } from '#shared/bridge/exports.ts';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { headerTexts } from '#shared/exports/file-columns.ts';
import { columnsOf, eachPage, type FileLayout, type WrittenRows } from './cell-pages.ts';
import { unwritableIn } from './cp932.ts';

export const isCp932 = ({ format, encoding }: Pick<FileLayout, 'format' | 'encoding'>): boolean =>
  encoding === 'cp932' && FORMAT_TRAITS[format].isForSpreadsheets;

export interface CheckOptions {
  readonly layout: FileLayout;
  readonly signal: AbortSignal;
  readonly onProgress?: (checked: number, total: number) => void;
}

/**
 * Most frequent first; none if the encoding has every character. Reads every cell. Errors: CANCELLED, those of reading
 * the result.
 */
export async function unwritableCharacters(
  result: WrittenRows,
  { layout, signal, onProgress }: CheckOptions,
): Promise<readonly Unwritable[]> {
  if (!isCp932(layout)) return [];
  const columns = columnsOf(result, layout);
  const found = new Map<string, { count: number; readonly columns: Set<string> }>();
  const see = (column: string, text: string) => {
    for (const character of unwritableIn(text)) {
      const known = found.get(character) ?? { count: 0, columns: new Set() };
      known.count += 1;
      known.columns.add(column);
      found.set(character, known);
    }
  };
  for (const [at, text] of headerTexts(columns, layout.header, layout.language).entries())
    see(columns[at]?.name ?? '', text);
  await eachPage(result, { layout, columns, signal, onProgress }, (page) => {
    for (const [at, cells] of page.entries())
      for (const cell of cells) if (typeof cell === 'string') see(columns[at]?.name ?? '', cell);
  });
  return [...found]
    .map(([character, { count, columns: names }]) => ({ character, count, columns: [...names] }))
    .toSorted((a, b) => b.count - a.count || (a.character < b.character ? -1 : 1));
}

/** "𠮷 (3), é (1)" */
export const charactersText = (characters: readonly Unwritable[]): string =>
  characters.map(({ character, count }) => `${character} (${count})`).join(', ');
