// Downloads: what one would ask for, the jobs that do it, what is held of each day, and what that costs of the disk.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';
import { incompletenessSchema } from '#shared/bridge/results.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';

/** Every table that is asked for by days: all but the horse master. */
const dailyTable = z.enum(TABLE_CODES).exclude(['m_uk']);

export type DailyTable = z.infer<typeof dailyTable>;

/** Tables over a period of race dates, both ends included. */
export const selectionSchema = z.object({
  tables: z.array(dailyTable).min(1).max(TABLE_CODES.length),
  from: racedateSchema,
  to: racedateSchema,
});

export type DownloadSelection = z.infer<typeof selectionSchema>;

export const tablePlanSchema = z.object({
  table: dailyTable,
  requests: z.number().int(),
  /** Days that will be asked for. */
  days: z.number().int(),
  /** Days of the period that need no request: held, without racing, or still to come. */
  storedDays: z.number().int(),
  estimatedRecords: z.number().int(),
  /** At the pace that the service is known to take. */
  estimatedSeconds: z.number(),
  /** Whether it is known of every day that it raced; else the figures go by weekends. */
  isCalendarKnown: z.boolean(),
  /** Not chosen: the program or the meetings of these days, which the answers are held against. */
  isToCheck: z.literal(true).optional(),
});

export type TablePlan = z.infer<typeof tablePlanSchema>;

export const JOB_STATES = [
  /** Its turn has not come. */
  'waiting',
  'running',
  /** By the person, or because the service refused the keys: `error` then says so. */
  'paused',
  /** Goes on by itself at `parkedUntil`. */
  'parked',
  'done',
  /** Everything was asked for, and `reasons` says what is wrong with what came. */
  'incomplete',
  'failed',
  'cancelled',
] as const;

export type JobState = (typeof JOB_STATES)[number];

const shortfall = incompletenessSchema.extend({ table: dailyTable });

export type Shortfall = z.infer<typeof shortfall>;

/** A code of shared/errors.ts with its values. */
const jobError = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const jobSchema = selectionSchema.extend({
  id: z.string(),
  /** `gaps`: only what was missing, provisional or incomplete. */
  kind: z.enum(['period', 'gaps']),
  state: z.enum(JOB_STATES),
  windowsDone: z.number().int(),
  /** Changes while it runs: windows are halved and grow. */
  windowsTotal: z.number().int(),
  records: z.number().int(),
  /** Of the answers' bodies. */
  bytes: z.number(),
  /** Over the last half minute; 0 while it does not run. */
  recordsPerSecond: z.number(),
  /** Absent until there is something to go by. */
  remainingSeconds: z.number().optional(),
  /** Epoch milliseconds. */
  parkedUntil: z.number().optional(),
  reasons: z.array(shortfall),
  error: jobError.optional(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** Epoch milliseconds; of `done`, `incomplete`, `failed` and `cancelled` jobs. */
  finishedAt: z.number().optional(),
});

export type Job = z.infer<typeof jobSchema>;

export const DAY_STATES = [
  'complete',
  /** Held, but something is wrong with it, or it is known to have raced and nothing came. */
  'incomplete',
  /** Held, but not final: still racing, or its indices are to come. */
  'provisional',
  'missing',
  'no_racing',
  'future',
] as const;

export type DayState = (typeof DAY_STATES)[number];

const calendarDay = z.object({
  racedate: z.string(),
  state: z.enum(DAY_STATES),
  records: z.number().int(),
  /** Epoch milliseconds; absent where nothing was ever fetched. */
  fetchedAt: z.number().optional(),
});

export type CalendarDay = z.infer<typeof calendarDay>;

const tableCalendar = z.object({ table: dailyTable, days: z.array(calendarDay) });

export type TableCalendar = z.infer<typeof tableCalendar>;

export const tableUsageSchema = z.object({
  table: z.enum(TABLE_CODES),
  records: z.number().int(),
  /** Of the disk, as far as it can be told apart by table. */
  bytes: z.number(),
  /** Days with records. */
  days: z.number().int(),
  firstDay: z.string().optional(),
  lastDay: z.string().optional(),
});

export type TableUsage = z.infer<typeof tableUsageSchema>;

const oneJob = procedure.input(z.object({ id: z.string() })).output(jobSchema);

export const downloads = {
  /** Asks nobody. Errors: INVALID_FILTER, NOT_CONNECTED. */
  plan: procedure
    .input(selectionSchema.extend({ refresh: z.boolean().optional() }))
    .output(z.array(tablePlanSchema)),
  /** Newest first, the last 200 that have ended among them. */
  list: procedure.output(z.array(jobSchema)),
  /** All jobs at once, then those that changed, and those that are gone from the history. */
  watch: procedure.output(eventIterator(z.object({ jobs: z.array(jobSchema), gone: z.array(z.string()) }))),
  /** Queues a job for what is not held fresh; `refresh` asks again even for that. */
  start: procedure.input(selectionSchema.extend({ refresh: z.boolean().optional() })).output(jobSchema),
  /** What is on its way still arrives, and is kept. Errors of each with an id: DOWNLOAD_GONE. */
  pause: oneJob,
  resume: oneJob,
  /** Within a second nothing of it is on its way any more; what had arrived is kept. */
  cancel: oneJob,
  /** A job that has ended, again: for what is still not held fresh. */
  retry: oneJob,
  /** Takes a job that has ended out of the history. Errors: DOWNLOAD_ACTIVE. */
  forget: procedure.input(z.object({ id: z.string() })).output(z.object({})),
  /** Every day of the period, oldest first. Asks nobody. */
  calendar: procedure.input(selectionSchema).output(z.array(tableCalendar)),
  /** Queues a job for what `calendar` calls missing, provisional or incomplete. */
  fillGaps: procedure.input(selectionSchema).output(jobSchema),
  /** Every table that holds anything, in the catalogue's order; and the whole file. */
  usage: procedure.output(z.object({ tables: z.array(tableUsageSchema), fileBytes: z.number() })),
  /** Deletes what is held; without a period all of it. Errors: DOWNLOAD_ACTIVE while a job asks for the same. */
  remove: procedure
    .input(
      z.object({
        tables: z.array(z.enum(TABLE_CODES)).min(1),
        from: racedateSchema.optional(),
        to: racedateSchema.optional(),
      }),
    )
    .output(z.object({ records: z.number().int() })),
};
