// The defaults of each table: the columns pinned at the left, and the tab on which its races open.

import { LEFT_OUT } from '#shared/racing/starts.ts';
import type { StatusColumn } from '../../grid/data/row-source.ts';
import type { RaceTab } from '../race/race-tabs.ts';
import type { ResultCode, ResultTable } from './result-table.ts';

/** Columns pinned at the left by default, by what one record is of. */
export const PINNED: { readonly [grain in ResultTable['grain']]: readonly string[] } = {
  meeting: ['racedate', 'racecourse_cd'],
  race: ['racedate', 'racekey'],
  horse: ['horse_number', 'horse_name'],
  master: ['horse_name', 'sire_name'],
  person: ['jockey_name', 'trainer_name'],
  query: [],
};

/** The tab of a race that shows the table's records. */
export const RACE_TAB: { readonly [code in ResultCode]: RaceTab } = {
  t_ra: 'card', d_ra: 'card', t_ka: 'card', d_ka: 'card', t_ky: 'card', d_ky: 'card', t_pd: 'prerace',
  t_ch: 'training', t_ze: 'past', t_zk: 'past', d_zk: 'past', t_se: 'result', d_se: 'result', t_hj: 'payoffs',
  d_hj: 'payoffs', m_uk: 'card', races: 'card', runners: 'result', runs: 'result', payoffs: 'payoffs', works: 'training', horses: 'card',
  jockeys: 'card', trainers: 'card', sires: 'card', sql: 'card',
}; // prettier-ignore

/** Columns that strike a row through: the runner was scratched, stopped or disqualified. */
export const STATUS: readonly StatusColumn[] = [
  { name: 'withdrawn_flag' },
  { name: 'trouble_classification', codes: LEFT_OUT },
];
