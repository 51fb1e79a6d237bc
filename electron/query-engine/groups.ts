// Rows grouped by one or two columns: a pass over codes, with counts, rates and means for each group.

import { figureOf, LARGEST_FIRST, type GroupOrder } from '#shared/bridge/group-figures.ts';
import type { Group, Groups } from '#shared/bridge/row-query.ts';
import { sharedBeside } from './beside.ts';
import type { CodedColumn } from './coded-column.ts';
import { groupFilter, groupKeyOf } from './group-key.ts';
import type { Decided } from './row-filter.ts';
import {
  finishesOf,
  oncePerRunner,
  returnsOf,
  tallyOf,
  type GroupedRows,
  type Tally,
} from './run-tallies.ts';
import type { Yielder } from './yielder.ts';
import type { QueryInputs } from './queries.ts';

const MOST_GROUPS = 500;
/** Up to this many combinations are counted in a dense array. */
const DENSE = 4_000_000;

export interface GroupColumns {
  readonly by: readonly Decided[];
  readonly measures: readonly CodedColumn[];
  readonly finish: CodedColumn | undefined;
  readonly trouble: CodedColumn | undefined;
  /** They identify the runner of a row, if several rows may have one; otherwise none. */
  readonly runner: readonly CodedColumn[];
  /** What stakes to win and to place returned. */
  readonly returned: readonly [CodedColumn, CodedColumn] | undefined;
}

type Figures = Omit<Group, 'key' | 'beside' | 'filters'>;

/** Errors: CANCELLED. */
export async function groupsOf(
  columns: GroupColumns,
  rows: Uint32Array,
  { limit = MOST_GROUPS, order = LARGEST_FIRST }: QueryInputs['groups'],
  yielder: Yielder,
): Promise<Groups> {
  const { by } = columns;
  const keys: Keys[] = [];
  for (const { column } of by) keys.push(await keysOf(column, yielder));
  const { groupOf, firsts } = numbered(keys, rows);
  await yielder.rest();
  const count = firsts.length;
  const figures = await figuresOf(columns, { rows, groupOf, count }, yielder);
  const besides = by.map(({ besideOf, pairedWith }, index) => {
    // A combination is written for a bet only if all rows of the group have that bet.
    if (pairedWith) return sharedBeside(pairedWith, { rows, groupOf, count });
    if (besideOf === undefined) return undefined;
    return (group: number) => {
      const code = keys[index]?.codeOf[firsts[group]?.[index] ?? 0];
      return code === undefined ? null : besideOf(code);
    };
  });
  const all = Array.from({ length: count }, (_, group) => group);
  const groups = sorted(all, figures, firsts, order)
    .slice(0, limit)
    .map((group): Group => {
      const places = firsts[group] ?? [];
      const key = places.map((place, index) => keys[index]?.rawOf[place] ?? null);
      return {
        key,
        ...(besides.some(Boolean) ? { beside: besides.map((besideOf) => besideOf?.(group) ?? null) } : {}),
        ...figures(group),
        filters: by.map(({ column: { definition } }, index) => ({
          column: definition.name,
          text: groupFilter(definition, key[index] ?? null),
        })),
      };
    });
  await yielder.rest();
  const together = { rows, groupOf: new Uint32Array(rows.length), count: 1 };
  const whole = { key: [], filters: [], ...(await figuresOf(columns, together, yielder))(0) };
  return { groups, distinct: count, more: count > limit, whole };
}

/** Errors: CANCELLED. */
async function figuresOf(
  { measures, finish, trouble, runner, returned }: GroupColumns,
  grouped: GroupedRows,
  yielder: Yielder,
): Promise<(group: number) => Figures> {
  const { rows, groupOf } = grouped;
  const counts = new Uint32Array(grouped.count);
  for (const group of groupOf) counts[group] = (counts[group] ?? 0) + 1;
  const tallies: { readonly column: string; readonly tally: Tally }[] = [];
  for (const column of measures) {
    tallies.push({ column: column.definition.name, tally: tallyOf(column, grouped) });
    await yielder.rest();
  }
  const finishes = finish && finishesOf(finish, trouble, oncePerRunner(runner, grouped));
  const returns = returned && returnsOf(...returned, grouped);
  const all = rows.length === 0 ? 1 : rows.length;
  return (group) => ({
    count: counts[group] ?? 0,
    share: rows.length === 0 ? 1 : (counts[group] ?? 0) / all,
    ...(finishes ? { finish: finishes(group) } : {}),
    ...(returns ? { returns: returns(group) } : {}),
    measures: tallies.map(({ column, tally }) => {
      const { n, sum } = tally.of(group);
      return { column, n, sum, mean: n === 0 ? null : sum / n };
    }),
  });
}

