// Where a subject's missing days are downloaded: little is requested when a subject is opened.

import type { ResultSource } from '#shared/bridge/source.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Route } from '../../app/screens.tsx';

type Daily = Exclude<TableCode, 'm_uk'>;

/** Whether a refresh requests the records again: of subjects, only payoffs of a period and runs of a horse. */
export const isFetched = (source: ResultSource): boolean =>
  source.kind === 'table' || (source.kind === 'subject' && isSubjectFetched(source));

const isSubjectFetched = (source: Extract<ResultSource, { kind: 'subject' }>): boolean =>
  source.horse_id !== undefined ||
  (source.subject === 'payoffs' && source.from !== undefined && source.to !== undefined);

/** The downloads screen with all tables of the subject, and its days; undefined for other sources. */
export function downloadRoute(source: ResultSource): Route | undefined {
  if (source.kind !== 'subject') return undefined;
  const { requires, uses } = SUBJECTS[source.subject];
  const tables = [...requires, ...uses].flatMap((record) => tablesOfDay(record).slice(0, 1));
  return {
    screen: 'downloads',
    tables: tables.filter((code): code is Daily => code !== 'm_uk'),
    ...(source.from === undefined ? {} : { from: source.from }),
    ...(source.to === undefined ? {} : { to: source.to }),
  };
}
