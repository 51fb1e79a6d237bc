// How the runners fared that ranked first in their race by an index, and how sure the returns are: an interval from
// resampled races.

import type { RankRecord } from '#shared/bridge/rank-records.ts';
import type { CodedColumn } from './coded-column.ts';
import { groupFilter } from './group-key.ts';
import { intervalsOf, type RaceReturn } from './resampling.ts';
import { finishesOf, returnsOf, tallyOf } from './run-tallies.ts';
import type { Yielder } from './yielder.ts';

/** They tell races apart. */
export const RACE_KEY = ['racedate', 'racekey'] as const;

export interface RankColumns {
  readonly ranks: readonly CodedColumn[];
  readonly race: readonly CodedColumn[];
  readonly finish: CodedColumn;
  readonly trouble: CodedColumn | undefined;
  /** What stakes to win and to place returned. */
  readonly returned: readonly [CodedColumn, CodedColumn];
}

const FIRST = 1;

/** A record for each of the columns, of the given rows. Errors: CANCELLED. */
export async function rankRecordsOf(
  columns: RankColumns,
  rows: Uint32Array,
  yielder: Yielder,
): Promise<RankRecord[]> {
  const { ranks, race, finish, trouble, returned } = columns;
  const numbers = new Map<number, number>();
  const found: { readonly column: CodedColumn; readonly first: Uint32Array; readonly raceOf: Uint32Array }[] =
    [];
  for (const column of ranks) {
    await yielder.rest();
    // In the order of the records, whatever the sort: the number of a race decides which races are drawn.
    const first = rows.filter((row) => column.quantity(column.codes[row] ?? 0) === FIRST).sort();
    found.push({ column, first, raceOf: racesOf(race, first, numbers) });
  }
  const bets = found.flatMap(({ first, raceOf }) =>
    returned.map((each) => {
      const { of } = tallyOf(each, { rows: first, groupOf: raceOf, count: numbers.size });
      return Array.from({ length: numbers.size }, (_, number) => of(number));
    }),
  );
  const intervals = await intervalsOf(stakedOnly(bets), yielder);
  return found.map(({ column, first, raceOf }, at): RankRecord => {
    const all = { rows: first, groupOf: new Uint32Array(first.length), count: 1 };
    const { win, place } = returnsOf(...returned, all)(0);
    const ofRace = finishesOf(finish, trouble, { rows: first, groupOf: raceOf, count: numbers.size });
    const [winInterval, placeInterval] = [intervals[2 * at], intervals[2 * at + 1]];
    return {
      column: column.definition.name,
      races: [...new Set(raceOf)].filter((race) => ofRace(race).starts > 0).length,
      runners: first.length,
      finish: finishesOf(finish, trouble, all)(0),
      win: { ...win, ...(winInterval === undefined ? {} : { interval: winInterval }) },
      place: { ...place, ...(placeInterval === undefined ? {} : { interval: placeInterval }) },
      filters: [{ column: column.definition.name, text: groupFilter(column.definition, String(FIRST)) }],
    };
  });
}

/** Without the races on which no bet has a stake, as those to come: drawn with the others they would change intervals. */
function stakedOnly(bets: readonly (readonly RaceReturn[])[]): readonly (readonly RaceReturn[])[] {
  const isStaked = (race: number): boolean => bets.some((bet) => (bet[race]?.n ?? 0) > 0);
  const staked = new Set([...(bets[0] ?? []).keys()].filter(isStaked));
  return bets.map((bet) => bet.filter((_, race) => staked.has(race)));
}

/** The number of each row's race; races that have none yet are added to `numbers`. */
function racesOf(race: readonly CodedColumn[], rows: Uint32Array, numbers: Map<number, number>): Uint32Array {
  return Uint32Array.from(rows, (row) => {
    const key = race.reduce((so, { codes, kinds }) => so * kinds + (codes[row] ?? 0), 0);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
