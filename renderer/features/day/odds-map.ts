// The runners of a day by the rank of an index in their race and by their win odds: where the crowd and the index agree,
// and where not. Pure.

import { isBlank } from '#shared/catalogue/reading.ts';
import { numberIn, byRunner, runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { withdrawalOf, withdrawals } from '#shared/racing/runner-words.ts';
import type { DayRecords } from './day-changes.ts';
import type { EntryIndex } from '#shared/racing/day-columns.ts';

/** Final odds after the race; before it those of the pre-race record, or the card's reference odds of the day before. */
export const ODDS_KINDS = ['final', 'latest', 'reference'] as const;

export type OddsKind = (typeof ODDS_KINDS)[number];

/** The columns that have them. */
export const ODDS_COLUMNS = {
  final: 'confirmed_win_odds',
  latest: 'win_odds',
  reference: 'criteria_win_odds',
} as const satisfies Record<OddsKind, string>;

/** How a runner is drawn. `unrun`: its race has no result yet. */
export const MARKS = ['won', 'placed', 'unplaced', 'unrun'] as const;

export type Mark = (typeof MARKS)[number];

export interface MapRunner {
  /** Race key and number or, before the draw, horse; unique in the day. */
  readonly id: string;
  readonly racekey: string;
  /** Undefined before the draw. */
  readonly number: number | undefined;
  readonly name: string;
  /** Of its index in the race, the highest first; equal values share a rank. */
  readonly rank: number;
  /** The index as the record has it. */
  readonly value: string;
  readonly odds: number;
  readonly oddsKind: OddsKind;
  /** By the same odds in the race; equal odds share a rank. */
  readonly popularity: number;
  /** Runners of the race with a value of the index. */
  readonly ranked: number;
  /** Undefined before the race, and for a horse that was not placed. */
  readonly finish: number | undefined;
  readonly mark: Mark;
  /** What its figures were read from: the index, these odds and the finish, beside what identifies the runner. */
  readonly record: RecordValues;
}

export interface OddsMap {
  /** In the order of the races, then of the numbers. */
  readonly runners: readonly MapRunner[];
  readonly races: number;
  /** Runners without a value of the index, or without odds, which are not on the map. */
  readonly left: number;
}

interface Priced {
  readonly entry: RecordValues;
  readonly id: string;
  readonly value: number | undefined;
  readonly odds: number | undefined;
  readonly oddsKind: OddsKind;
  readonly finish: number | undefined;
  readonly record: RecordValues;
}

const IDENTIFIES = ['racedate', 'racekey', 'horse_number', 'horse_id', 'horse_name'];

const positive = (value: number | undefined): number | undefined =>
  value === undefined || value <= 0 ? undefined : value;

/** All runners of a race are priced by the same kind of odds, so that their order is that of one market. */
function priced(
  starters: readonly RecordValues[],
  results: ReadonlyMap<string, RecordValues>,
  prerace: ReadonlyMap<string, RecordValues>,
  index: EntryIndex,
): readonly Priced[] {
  const of = (entry: RecordValues, among: ReadonlyMap<string, RecordValues>) =>
    among.get(runnerKey(entry) ?? '');
  const pricedBy: Readonly<Record<OddsKind, (entry: RecordValues) => RecordValues | undefined>> = {
    final: (entry) => of(entry, results),
    latest: (entry) => of(entry, prerace),
    reference: (entry) => entry,
  };
  const oddsBy = (kind: OddsKind, entry: RecordValues) =>
    positive(numberIn(pricedBy[kind](entry), ODDS_COLUMNS[kind]));
  const oddsKind =
    ODDS_KINDS.find((kind) => starters.some((entry) => oddsBy(kind, entry) !== undefined)) ?? 'reference';
  const oddsColumn = ODDS_COLUMNS[oddsKind];
  return starters.flatMap((entry) => {
    const id = runnerKey(entry);
    if (id === undefined) return [];
    const value = isBlank(entry[index]) ? undefined : numberIn(entry, index);
    const result = of(entry, results);
    const finish = positive(numberIn(result, 'order_of_finish'));
    const record = {
      ...Object.fromEntries([...IDENTIFIES, index].map((name) => [name, entry[name] ?? null])),
      [oddsColumn]: pricedBy[oddsKind](entry)?.[oddsColumn] ?? null,
      order_of_finish: result?.['order_of_finish'] ?? null,
    };
    return [{ entry, id, value, odds: oddsBy(oddsKind, entry), oddsKind, finish, record }];
  });
}

const LAST_PLACE = 3;

const markOf = (finish: number | undefined, wasRun: boolean): Mark =>
  !wasRun
    ? 'unrun'
    : finish === 1
      ? 'won'
      : finish !== undefined && finish <= LAST_PLACE
        ? 'placed'
        : 'unplaced';

/** A horse without a number does not run by its own record alone. */
function isOut(entry: RecordValues, out: ReadonlyMap<number, string>): boolean {
  const number = runnerNumber(entry);
  if (number !== undefined) return out.has(number);
  return withdrawalOf({ race: undefined, card: [entry], prerace: [], results: [] }, 'en') !== undefined;
}

/** The map of the day's starters by one index. */
export function oddsMapOf(records: DayRecords, index: EntryIndex): OddsMap {
  const keyOf = (record: RecordValues): string => record['racekey']?.trim() ?? '';
  const groups = {
    entries: Map.groupBy(records.entries, keyOf),
    prerace: Map.groupBy(records.prerace, keyOf),
    results: Map.groupBy(records.results, keyOf),
  };
  const results = byRunner(records.results);
  const prerace = byRunner(records.prerace);
  const runners: MapRunner[] = [];
  let left = 0;
  for (const race of records.races) {
    const racekey = keyOf(race);
    const card = groups.entries.get(racekey) ?? [];
    const ofRace = groups.results.get(racekey) ?? [];
    const out = withdrawals(
      { race, card, prerace: groups.prerace.get(racekey) ?? [], results: ofRace },
      'en',
    );
    const starters = card.filter((entry) => !isOut(entry, out));
    const all = priced(starters, results, prerace, index);
    left += starters.length - all.length;
    const ranked = all.filter(({ value }) => value !== undefined).length;
    for (const { entry, id, value, odds, oddsKind, finish, record } of all) {
      if (value === undefined || odds === undefined) {
        left += 1;
        continue;
      }
      runners.push({
        id,
        racekey,
        number: runnerNumber(entry),
        name: entry['horse_name']?.trim() ?? '',
        rank: 1 + all.filter((other) => (other.value ?? Number.NEGATIVE_INFINITY) > value).length,
        value: entry[index]?.trim() ?? '',
        odds,
        oddsKind,
        popularity: 1 + all.filter((other) => (other.odds ?? Number.POSITIVE_INFINITY) < odds).length,
        ranked,
        finish,
        mark: markOf(finish, isRun(ofRace)),
        record,
      });
    }
  }
  return { runners, races: new Set(runners.map(({ racekey }) => racekey)).size, left };
}

/** Ranks of the index that count as high, and odds that count as long. */
export const HIGH_RANK = 3;
export const LONG_ODDS = 20;

/** From this rank on, a favorite counts as ranked low. */
export const LOW_RANK = 5;

export interface Outliers {
  /** Ranked high at long odds, the longest first. */
  readonly overlooked: readonly MapRunner[];
  /** Favorites that the index ranks low, the lowest first. */
  readonly doubted: readonly MapRunner[];
}

export const outliersOf = (runners: readonly MapRunner[]): Outliers => ({
  overlooked: runners
    .filter(({ rank, odds }) => rank <= HIGH_RANK && odds >= LONG_ODDS)
    .toSorted((a, b) => b.odds - a.odds),
  doubted: runners
    .filter(({ rank, popularity }) => popularity === 1 && rank >= LOW_RANK)
    .toSorted((a, b) => b.rank - a.rank),
});

export interface MapFigures {
  /** Races with a result in which a runner on the map has a place. */
  readonly run: number;
  /** Of these, won by a runner ranked first by the index, and by a favorite. */
  readonly firstWon: number;
  readonly favoriteWon: number;
}

export function figuresOf(runners: readonly MapRunner[]): MapFigures {
  const run = new Set(runners.filter(({ mark }) => mark !== 'unrun').map(({ racekey }) => racekey));
  const winners = runners.filter(({ mark }) => mark === 'won');
  const racesOf = (some: readonly MapRunner[]): number => new Set(some.map(({ racekey }) => racekey)).size;
  return {
    run: run.size,
    firstWon: racesOf(winners.filter(({ rank }) => rank === 1)),
    favoriteWon: racesOf(winners.filter(({ popularity }) => popularity === 1)),
  };
}

/** Where a runner is drawn, as shares of the map: `x` from the left, `y` from the bottom. */
export interface MapPoint {
  readonly runner: MapRunner;
  readonly x: number;
  readonly y: number;
}

export interface MapScale {
  /** Ranks from 1 to this one have a column each. */
  readonly ranks: number;
  /** Odds at the lower and the upper edge. */
  readonly from: number;
  readonly to: number;
  /** Labelled odds, ascending. */
  readonly ticks: readonly number[];
}

const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

export function scaleOf(runners: readonly MapRunner[]): MapScale {
  const most = Math.max(10, ...runners.map(({ odds }) => odds));
  const to = TICKS.find((tick) => tick >= most) ?? most;
  return {
    ranks: Math.max(8, ...runners.map(({ rank }) => rank)),
    from: 1,
    to,
    ticks: TICKS.filter((tick) => tick <= to),
  };
}

/** The share of the height at which odds are drawn, on a logarithmic scale. */
export const heightOf = ({ from, to }: MapScale, odds: number): number =>
  Math.log(Math.max(from, odds) / from) / Math.log(to / from);

/** Points keep clear of the lines between the ranks by this share of a column. */
const GAP = 0.08;

/** Within the column of its rank, a race has its own place from left to right, in the order of `races`. */
export function pointsOf(
  runners: readonly MapRunner[],
  scale: MapScale,
  races: readonly string[],
): readonly MapPoint[] {
  const places = new Map(races.map((racekey, at) => [racekey, (at + 0.5) / Math.max(1, races.length)]));
  return runners.map((runner) => {
    const inColumn = GAP + (1 - 2 * GAP) * (places.get(runner.racekey) ?? 0.5);
    return { runner, x: (runner.rank - 1 + inColumn) / scale.ranks, y: heightOf(scale, runner.odds) };
  });
}

/**
 * The point that an arrow key leads to: up and down to the next odds of the same rank, left and right to the nearest
 * odds of the next rank that has runners. Undefined if the key does not move.
 */
export function pointAfterKey(
  runners: readonly MapRunner[],
  from: MapRunner,
  key: string,
): MapRunner | undefined {
  const ofRank = (rank: number): readonly MapRunner[] =>
    runners.filter((runner) => runner.rank === rank).toSorted((a, b) => a.odds - b.odds);
  const here = ofRank(from.rank);
  const at = here.findIndex(({ id }) => id === from.id);
  const ranks = [...new Set(runners.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  const nearest = (rank: number | undefined): MapRunner | undefined =>
    rank === undefined
      ? undefined
      : ofRank(rank).toSorted(
          (a, b) => Math.abs(Math.log(a.odds / from.odds)) - Math.abs(Math.log(b.odds / from.odds)),
        )[0];
  switch (key) {
    case 'ArrowUp':
      return here[at + 1];
    case 'ArrowDown':
      return here[at - 1];
    case 'ArrowRight':
      return nearest(ranks.find((rank) => rank > from.rank));
    case 'ArrowLeft':
      return nearest(ranks.findLast((rank) => rank < from.rank));
    case 'Home':
      return here[0];
    case 'End':
      return here.at(-1);
    default:
      return undefined;
  }
}
