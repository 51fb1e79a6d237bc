// The facts that runners are compared by, of the card and of who rides them, and which are among the best three of the
// field. Pure.

import type { Column } from '#shared/catalogue/column.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { CARRIED_COLUMNS, RIDER_COLUMNS } from '#shared/racing/riders.ts';
import { bestThree } from '../../../racing/best-three.ts';

/** In the order that a handicapper asks: what is expected, what it is made of, what suits the horse, who is with it. */
const FIELDS = [
  'criteria_win_odds', 'criteria_win_popularity', 'integration_index', 'adjust_idm', 'jockey_index',
  'insideinfo_index', 'training_index', 'stable_index', 'longshot_index', 'jockey_expect_winrate',
  'jockey_expect_showrate', 'ten_index', 'pace_index', 'agari_index', 'ichi_index', 'est_mae3f_order',
  'est_ato3f_order', 'est_goal_order', 'foottype_cd', 'distance_aptitude_cd1', 'turf_tekisei_cd', 'dirt_tekisei_cd',
  'mudder_cd', 'rising_level_cd', 'training_arrow', 'stable_arrow', 'rider_name', 'carried_weight', 'trainer_name',
  'sire_name', 'mare_sire_name', 'earned_prize',
] as const; // prettier-ignore

const LESS_IS_BETTER: ReadonlySet<string> = new Set([
  'criteria_win_odds', 'criteria_win_popularity', 'est_mae3f_order', 'est_ato3f_order', 'est_goal_order',
]); // prettier-ignore

export interface Fact {
  readonly column: Column;
  /** 1 to 3 by horse number: among the best three of all that run. Empty if the fact has no better and worse. */
  readonly ranks: ReadonlyMap<number, number>;
}

const OF_RIDE = [...RIDER_COLUMNS, ...CARRIED_COLUMNS];

const COLUMNS = FIELDS.flatMap(
  (field) => columnOf('t_ky', field) ?? OF_RIDE.filter(({ name }) => name === field),
);

const isRanked = ({ name, kind }: Column): boolean =>
  LESS_IS_BETTER.has(name) || kind === 'decimal' || kind === 'rate';

/** `card`: the records of the whole field. Horses in `withdrawn` take no rank from those that run. */
export function factsOf(card: readonly RecordValues[], withdrawn: ReadonlySet<number>): readonly Fact[] {
  const running = card.filter((runner) => !withdrawn.has(runnerNumber(runner) ?? 0));
  return COLUMNS.map((column) => {
    if (!isRanked(column)) return { column, ranks: new Map<number, number>() };
    const values = running.map((runner) => runner[column.name]);
    const ranks = [...bestThree(column, values, LESS_IS_BETTER.has(column.name))].flatMap(([row, rank]) => {
      const number = runnerNumber(running[row]);
      return number === undefined ? [] : [[number, rank] as const];
    });
    return { column, ranks: new Map(ranks) };
  });
}
