// Finds codes by text: a raw code, a mark's glyph, a label in either language, or part of one.

import { briefLabel } from '#shared/catalogue/brief-label.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { CODE_TABLES, type CodeEntry, type CodeTableName } from '#shared/catalogue/code-tables.ts';
import { codeTablesOf } from '#shared/catalogue/decode.ts';
import { fold } from '#shared/filters/fold.ts';

/** "05" and "5" are the same code, whichever way a table or a user writes it. */
const unpadded = (code: string): string => fold(code).replace(/^0+(?=\d)/, '');

/** Replaces circles typed on a keyboard by those of the marks. */
const glyphed = (text: string): string => text.replace(/[〇◯⚪]/g, '○').replace(/[◉⦿]/g, '◎');

interface Coded {
  readonly code: string;
  readonly unpadded: string;
  readonly glyph: string | undefined;
  /** Folded, in both languages, as they are in the code table and as cells have them. */
  readonly labels: readonly string[];
  readonly ja: string;
}

function searchable(
  table: CodeTableName,
  [code, { en, ja, short, glyph }]: readonly [string, CodeEntry],
): Coded {
  const column = { kind: 'code', codeTable: table } as const;
  const inCells = [briefLabel(column, en, 'en'), briefLabel(column, ja, 'ja')];
  return {
    code,
    unpadded: unpadded(code),
    glyph: glyph === undefined ? undefined : fold(glyph),
    labels: [...new Set([en, ja, short ?? '', ...inCells].map(fold))].filter((label) => label !== ''),
    ja,
  };
}

/** All codes of the table and of those that it refers to; the first table wins if two have the same code. */
function readCodes(table: CodeTableName): readonly Coded[] {
  const entries = codeTablesOf(table)
    .toReversed()
    .flatMap((each) => Object.entries(CODE_TABLES[each].codes));
  return [...new Map(entries)].map((entry) => searchable(table, entry));
}

const read = new Map<CodeTableName, readonly Coded[]>();

/** Cached: the longest table has 837 codes, and every keystroke searches it. */
function codesIn(table: CodeTableName): readonly Coded[] {
  const known = read.get(table) ?? readCodes(table);
  read.set(table, known);
  return known;
}

/** The ways to name a code, the most certain first; the first one that finds a code is used. */
const namingsOf = (text: string): readonly ((coded: Coded) => boolean)[] => {
  const folded = fold(text);
  return [
    ({ code }) => code === text.trim(),
    (coded) => coded.unpadded === unpadded(text),
    ({ glyph }) => glyph !== undefined && glyph === fold(glyphed(text)),
    ({ labels }) => labels.includes(folded),
    ({ labels }) => labels.some((label) => label.includes(folded)),
  ];
};

/**
 * Tests whether the text names a raw value of the column. A text that is a code, a glyph or a whole label names only
 * that; any other text, unless `whole`, names every label that contains it. An unknown code is found by its own text.
 */
export function codeNamed(
  column: Pick<Column, 'codeTable'>,
  text: string,
  whole: boolean,
): (raw: string) => boolean {
  const all = column.codeTable === undefined ? [] : codesIn(column.codeTable);
  const namings = whole ? namingsOf(text).slice(0, -1) : namingsOf(text);
  const named = namings.map((naming) => all.filter(naming)).find((found) => found.length > 0);
  const codes = new Set(named?.map(({ code }) => code));
  const known = new Set(all.map(({ code }) => code));
  // A weekday's value is its Japanese label (decode.ts).
  const codeOf = (value: string): string =>
    known.has(value) ? value : (all.find(({ ja }) => ja === value)?.code ?? value);
  return (raw) => {
    const code = codeOf(raw.trim());
    return known.has(code) ? codes.has(code) : unpadded(code) === unpadded(text);
  };
}
