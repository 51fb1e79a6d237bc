// The texts and actions of a job's row.

import type { Job } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';

/** Most tables that are named; more are only counted. */
const MOST_NAMED = 2;

export const periodText = ({ from, to }: Pick<Job, 'from' | 'to'>, language: Language): string =>
  [...new Set([from, to])].map((day) => formatRacedate(day, language) ?? day).join(' – ');

/** The names of a job's tables; undefined if there are too many to name. */
export const tablesText = ({ tables }: Pick<Job, 'tables'>, language: Language): string | undefined =>
  tables.length > MOST_NAMED
    ? undefined
    : tables.map((code) => TABLES[code].label[language]).join(language === 'ja' ? '、' : ', ');

/** The actions of a job in its state, the likeliest first. */
export type JobButton = 'pause' | 'resume' | 'cancel' | 'retry' | 'forget';

export const ACTIONS: Readonly<Record<Job['state'], readonly JobButton[]>> = {
  waiting: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  parked: ['resume', 'pause', 'cancel'],
  done: ['forget'],
  incomplete: ['retry', 'forget'],
  failed: ['retry', 'forget'],
  cancelled: ['retry', 'forget'],
};
