// Puts the values that were known when a bet was decided in the place of those that are stored last, in the races of which
// they were recorded, and picks the runners of these races anew.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { comparePoints, isBlank, isStated, NUMERIC_KINDS, readNumber } from '#shared/catalogue/reading.ts';
import { codesFor, CodedColumn } from '../coded-column.ts';
import { decide, testOf, type RowMask } from '../row-filter.ts';
import { TextList } from '../value-texts.ts';
import type { Yielder } from '../yielder.ts';
import { quantityOf, racesIn, type RunnerColumns } from './rule-races.ts';
import { raceKeyOf } from './settlement.ts';

/** The column by which `applyKnown` tells the runners. */
export const HORSE = 'horse_id';

/** A runner as its record of then names it, or its row now. */
export interface KnownRunner {
  readonly number: number | undefined;
  /** Undefined if the record names none. */
  readonly horse: string | undefined;
}

/** What a column said of a race, or of its runners in their order. */
export type KnownColumn =
  | { readonly ofAll: string | null }
  | { readonly runners: readonly KnownRunner[]; readonly values: readonly (string | null)[] };

/**
 * Where `own` is among the runners of then; negative for one that was not known. Its horse tells, since numbers may have
 * changed since or not been drawn then; where either names no horse, the number does.
 */
export function placeOf(runners: readonly KnownRunner[], { number, horse }: KnownRunner): number {
  const place = horse === undefined ? -1 : runners.findIndex((each) => each.horse === horse);
  if (place >= 0 || number === undefined) return place;
  return runners.findIndex(
    (each) => each.number === number && (each.horse === undefined || horse === undefined),
  );
}

/** What the column said of a runner: null if it was not known then. */
export function knownOf(known: KnownColumn, runner: KnownRunner): string | null {
  return 'ofAll' in known ? known.ofAll : (known.values[placeOf(known.runners, runner)] ?? null);
}

/** The horse of a record; undefined if it names none. */
export const horseIn = (horse_id: string | null | undefined): string | undefined =>
  isStated(horse_id) ? horse_id?.trim() : undefined;

/** What was known when a rule decided: plain data, which crosses to the worker. */
export interface KnownValues {
  /** Columns that the rule reads and of which earlier values are kept. */
  readonly columns: readonly string[];
  /** By race: each of these columns, undefined where nothing was recorded by then. */
  readonly races: ReadonlyMap<string, readonly (KnownColumn | undefined)[]>;
  /** The columns that the rule reads and whose values may change between the decision and the start. */
  readonly changing: readonly string[];
  readonly minutesBeforePost: number;
  /** Those of the rule: they are applied to the values that were known. */
  readonly filters: readonly ColumnFilter[];
}

/** Whether all that may change was recorded by the decision, or the values stored last had to do. */
export type KnownState = 'recorded' | 'last';

export interface AsKnown {
  /** All columns, with what was known in them. */
  readonly columns: ReadonlyMap<string, CodedColumn>;
  /** Races in which a value that was known differs from the one stored last. */
  readonly changed: number;
  /** Undefined for a race in which the rule reads nothing that changes, and nothing was recorded. */
  readonly stateOf: (race: { readonly racedate: string; readonly racekey: string }) => KnownState | undefined;
}

/**
 * `isPicked` has a 1 for each row that passes by the values stored last; its rows of recorded races are set anew. `masks`:
 * which codes of each column pass the filters. Errors: CANCELLED.
 */
