// What the table browser opens: the subjects, and the sixteen tables as the service delivers them.

import type { Column } from '#shared/catalogue/column.ts';
import { SUBJECT_NAMES, type SubjectName } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLE_CODES, type FilterName, type Table, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Text } from '#shared/text.ts';

export const BROWSABLE_CODES = [...SUBJECT_NAMES, ...TABLE_CODES] as const;

export type BrowsableCode = TableCode | SubjectName;

export interface Browsable {
  readonly code: BrowsableCode;
  readonly label: Text;
  /** One sentence on what a row is. */
  readonly purpose: Text;
  /** What one row is of. */
  readonly grain: Table['grain'] | 'person';
  /** What it can be restricted to when it is opened. */
  readonly filters: readonly FilterName[];
  readonly columns: readonly Column[];
  readonly maxSpanDays?: number;
}

const GRAINS: Readonly<Record<SubjectName, Browsable['grain']>> = {
  races: 'race',
  runners: 'horse',
  runs: 'horse',
  payoffs: 'race',
  works: 'horse',
  horses: 'master',
  jockeys: 'person',
  trainers: 'person',
  sires: 'master',
};

const ofSubject = (name: SubjectName): Browsable => ({
  code: name,
  label: SUBJECTS[name].label,
  purpose: SUBJECTS[name].purpose,
  grain: GRAINS[name],
  filters: ['start_racedate', 'end_racedate', 'racekey', ...(name === 'runs' ? ['horse_id' as const] : [])],
  columns: SUBJECTS[name].columns,
});

export const BROWSABLES: Readonly<Record<BrowsableCode, Browsable>> = {
  ...TABLES,
  races: ofSubject('races'),
  runners: ofSubject('runners'),
  runs: ofSubject('runs'),
  payoffs: ofSubject('payoffs'),
  works: ofSubject('works'),
  horses: ofSubject('horses'),
  jockeys: ofSubject('jockeys'),
  trainers: ofSubject('trainers'),
  sires: ofSubject('sires'),
};

export const isSubjectName = (text: string): text is SubjectName =>
  (SUBJECT_NAMES as readonly string[]).includes(text);

export const isBrowsable = (text: string): text is BrowsableCode =>
  (BROWSABLE_CODES as readonly string[]).includes(text);
