// How each table is shown before anyone arranged it: what stays at the left, where its races open.

import type { Table, TableCode } from '#shared/catalogue/table.ts';
import type { RaceTab } from '../race/race-tabs.ts';

/** Columns that stay at the left, by what one record is of. */
export const PINNED: { readonly [grain in Table['grain']]: readonly string[] } = {
  meeting: ['racedate', 'racecourse_cd'],
  race: ['racedate', 'racekey'],
  horse: ['horse_number', 'horse_name'],
  master: ['horse_name'],
};

/** The tab of a race that shows what the table holds of it. */
export const RACE_TAB: { readonly [code in TableCode]: RaceTab } = {
  t_ra: 'card', d_ra: 'card', t_ka: 'card', d_ka: 'card', t_ky: 'card', d_ky: 'card', t_pd: 'prerace',
  t_ch: 'training', t_ze: 'past', t_zk: 'past', d_zk: 'past', t_se: 'result', d_se: 'result', t_hj: 'payoffs',
  d_hj: 'payoffs', m_uk: 'card',
}; // prettier-ignore

/** Columns that say a runner took no ordinary part: scratched, stopped, disqualified. */
export const STATUS: readonly string[] = ['withdrawn_flag', 'trouble_classification'];
