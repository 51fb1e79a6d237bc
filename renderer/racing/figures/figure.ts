// Where a figure on the screen comes from: its record, table and column, when that was fetched, and whether the table
// is complete there. Pure.

import type { Summary } from '#shared/bridge/results.ts';
import { BROWSABLES, isSubjectName, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { isFilledIn } from '#shared/racing/race-rows.ts';
import { TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';

/** A table that the records of a screen were read from. */
export interface FigureOrigin {
  readonly table: BrowsableCode;
  /** Of all that the screen shows of it: its oldest fetch, and whether anything is missing. */
  readonly facts: Pick<Summary, 'complete' | 'reasons' | 'fetchedAt'>;
}

export interface Figure {
  readonly column: Column;
  /** Undefined for a value that the screen composes of several columns, or joins from another tab's table. */
  readonly origin: FigureOrigin | undefined;
  /** As the record has it. */
  readonly raw: string | null;
  /** The value that its text is made with (`Column.beside`). */
  readonly beside: string | null;
  /** What identifies the record, by column; a column that is not loaded is left out. */
  readonly key: readonly (readonly [column: string, value: string])[];
}

type CellOf = (column: string) => string | null | undefined;

/** What identifies a row that is composed of several tables. */
const USUAL_KEY = ['racedate', 'racekey', 'horse_number', 'horse_id'] as const;

const keyNames = (table: BrowsableCode | undefined): readonly string[] =>
  table === undefined
    ? USUAL_KEY
    : isSubjectName(table)
      ? SUBJECTS[table].primaryKey
      : TABLES[table].primaryKey;

const hasColumn = (table: BrowsableCode, name: string): boolean =>
  isSubjectName(table)
    ? SUBJECTS[table].columns.some((column) => column.name === name)
    : columnOf(table, name) !== undefined;

/**
 * The figure in a column of a row; undefined while its value is not loaded. Of several origins the first has precedence: it
 * has the row's own record, whose blank fields another one may fill.
 */
export function figureIn(
  origins: readonly FigureOrigin[],
  column: Column,
  cellOf: CellOf,
): Figure | undefined {
  const raw = cellOf(column.name);
  if (raw === undefined) return undefined;
  const having = isFilledIn(cellOf, column.name) ? origins.slice(1) : origins;
  const origin = having.find(({ table }) => hasColumn(table, column.name));
  const key = [...new Set([...keyNames(origin?.table), ...USUAL_KEY])].flatMap(
    (name): (readonly [string, string])[] => {
      const value = cellOf(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    },
  );
  return {
    column,
    origin,
    raw,
    beside: column.beside === undefined ? null : (cellOf(column.beside) ?? null),
    key,
  };
}

export const figureText = ({ column, raw, beside }: Figure, language: Language, names: NameStyle): string =>
  formatValue(column, raw, language, names, beside);

export const tableText = (table: BrowsableCode, language: Language): string =>
  isSubjectName(table) ? BROWSABLES[table].label[language] : `${table}, ${BROWSABLES[table].label[language]}`;

/** A moment in Tokyo, to the second: "2026-11-22T15:10:03+09:00". */
export const tokyoTime = (epochMs: number): string =>
  `${new Date(epochMs + TOKYO_OFFSET_MS).toISOString().slice(0, 19)}+09:00`;

const WORDS = {
  en: { raw: 'in the record', fetched: 'fetched', never: 'time unknown', complete: 'complete', incomplete: 'incomplete', composed: 'several tables' },
  ja: { raw: '原データ', fetched: '取得', never: '時刻不明', complete: '完全', incomplete: '不完全', composed: '複数のテーブル' },
} as const; // prettier-ignore

/**
 * One line that says what was seen where: table, key, column, value, time of fetching, completeness. The value is as shown,
 * followed by the record's own if that differs.
 */
export function citationOf(figure: Figure, language: Language, names: NameStyle): string {
  const { column, origin, raw, key } = figure;
  const words = WORDS[language];
  const shown = figureText(figure, language, names);
  const own = raw?.trim() ?? '';
  const value = own === '' || own === shown ? shown : `${shown} (${words.raw}: ${own})`;
  const record = key.map(([name, text]) => `${name}=${text}`).join(' ');
  const at = origin?.facts.fetchedAt;
  const fetched = at === undefined ? words.never : `${words.fetched} ${tokyoTime(at)}`;
  const state = origin === undefined ? [] : [origin.facts.complete ? words.complete : words.incomplete];
  const where = `${origin?.table ?? words.composed} ${record}`.trim();
  return [`${where}: ${column.name} (${column.label[language]}) = ${value}`, fetched, ...state].join('; ');
}