export async function applyKnown(
  known: KnownValues,
  named: ReadonlyMap<string, CodedColumn>,
  runners: RunnerColumns,
  isPicked: Uint8Array,
  masks: readonly RowMask[],
  yielder: Yielder,
): Promise<AsKnown> {
  const { races } = known;
  const stateOf: AsKnown['stateOf'] = stateIn(known);
  if (races.size === 0) return { columns: named, changed: 0, stateOf };
  const { rows, texts, changed } = knownTexts(known, named, runners, isPicked);
  await yielder.rest();
  const columns = new Map(named);
  for (const [at, name] of known.columns.entries()) {
    const stored = named.get(name);
    const own = texts[at];
    if (stored !== undefined && own !== undefined) columns.set(name, withTexts(stored, rows, own));
    if (yielder.isDue) await yielder.rest();
  }
  const tests = masks.filter(({ column }) => !known.columns.includes(column));
  for (const filter of known.filters) {
    const column = known.columns.includes(filter.column) ? columns.get(filter.column) : undefined;
    const test = column && testOf(filter, column.definition);
    if (column !== undefined && typeof test === 'function')
      tests.push(await decide({ column }, test, yielder));
  }
  const decided = tests.flatMap(({ column: name, passes, codes }) => {
    const column = columns.get(name);
    return column === undefined ? [] : [{ codes: codes ?? column.codes, passes }];
  });
  for (const row of rows)
    isPicked[row] = Number(decided.every(({ codes, passes }) => passes[codes[row] ?? 0] === 1));
  return { columns, changed, stateOf };
}

function stateIn({ columns, races, changing }: KnownValues): AsKnown['stateOf'] {
  const places = changing.map((name) => columns.indexOf(name));
  return ({ racedate, racekey }) => {
    const race = races.get(raceKeyOf(racedate, racekey));
    if (places.length === 0) return race === undefined ? undefined : 'recorded';
    return race !== undefined && places.every((place) => race[place] !== undefined) ? 'recorded' : 'last';
  };
}

/** The rows of the races with recorded values, and what each column said in them. */
function knownTexts(
  { columns, races }: KnownValues,
  named: ReadonlyMap<string, CodedColumn>,
  runners: RunnerColumns,
  isPicked: Uint8Array,
): {
  readonly rows: readonly number[];
  readonly texts: readonly (string | null)[][];
  readonly changed: number;
} {
  const rows: number[] = [];
  const texts = columns.map((): (string | null)[] => []);
  const stored = columns.map((name) => named.get(name));
  const horses = named.get(HORSE);
  let changed = 0;
  for (const race of racesIn(runners, isPicked)) {
    const recorded = races.get(raceKeyOf(race.racedate, race.racekey));
    if (recorded === undefined) continue;
    let differs = false;
    for (let row = race.from; row < race.to; row += 1) {
      rows.push(row);
      const number = quantityOf(runners.number, row);
      const runner = { number: number > 0 ? number : undefined, horse: horseIn(horses?.at(row)) };
      for (const [at, list] of texts.entries()) {
        const last = stored[at]?.at(row) ?? null;
        const text = textOf(recorded[at], runner, last);
        list.push(text);
        differs ||= text !== last && !saysTheSame(stored[at]?.definition, text, last);
      }
    }
    if (differs) changed += 1;
  }
  return { rows, texts, changed };
}

const textOf = (known: KnownColumn | undefined, runner: KnownRunner, last: string | null): string | null =>
  known === undefined ? last : knownOf(known, runner);

/** Records of different tables may write one value in two ways. */
function saysTheSame(definition: Column | undefined, one: string | null, other: string | null): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other);
  if (definition !== undefined && NUMERIC_KINDS.has(definition.kind))
    return readNumber(one) === readNumber(other);
  return one?.trim() === other?.trim();
}

/** A copy of the column with other texts in some rows. */
function withTexts(
  column: CodedColumn,
  rows: readonly number[],
  texts: readonly (string | null)[],
): CodedColumn {
  const before = Array.from({ length: column.kinds }, (_, code) => column.text(code));
  const distinct = new Set([...before, ...texts].filter((text) => text !== null));
  const values = [...distinct].toSorted(comparePoints);
  const codeOf = new Map<string | null, number>(values.map((text, code) => [text, code]));
  const newCode = (text: string | null): number => codeOf.get(text) ?? values.length;
  const codes = codesFor(values.length + 1, column.codes.length);
  const renamed = Uint32Array.from(before, newCode);
  for (let row = 0; row < codes.length; row += 1)
    codes[row] = renamed[column.codes[row] ?? 0] ?? values.length;
  for (const [at, row] of rows.entries()) codes[row] = newCode(texts[at] ?? null);
  return new CodedColumn(column.definition, codes, new TextList(values));
}
