// One run of the lab, drawn from its seed alone: what is asked, what is held before, and what goes wrong when.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { Draw } from '../../service/sample/draw.ts';
import { FAULTS } from './faults.ts';
import type { World } from './world.ts';

export interface Question {
  readonly table: TableCode;
  readonly filter: Filter;
  /** Opened in the window, or downloaded in the background. */
  readonly by: 'result' | 'job';
}

/** Which of the requests of a run a fault meets, counted from 0. */
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
  /** Opened at the same time. */
  readonly questions: readonly Question[];
  /** The programme and the meetings of the days were fetched before, without trouble. */
  readonly programmeHeld: boolean;
  readonly troubles: readonly Trouble[];
  /** Days per request that this service is known to answer, as if learnt before. */
  readonly windowDays?: number;
  /** The person gives up after that many requests. */
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

/** The first fault goes through the list with the seed, so that as many runs meet each. */
export function scenarioOf(seed: number, world: World): Scenario {
  const draw = new Draw(seed, 0x5ce9a);
  const first = FAULTS[seed % FAULTS.length]?.name ?? 'none';
  const others = Array.from(
    { length: draw.weighted([[0, 5], [1, 3], [2, 2]]) },
    () => draw.of(FAULTS).name,
  ); // prettier-ignore
  const questions = [drawQuestion(draw, world, first)];
  if (draw.chance(0.15)) questions.push(drawQuestion(draw, world, first));
  return {
    seed,
    questions,
    programmeHeld: draw.chance(0.5),
    troubles: [first, ...others].map((fault) => ({ fault, when: drawWhen(draw) })),
    ...(draw.chance(0.5) ? { windowDays: draw.of([1, 2, 3, 7]) } : {}),
    ...(draw.chance(0.06) ? { cancelAfter: draw.int(0, 6) } : {}),
  };
}

function drawQuestion(draw: Draw, world: World, fault: string): Question {
  if (fault === 'capped-5000' && world.largePeriod)
    return { table: 'd_se', filter: world.largePeriod, by: 'result' };
  const kind = draw.weighted([['period', 7], ['day', 2], ['race', 2], ['horse', 1]] as const); // prettier-ignore
  switch (kind) {
    case 'period': {
      const from = draw.int(0, world.days.length - 1);
      const to = draw.int(from, world.days.length - 1);
      const start_racedate = world.days[from] ?? '';
      const end_racedate = world.days[to] ?? '';
      const by = draw.chance(0.4) ? 'job' : 'result';
      return { table: draw.weighted(PERIOD_TABLES), filter: { start_racedate, end_racedate }, by };
    }
    case 'day':
      return {
        table: draw.of(DAY_TABLES),
        filter: { racedate: draw.of(world.days) },
        by: draw.chance(0.3) ? 'job' : 'result',
      };
    case 'race':
      return { table: draw.of(DAY_TABLES), filter: { racekey: draw.of(world.racekeys) }, by: 'result' };
    case 'horse':
      return { table: 'm_uk', filter: { horse_id: draw.of(world.horseIds) }, by: 'result' };
  }
}

function drawWhen(draw: Draw): When {
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
