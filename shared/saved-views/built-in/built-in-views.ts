// The built-in views of each subject and table; a table opens with the first one until the user chooses a default.
// To add one: a row in the file of its record.

import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';
import { MEETING_VIEWS, PAYOFF_VIEWS, RACE_VIEWS } from '#shared/saved-views/built-in/race-views.ts';
import {
  PREVIOUS_NOTE_VIEWS,
  PREVIOUS_RACE_VIEWS,
  RESULT_VIEWS,
} from '#shared/saved-views/built-in/run-views.ts';
import {
  ENTRY_VIEWS,
  HORSE_VIEWS,
  PRERACE_VIEWS,
  TRAINING_VIEWS,
} from '#shared/saved-views/built-in/runner-views.ts';
import {
  PEOPLE_VIEWS,
  PAYOFFS_VIEWS,
  RACES_VIEWS,
  RUNNERS_VIEWS,
  RUNS_VIEWS,
  WORKS_VIEWS,
} from '#shared/saved-views/built-in/subject-views.ts';

export const BUILT_IN_VIEWS: { readonly [code in BrowsableCode]: readonly BuiltInView[] } = {
  t_ra: RACE_VIEWS, d_ra: RACE_VIEWS, t_ka: MEETING_VIEWS, d_ka: MEETING_VIEWS, t_ky: ENTRY_VIEWS,
  d_ky: ENTRY_VIEWS, t_pd: PRERACE_VIEWS, t_ch: TRAINING_VIEWS, t_ze: PREVIOUS_RACE_VIEWS,
  t_zk: PREVIOUS_NOTE_VIEWS, d_zk: PREVIOUS_NOTE_VIEWS, t_se: RESULT_VIEWS, d_se: RESULT_VIEWS,
  t_hj: PAYOFF_VIEWS, d_hj: PAYOFF_VIEWS, m_uk: HORSE_VIEWS,
  races: RACES_VIEWS, runners: RUNNERS_VIEWS, runs: RUNS_VIEWS, payoffs: PAYOFFS_VIEWS, works: WORKS_VIEWS,
  horses: PEOPLE_VIEWS('horses'), jockeys: PEOPLE_VIEWS('jockeys'), trainers: PEOPLE_VIEWS('trainers'),
  sires: PEOPLE_VIEWS('sires'),
}; // prettier-ignore

const PREFIX = 'built-in.';

/** The id of a built-in view; user views never have such an id. */
export const builtInId = (view: BuiltInView): string => `${PREFIX}${view.id}`;

export const builtInView = (table: BrowsableCode, id: string): BuiltInView | undefined =>
  BUILT_IN_VIEWS[table].find((view) => builtInId(view) === id);
