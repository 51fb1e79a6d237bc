// What a grid shows or an export writes: a table with a filter, a subject, or the result of a SQL query.
// A source with its row query describes the same set of records now and after a restart.

import { z } from 'zod';
import { columnNameSchema } from '#shared/bridge/names.ts';
import { DAY_RECORDS } from '#shared/catalogue/day-tables.ts';
import { isSubjectName, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';

/** YYYYMMDD. */
export const racedateSchema = z.string().regex(/^\d{8}$/);

export const filterSchema = z.object({
  racedate: racedateSchema.optional(),
  start_racedate: racedateSchema.optional(),
  end_racedate: racedateSchema.optional(),
  racekey: z.string().max(16).optional(),
  horse_id: z.string().max(32).optional(),
  kettonum: z.string().max(16).optional(),
});

/** Most characters of a SQL query: steps of the trail and the history store it. */
export const LONGEST_SQL = 6000;

export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), table: z.enum(TABLE_CODES), filter: filterSchema }),
  /**
   * What the archive has of a subject, in a period or of one race; an absent end is open. A few days are fetched first, a
   * year of subjects that are made of races alone; a longer period is not. Of one horse there are only runs, newest first;
   * the races that its newest entry names are fetched first.
   */
  z.object({
    kind: z.literal('subject'),
    subject: z.enum(SUBJECT_NAMES),
    from: racedateSchema.optional(),
    to: racedateSchema.optional(),
    racekey: z.string().max(16).optional(),
    horse_id: z.string().max(32).optional(),
  }),
  /** The rows of one SELECT over what is stored (electron/sql/); nothing is fetched. */
  z.object({ kind: z.literal('sql'), sql: z.string().max(LONGEST_SQL) }),
]);

export type ResultSource = z.infer<typeof sourceSchema>;

/** The source of a table or subject under a filter. */
export function browsableSource(code: BrowsableCode, filter: z.infer<typeof filterSchema>): ResultSource {
  if (!isSubjectName(code)) return { kind: 'table', table: code, filter };
  const { start_racedate: from, end_racedate: to, racekey, horse_id } = filter;
  return { kind: 'subject', subject: code, from, to, racekey, horse_id };
}

/** The runs of a horse, newest first. */
export const runsOfHorse = (horse_id: string): ResultSource => ({
  kind: 'subject',
  subject: 'runs',
  horse_id,
});

/** The filter that such a source was made with. */
export function filterOfSource(source: ResultSource): z.infer<typeof filterSchema> {
  if (source.kind === 'table') return source.filter;
  if (source.kind === 'sql') return {};
  const { from, to, racekey, horse_id } = source;
  return {
    ...(from === undefined ? {} : { start_racedate: from }),
    ...(to === undefined ? {} : { end_racedate: to }),
    ...(racekey === undefined ? {} : { racekey }),
    ...(horse_id === undefined ? {} : { horse_id }),
  };
}

/** One kind of record of a race day or of a race. The main process decides which table is read. */
export const recordSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day'), record: z.enum(DAY_RECORDS), racedate: racedateSchema }),
  z.object({ kind: z.literal('race'), record: z.enum(DAY_RECORDS), racekey: z.string().max(16) }),
]);

export type RecordSource = z.infer<typeof recordSourceSchema>;

export const isRecordSource = (source: ResultSource | RecordSource): source is RecordSource =>
  source.kind === 'day' || source.kind === 'race';

export const sortSchema = z
  .array(z.object({ column: columnNameSchema, direction: z.enum(['ascending', 'descending']) }))
  .max(4);

/** Blanks come last in either direction; ties keep their original order. */
export type Sort = z.infer<typeof sortSchema>;
