// What changed on a day that is not over since the user last looked at it: a small snapshot of what can change, and the
// differences between two of them. Pure.

import { z } from 'zod';
import { isStated } from '#shared/catalogue/reading.ts';
import { RIDER_KEY } from '#shared/catalogue/subjects/rider.ts';
import { postTimeOf } from '#shared/racing/race-words.ts';
import { byRunner, numberIn, runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { withdrawals } from '#shared/racing/runner-words.ts';

const runnerSchema = z.object({
  /** Jockey; absent if unknown. */
  j: z.string().optional(),
  /** The jockey's code; absent if unknown, and in what earlier versions stored. */
  c: z.string().optional(),
  /** Win odds; absent if unknown. */
  o: z.number().optional(),
  /** The odds are the reference odds of the card, and not those of the pre-race record. */
  r: z.literal(1).optional(),
  /** The horse does not run. */
  x: z.literal(1).optional(),
});

const raceSchema = z.object({
  post: z.string().optional(),
  /** By horse number. */
  runners: z.record(z.string(), runnerSchema),
});

const goingSchema = z.object({ turf: z.string().optional(), dirt: z.string().optional() });

/** One day as it was seen. Names are short, because a day has some 500 runners and the file is written as a whole. */
export const snapshotSchema = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** Going of turf and dirt as codes, by meeting. */
  going: z.record(z.string(), goingSchema),
  races: z.record(z.string(), raceSchema),
});

export type DaySnapshot = z.infer<typeof snapshotSchema>;

type SeenRunner = z.infer<typeof runnerSchema>;
type SeenRace = z.infer<typeof raceSchema>;
type SeenGoing = z.infer<typeof goingSchema>;

/** The records of a day; a table that has none yet is empty. */
export interface DayRecords {
  readonly races: readonly RecordValues[];
  readonly meetings: readonly RecordValues[];
  readonly entries: readonly RecordValues[];
  readonly prerace: readonly RecordValues[];
  readonly results: readonly RecordValues[];
}

function textIn(record: RecordValues | undefined, field: string): string | undefined {
  const text = record?.[field]?.trim() ?? '';
  return text === '' ? undefined : text;
}

const racekeyOf = (record: RecordValues): string => record['racekey']?.trim() ?? '';

function seenRunner(
  entry: RecordValues | undefined,
  prerace: RecordValues | undefined,
  isOut: boolean,
): SeenRunner {
  const riding = textIn(prerace, 'jockey_name') === undefined ? entry : prerace;
  const jockey = textIn(riding, 'jockey_name');
  const code = textIn(riding, RIDER_KEY);
  const latest = numberIn(prerace, 'win_odds');
  const hasLatest = latest !== undefined && latest > 0;
  const odds = hasLatest ? latest : numberIn(entry, 'criteria_win_odds');
  return {
    ...(jockey === undefined ? {} : { j: jockey, ...(isStated(code) ? { c: code } : {}) }),
    ...(odds === undefined || odds <= 0 ? {} : { o: odds, ...(hasLatest ? {} : { r: 1 }) }),
    ...(isOut ? { x: 1 } : {}),
  };
}

/** Races that were run are left out: nothing about them can still change before them. */
export function snapshotOf(records: DayRecords, at: number): DaySnapshot {
  const going: DaySnapshot['going'] = {};
  for (const meeting of records.meetings) {
    const holdingkey = textIn(meeting, 'holdingkey');
    const turf = textIn(meeting, 'turf_condition_cd');
    const dirt = textIn(meeting, 'dirt_condition_cd');
    if (holdingkey !== undefined)
      going[holdingkey] = {
        ...(turf === undefined ? {} : { turf }),
        ...(dirt === undefined ? {} : { dirt }),
      };
  }
  const grouped = {
    card: Map.groupBy(records.entries, racekeyOf),
    prerace: Map.groupBy(records.prerace, racekeyOf),
    results: Map.groupBy(records.results, racekeyOf),
  };
  const late = byRunner(records.prerace);
  const races: DaySnapshot['races'] = {};
  for (const race of records.races) {
    const racekey = racekeyOf(race);
    const card = grouped.card.get(racekey) ?? [];
    const prerace = grouped.prerace.get(racekey) ?? [];
    const results = grouped.results.get(racekey) ?? [];
    if (racekey === '' || isRun(results)) continue;
    const out = withdrawals({ race, card, prerace, results }, 'en');
    const runners: Record<string, SeenRunner> = {};
    for (const entry of card) {
      // Before the draw it has no number to be compared by.
      const number = runnerNumber(entry);
      if (number === undefined) continue;
      runners[String(number)] = seenRunner(entry, late.get(runnerKey(entry) ?? ''), out.has(number));
    }
    const post = race['post_time'] == null ? undefined : postTimeOf({ post_time: race['post_time'].trim() });
    races[racekey] = { ...(post === undefined ? {} : { post }), runners };
  }
  return { at, going, races };
}