/** Groups without the figure come last in either direction; ties in the order of their values. */
function sorted(
  groups: readonly number[],
  figures: (group: number) => Figures,
  firsts: readonly (readonly number[])[],
  { by, descending }: GroupOrder,
): readonly number[] {
  const sign = descending ? -1 : 1;
  if (by === 'value' || by === 'second') {
    const [one, other] = by === 'value' ? [0, 1] : [1, 0];
    const compare = (a: readonly number[] = [], b: readonly number[] = []): number =>
      sign * ((a[one] ?? 0) - (b[one] ?? 0)) || (a[other] ?? 0) - (b[other] ?? 0);
    return groups.toSorted((a, b) => compare(firsts[a], firsts[b]));
  }
  const figureAt = Float64Array.from(groups, (group) => figureOf(figures(group), by) ?? Number.NaN);
  return groups.toSorted((a, b) => {
    const [left = Number.NaN, right = Number.NaN] = [figureAt[a], figureAt[b]];
    const tie = comparePlaces(firsts[a], firsts[b]);
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || tie;
    return sign * (left - right) || tie;
  });
}

/** The groups of one column's codes, numbered in the column's order, blanks last. */
interface Keys {
  readonly column: CodedColumn;
  readonly placeOf: Uint32Array;
  /** The first raw value of each group, and its code. */
  readonly rawOf: readonly (string | null)[];
  readonly codeOf: readonly number[];
}

async function keysOf(column: CodedColumn, yielder: Yielder): Promise<Keys> {
  const keyOf = groupKeyOf(column.definition);
  const places = new Map<string, number>();
  const rawOf: (string | null)[] = [];
  const codeOf: number[] = [];
  const placeOf = new Uint32Array(column.kinds);
  for (let code = 0; code < column.filled; code += 1) {
    if (code % 256 === 0 && yielder.isDue) await yielder.rest();
    const raw = column.text(code);
    const key = keyOf(raw);
    let place = places.get(key);
    if (place === undefined) {
      place = rawOf.push(raw) - 1;
      codeOf.push(code);
      places.set(key, place);
    }
    placeOf[code] = place;
  }
  placeOf.fill(rawOf.push(null) - 1, column.filled);
  return { column, placeOf, rawOf, codeOf };
}

/** The group number of each row, numbered in the order of their first rows, and the keys of each group. */
function numbered(keys: readonly Keys[], rows: Uint32Array) {
  const [first, second] = keys;
  const width = second?.rawOf.length ?? 1;
  const total = (first?.rawOf.length ?? 1) * width;
  const dense = total <= DENSE ? new Int32Array(total).fill(-1) : undefined;
  const sparse = new Map<number, number>();
  const groupOf = new Uint32Array(rows.length);
  const firsts: number[][] = [];
  const placeIn = (key: Keys | undefined, row: number): number =>
    key === undefined ? 0 : (key.placeOf[key.column.codes[row] ?? 0] ?? 0);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const place = placeIn(first, row) * width + placeIn(second, row);
    let group = dense ? (dense[place] ?? -1) : (sparse.get(place) ?? -1);
    if (group < 0) {
      group = firsts.push(second ? [Math.floor(place / width), place % width] : [place]) - 1;
      if (dense) dense[place] = group;
      else sparse.set(place, group);
    }
    groupOf[at] = group;
  }
  return { groupOf, firsts };
}

function comparePlaces(a: readonly number[] = [], b: readonly number[] = []): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}
