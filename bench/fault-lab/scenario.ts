// One run of the lab, drawn from its seed alone: the queries and where they enter, what is stored before, how the
// service behaves, and what goes wrong when.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { Draw } from '../../service/sample/generator/draw.ts';
import type { Fault } from './delivery.ts';
import { FAULTS, faultOf, isReading } from './faults.ts';
import type { World } from './world.ts';

/**
 * Where a query enters: the window's core, opened or as a background download; or a command, in this process or a
 * separate one.
 */
export type Door = 'result' | 'job' | 'query' | 'download' | 'process';

export interface Question {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly by: Door;
}

/** The requests of a run that a fault meets, counted from 0. */
export type When =
  | { readonly kind: 'always' }
  | { readonly kind: 'once'; readonly at: number }
  | { readonly kind: 'from'; readonly at: number }
  | { readonly kind: 'until'; readonly at: number }
  | { readonly kind: 'share'; readonly share: number };

export interface Trouble {
  readonly fault: string;
  readonly when: When;
}

export interface Scenario {
  readonly seed: number;
  /** The fault that the run is counted for. */
  readonly first: string;
  /** Queries opened at the same time; a single one by a command. */
  readonly questions: readonly Question[];
  /** The program and the meetings of the days were fetched before, without trouble. */
  readonly storedProgram: boolean;
  /** The service's readings in every answer. */
  readonly readings: readonly string[];
  /** The service behaved like that before the queries too. */
  readonly isOldHabit: boolean;
  /** The queries are repeated while the service still behaves like that. */
  readonly isRepeated: boolean;
  readonly troubles: readonly Trouble[];
  /** The queries are repeated when the trouble is over and the service behaves like this project's own. */
  readonly isRepaired: boolean;
  /** Days per request that this service is known to answer, as if learned before. */
  readonly windowDays?: number;
  /** The user gives up after this many requests. */
  readonly cancelAfter?: number;
}

const PERIOD_TABLES = [
  ['d_se', 4],
  ['d_ky', 2],
  ['d_zk', 1],
  ['d_ra', 2],
  ['d_hj', 2],
  ['d_ka', 1],
] as const;
const DAY_TABLES = ['t_ra', 't_ka', 't_ky', 't_pd', 't_ch', 't_ze', 't_zk', 't_se', 't_hj'] as const;

/** The first fault advances through the list with the seed, so that each gets the same number of runs. */
export const scenarioOf = (seed: number, world: World): Scenario =>
  drawScenario(seed, world, FAULTS[seed % FAULTS.length] ?? FAULTS[0], FAULTS);

/** `others`: further faults. */
export function drawScenario(
  seed: number,
  world: World,
  first: Fault | undefined,
  others: readonly Fault[],
): Scenario {
  const draw = new Draw(seed, 0x5ce9a);
  const more = Array.from(
    { length: draw.weighted([[0, 5], [1, 4], [2, 1]]) },
    () => draw.of(others),
  ); // prettier-ignore
  const all = first === undefined ? more : [first, ...more];
  const readings = all.filter(isReading).map(({ name }) => name);
  const troubles = all.filter((fault) => !isReading(fault)).map(({ name }) => name);
  const door = drawDoor(draw, readings, troubles);
  const questions = [drawQuestion(draw, world, first, door)];
  if ((door === 'result' || door === 'job') && draw.chance(0.12))
    questions.push(drawQuestion(draw, world, first, door));
  return {
    seed,
    first: all[0]?.name ?? 'none',
    questions,
    // With the program stored, the client does not request it.
    storedProgram: draw.chance(first?.layer === 'empty' ? 0.1 : 0.4) && !questions.some(isOfProgram),
    readings: [...new Set(readings)],
    isOldHabit: draw.chance(0.6),
    isRepeated: door !== 'process' && draw.chance(0.3),
    troubles: troubles.map((fault) => ({ fault, when: drawWhen(draw, fault) })),
    isRepaired: readings.length === 0 || draw.chance(0.4),
    ...(draw.chance(first?.layer === 'size' ? 0.1 : 0.35) ? { windowDays: draw.of([1, 2, 3, 7]) } : {}),
    ...(draw.chance(0.04) && door !== 'process' ? { cancelAfter: draw.int(0, 6) } : {}),
  };
}

const isOfProgram = ({ table }: Question): boolean => ['d_ra', 'd_ka', 't_ra', 't_ka'].includes(table);

