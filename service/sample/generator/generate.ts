// Deterministic sample racing: all sixteen tables, day by day, from a seed.
//
// Its parts:
// - calendar.ts decides which courses race, program.ts their races, horses.ts what each horse is born with;
// - world.ts simulates the racing of all days once, in order, from a fixed beginning: fields by class and preference,
//   win chances shaped like real odds, a finish drawn from them, money, promotions, rests and retirements;
// - odds.ts, pools.ts, running.ts and card.ts derive stakes, payoffs, times and cards from a simulated race: pure
//   functions of the seed and the race;
// - records/ makes records with the catalogue's columns.
// So a day depends only on the seed and its date. Today decides only what is already known about it: results before
// today, indices of results after their Thursday, works up to today, measurements and pre-race information in the hours
// before the race.

import type { TableCode } from '#shared/catalogue/table.ts';
import { meetingsOn } from './calendar/calendar.ts';
import { dayOf, dayOfDate, racedateOf } from './calendar/days.ts';
import { CARDS_AHEAD_DAYS, minutesOf, type Now } from './race/known.ts';
import { RaceFiles, type RaceFile } from './race-file.ts';
import { entryOfTheDay, entryRecord } from './records/entry.ts';
import { holdingRecord } from './records/holding.ts';
import { horseRecord } from './records/horse.ts';
import { pastDetailsRecord } from './records/past-details.ts';
import { pastRunsRecord } from './records/past-runs.ts';
import { payoffRecord } from './records/payoffs.ts';
import { preraceRecord } from './records/prerace.ts';
import { raceRecord } from './records/race.ts';
import type { SampleRecord } from './records/record.ts';
import { resultRecord } from './records/result.ts';
import { workRecord } from './records/work.ts';
import { FIRST_SHOWN_YEAR, SampleWorld } from './world.ts';

export { defaultRange, raceDates } from './calendar/calendar.ts';
export type { SampleRecord } from './records/record.ts';

export interface SampleDay {
  readonly racedate: string;
  /** Records by table, each a plain object in the catalogue's column order; a table without records is omitted. */
  readonly records: ReadonlyMap<TableCode, readonly SampleRecord[]>;
}

export interface SampleOptions {
  readonly seed: string;
  /** YYYYMMDD in Tokyo. */
  readonly today: string;
  /** HHMM in Tokyo: decides what is known about today's races; without it, it is midnight. */
  readonly now?: string;
  /** Generates only these tables; without it, all. */
  readonly tables?: readonly TableCode[];
}

/**
 * The race days between two dates (YYYYMMDD, both included), in order. Days before 2016 have no racing, and days more
 * than twelve days after today no cards yet.
 */
export function* sampleDays(from: string, to: string, options: SampleOptions): Generator<SampleDay> {
  const { world, files } = playedWith(options.seed);
  const today = dayOf(options.today);
  const now = { day: today, minutes: minutesOf(options.now) };
  const first = Math.max(dayOf(from), dayOfDate(FIRST_SHOWN_YEAR, 1, 1));
  const last = Math.min(dayOf(to), today + CARDS_AHEAD_DAYS);
  for (let day = first; day <= last; day++) {
    if (meetingsOn(day).length > 0) yield sampleDay(world, files, day, now, options);
  }
}

/** Whether a work was done by that day. */
const isDone =
  ({ day }: Now) =>
  ({ exercise_date }: SampleRecord): boolean =>
    String(exercise_date) <= racedateOf(day);

interface Played {
  readonly world: SampleWorld;
  readonly files: RaceFiles;
}

const played = new Map<string, Played>();

/** The worlds of the last two seeds are cached, since what they have simulated never changes. */
function playedWith(seed: string): Played {
  const found = played.get(seed);
  if (found !== undefined) return found;
  const [oldest] = played.keys();
  if (played.size >= 2 && oldest !== undefined) played.delete(oldest);
  const world = new SampleWorld(seed);
  const fresh = { world, files: new RaceFiles(world) };
  played.set(seed, fresh);
  return fresh;
}

function sampleDay(
  world: SampleWorld,
  files: RaceFiles,
  day: number,
  now: Now,
  { tables: wanted }: SampleOptions,
): SampleDay {
  const isWanted = (...codes: TableCode[]) =>
    wanted === undefined || codes.some((code) => wanted.includes(code));
  const ahead = day - now.day;
  const races = world.racesOn(day).map((race) => files.file(race, now));
  const over = races.filter((file) => file.stage !== 'card');
  const soon = races.filter((file) => file.onSale !== null);
  const runners = (from: readonly RaceFile[], write: (file: RaceFile, index: number) => SampleRecord) =>
    from.flatMap((file) => Array.from({ length: file.race.size }, (_, index) => write(file, index)));

  const program = races.map(raceRecord);
  const holdings = meetingsOn(day).map((meeting) => holdingRecord(world.root, meeting, now));
  const entries = isWanted('t_ky', 'd_ky') ? runners(races, entryRecord) : [];
  const details = isWanted('t_zk', 'd_zk')
    ? runners(races, (file, index) => pastDetailsRecord(file, files, index))
    : [];
  const results = runners(over, resultRecord);
  const payoffs = over.map(payoffRecord);
  const tables: [TableCode, readonly SampleRecord[]][] = [
    ['t_ra', program],
    ['t_ka', holdings],
    ['t_ky', entries.map(entryOfTheDay)],
    ['t_pd', isWanted('t_pd') ? runners(soon, preraceRecord) : []],
    ['t_ch', isWanted('t_ch') ? runners(races, workRecord).filter(isDone(now)) : []],
    ['t_ze', isWanted('t_ze') ? runners(races, (file, index) => pastRunsRecord(file, files, index)) : []],
    ['t_zk', details],
    ['t_se', results],
    ['t_hj', payoffs],
    [
      'm_uk',
      isWanted('m_uk')
        ? runners(races, ({ race }, index) => horseRecord(world.root, world.horse[race.first + index] ?? 0))
        : [],
    ],
  ];
  // Days before today are also in the past tables, with the same records.
  if (ahead < 0) {
    tables.push(['d_ra', program], ['d_ka', holdings], ['d_ky', entries], ['d_zk', details]);
    tables.push(['d_se', results], ['d_hj', payoffs]);
  }
  return {
    racedate: racedateOf(day),
    records: new Map(tables.filter(([code, records]) => isWanted(code) && records.length > 0)),
  };
}