export type DayChange =
  | { readonly kind: 'scratched' | 'reinstated'; readonly racekey: string; readonly number: number }
  | {
      readonly kind: 'jockey';
      readonly racekey: string;
      readonly number: number;
      readonly before: string;
      readonly now: string;
    }
  | {
      readonly kind: 'odds';
      readonly racekey: string;
      readonly number: number;
      readonly before: number;
      readonly now: number;
      /** `before` are the reference odds of the card. */
      readonly fromReference: boolean;
    }
  | { readonly kind: 'post'; readonly racekey: string; readonly before: string; readonly now: string }
  | {
      readonly kind: 'going';
      readonly holdingkey: string;
      readonly surface: 'turf' | 'dirt';
      /** Codes. */
      readonly before: string;
      readonly now: string;
    };

/** Odds that grew or shrank by this factor moved by a lot; reference odds are a forecast, which is often off by half. */
export const ODDS_FACTOR = 1.5;
export const REFERENCE_FACTOR = 2;

/** Among long shots such moves mean little: one of the two odds is at most this. */
export const LONGEST_ODDS = 20;

function hasMoved(before: SeenRunner, now: SeenRunner): boolean {
  if (before.o === undefined || now.o === undefined) return false;
  // Reference odds come back only if a pre-race record disappears, which is no move of the odds.
  if (now.r === 1 && before.r !== 1) return false;
  const factor = before.r === 1 && now.r !== 1 ? REFERENCE_FACTOR : ODDS_FACTOR;
  const ratio = Math.max(before.o, now.o) / Math.min(before.o, now.o);
  return ratio >= factor && Math.min(before.o, now.o) <= LONGEST_ODDS;
}

/** Namesakes have different codes, and a name may be written in two ways; without a code, names are compared. */
const hasOtherRider = (before: SeenRunner, now: SeenRunner): boolean =>
  before.c !== undefined && now.c !== undefined ? before.c !== now.c : before.j !== now.j;

/** What changed about a runner. Something that was unknown before has not changed. */
function runnerChanges(
  racekey: string,
  number: number,
  before: SeenRunner,
  now: SeenRunner,
): readonly DayChange[] {
  const of = { racekey, number };
  if (before.x !== now.x) return [{ kind: now.x === 1 ? 'scratched' : 'reinstated', ...of }];
  if (now.x === 1) return [];
  const changes: DayChange[] = [];
  if (before.j !== undefined && now.j !== undefined && hasOtherRider(before, now)) {
    const named = ({ j = '', c }: SeenRunner): string =>
      before.j === now.j && c !== undefined ? `${j} (${c})` : j;
    changes.push({ kind: 'jockey', ...of, before: named(before), now: named(now) });
  }
  if (before.o !== undefined && now.o !== undefined && hasMoved(before, now))
    changes.push({
      kind: 'odds',
      ...of,
      before: before.o,
      now: now.o,
      fromReference: before.r === 1 && now.r !== 1,
    });
  return changes;
}

const ORDER = ['going', 'scratched', 'reinstated', 'jockey', 'post', 'odds'] as const;