/** These need a clock that runs fast, or a client that does not wait long for an answer. */
const NOT_IN_REAL_TIME = /^(limit-|ban|plan-ends|too-much-(429|5)|changing)/;

function drawDoor(draw: Draw, readings: readonly string[], troubles: readonly string[]): Door {
  const door = draw.weighted([['result', 9], ['job', 5], ['query', 5], ['download', 3], ['process', 1]] as const); // prettier-ignore
  const isRealTime = troubles.length === 0 && readings.every((name) => !NOT_IN_REAL_TIME.test(name));
  return door === 'process' && !isRealTime ? 'query' : door;
}

function drawQuestion(draw: Draw, world: World, first: Fault | undefined, by: Door): Question {
  if (first?.name === 'capped-5000' && world.largePeriod)
    return { table: 'd_se', filter: world.largePeriod, by: by === 'process' ? 'query' : by };
  const kinds = first !== undefined && isReading(first) ? ([['period', 12], ['day', 2], ['race', 1], ['horse', 0.3]] as const) : ([['period', 7], ['day', 2], ['race', 2], ['horse', 1]] as const); // prettier-ignore
  const kind = draw.weighted(kinds);
  const asJob: Door = by === 'job' ? 'result' : by === 'download' ? 'query' : by;
  switch (kind) {
    case 'period':
      return { table: draw.weighted(PERIOD_TABLES), filter: drawPeriod(draw, world, first), by };
    case 'day':
      return { table: draw.of(DAY_TABLES), filter: { racedate: draw.of(world.days) }, by };
    case 'race':
      return { table: draw.of(DAY_TABLES), filter: { racekey: draw.of(world.racekeys) }, by: asJob };
    case 'horse':
      return { table: 'm_uk', filter: { horse_id: draw.of(world.horseIds) }, by: asJob };
  }
}

/** Both ends raced, one of them, or neither; sometimes there was no racing in between either. */
function drawPeriod(draw: Draw, { days }: World, first: Fault | undefined): Filter {
  const raced = new Set(days);
  if (draw.chance(first?.layer === 'empty' ? 0.75 : 0.06)) {
    const day = draw.of(days.filter((each) => !raced.has(addDays(each, 1)) && each !== days.at(-1)));
    const start_racedate = addDays(day, 1);
    let end_racedate = start_racedate;
    while (draw.chance(0.6) && !raced.has(addDays(end_racedate, 1))) end_racedate = addDays(end_racedate, 1);
    return { start_racedate, end_racedate };
  }
  // To test an oversized answer, the excess must be large.
  const least = first?.layer === 'size' ? Math.ceil(days.length / 2) : 0;
  const from = draw.int(0, days.length - 1 - least);
  const to = draw.int(from + least, days.length - 1);
  return {
    start_racedate: drawEnd(draw, days[from] ?? '', -1, raced),
    end_racedate: drawEnd(draw, days[to] ?? '', 1, raced),
  };
}

/** The day itself, or a day near it without racing: up to three days away. */
function drawEnd(draw: Draw, day: string, way: 1 | -1, raced: ReadonlySet<string>): string {
  if (draw.chance(0.5)) return day;
  let end = day;
  for (let step = draw.int(1, 3); step > 0 && !raced.has(addDays(end, way)); step -= 1)
    end = addDays(end, way);
  return end;
}

function drawWhen(draw: Draw, fault: string): When {
  // A clock that jumps at every request would not be a clock.
  if (faultOf(fault).onHit) return { kind: 'once', at: draw.int(0, 3) };
  const kind = draw.weighted([['always', 4], ['once', 3], ['from', 1], ['until', 2], ['share', 3]] as const); // prettier-ignore
  switch (kind) {
    case 'always':
      return { kind };
    case 'once':
    case 'from':
      return { kind, at: draw.of([0, 0, 0, 1, 2, 3]) };
    case 'until':
      return { kind, at: draw.int(1, 5) };
    case 'share':
      return { kind, share: draw.of([0.1, 0.3, 0.6]) };
  }
}

/** Whether a fault meets the request with that number. */
export function meets(when: When, count: number, draw: Draw): boolean {
  switch (when.kind) {
    case 'always':
      return true;
    case 'once':
      return count === when.at;
    case 'from':
      return count >= when.at;
    case 'until':
      return count < when.at;
    case 'share':
      return draw.chance(when.share);
  }
}