/** Going first, then scratched runners, jockeys, post times and odds, each in the order of the races. */
export function changesSince(before: DaySnapshot, now: DaySnapshot): readonly DayChange[] {
  const changes: DayChange[] = [];
  for (const [holdingkey, going] of Object.entries(now.going)) {
    for (const surface of ['turf', 'dirt'] as const) {
      const [was, is] = [before.going[holdingkey]?.[surface], going[surface]];
      if (was !== undefined && is !== undefined && was !== is)
        changes.push({ kind: 'going', holdingkey, surface, before: was, now: is });
    }
  }
  for (const [racekey, race] of Object.entries(now.races)) {
    const seen = before.races[racekey];
    if (seen?.post !== undefined && race.post !== undefined && seen.post !== race.post)
      changes.push({ kind: 'post', racekey, before: seen.post, now: race.post });
    for (const [number, runner] of Object.entries(race.runners)) {
      const was = seen?.runners[number];
      if (was !== undefined) changes.push(...runnerChanges(racekey, Number(number), was, runner));
    }
  }
  return changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

type Known<T> = Readonly<Record<string, T>>;

/** What `now` has in addition, and what both have filled by `fill`; the same object if that adds nothing. */
function filled<T>(before: Known<T>, now: Known<T>, fill: (was: T, is: T) => T): Record<string, T> {
  const all = { ...before };
  for (const [key, is] of Object.entries(now)) {
    const was = before[key];
    all[key] = was === undefined ? is : fill(was, is);
  }
  return Object.entries(all).every(([key, value]) => before[key] === value) ? before : all;
}

function filledGoing(was: SeenGoing, is: SeenGoing): SeenGoing {
  const turf = was.turf ?? is.turf;
  const dirt = was.dirt ?? is.dirt;
  return turf === was.turf && dirt === was.dirt ? was : { turf, dirt };
}

/** The first pre-race odds replace reference odds, unless they are listed as a move from these. */
function filledRunner(was: SeenRunner, is: SeenRunner): SeenRunner {
  const areFirst =
    is.o !== undefined && (was.o === undefined || (was.r === 1 && is.r !== 1 && !hasMoved(was, is)));
  // The code is that of the name: two names without codes would be compared by their spelling.
  const { j, c } = was.j === undefined ? is : was;
  if (!areFirst && j === was.j) return was;
  const { o, r } = areFirst ? is : was;
  return { j, c, o, r, x: was.x };
}

function filledRace(was: SeenRace, is: SeenRace): SeenRace {
  const post = was.post ?? is.post;
  const runners = filled(was.runners, is.runners, filledRunner);
  return post === was.post && runners === was.runners ? was : { post, runners };
}

/**
 * The kept snapshot with what was unknown in it, such as the first pre-race odds, because a later change of that would
 * go unnoticed. Its time and all that it knew stay: small moves of odds add up, and "since" names the time that the
 * person knows. The same object if nothing is new.
 */
export function withNews(before: DaySnapshot, now: DaySnapshot): DaySnapshot {
  const going = filled(before.going, now.going, filledGoing);
  const races = filled(before.races, now.races, filledRace);
  return going === before.going && races === before.races ? before : { at: before.at, going, races };
}

/**
 * The day is marked as seen as it is `now`. If another window has marked a later read, the person has seen that.
 */
export const seenNow = (stored: DaySnapshot | undefined, now: DaySnapshot): DaySnapshot =>
  stored !== undefined && stored.at > now.at ? withNews(stored, now) : now;

/**
 * The stored snapshot with what became known. `before` is the one on screen: another window may have marked the day as
 * seen since, or nothing may be stored because that failed.
 */
export function newsFor(
  stored: DaySnapshot | undefined,
  before: DaySnapshot | undefined,
  now: DaySnapshot,
): DaySnapshot {
  const isOlder = stored !== undefined && before !== undefined && stored.at < before.at;
  const base = isOlder ? before : (stored ?? before);
  return base === undefined ? now : withNews(base, now);
}

/** Days that have not run yet: cards are out for two or three. */
const MOST_DAYS = 4;

export const seenDaysSchema = z.record(z.string(), snapshotSchema);

export type SeenDays = z.infer<typeof seenDaysSchema>;

/** The memory with this day as it is seen now, without days that are over; the nearest days are kept. */
export function rememberDay(seen: SeenDays, racedate: string, now: DaySnapshot, today: string): SeenDays {
  const days = Object.entries({ ...seen, [racedate]: now })
    .filter(([day]) => day >= today)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const kept = days.slice(0, MOST_DAYS);
  // The day on screen is kept, however far ahead it is.
  if (!kept.some(([day]) => day === racedate)) kept.splice(-1, 1, [racedate, now]);
  return Object.fromEntries(kept);
}
