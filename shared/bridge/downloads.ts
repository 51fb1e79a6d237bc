// Downloads: the plan, the jobs, the stored days, and their disk usage.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { idSchema } from '#shared/bridge/names.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { incompletenessSchema } from '#shared/bridge/results.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';

/** Every table that is requested by day: all but the horse master. */
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
  /** Days that will be requested. */
  days: z.number().int(),
  /** Days of the period that need no request: stored, without racing, or still to come. */
  storedDays: z.number().int(),
  estimatedRecords: z.number().int(),
  /** At the known pace of the service. */
  estimatedSeconds: z.number(),
  /** Whether the calendar covers every day; otherwise the figures count weekend days. */
  isCalendarKnown: z.boolean(),
  /** Set if the user did not select the table: the program or the meetings, which the records are verified against. */
  isToCheck: z.literal(true).optional(),
});

export type TablePlan = z.infer<typeof tablePlanSchema>;

export const JOB_STATES = [
  /** Queued. */
  'waiting',
  'running',
  /** By the user, or because the service rejected the keys; `error` is then set. */
  'paused',
  /** Resumes automatically at `parkedUntil`. */
  'parked',
  'done',
  /** Everything was requested, and `reasons` says why the records are incomplete. */
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
  /** Changes while the job runs, because periods are split and grow. */
  windowsTotal: z.number().int(),
  records: z.number().int(),
  /** Bytes of the response bodies. */
  bytes: z.number(),
  /** Over the last half minute; 0 while it does not run. */
  recordsPerSecond: z.number(),
  /** Absent until it can be estimated. */
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
  /** Stored but incomplete, or a known race day without records. */
  'incomplete',
  /** Stored but not final: still racing, or its indices are to come. */
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
  /** Epoch milliseconds; absent if nothing was ever fetched. */
  fetchedAt: z.number().optional(),
  /** Of an incomplete day: why, each reason once. */
  reasons: z.array(incompletenessSchema.shape.reason).optional(),
});

export type CalendarDay = z.infer<typeof calendarDay>;

const tableCalendar = z.object({ table: dailyTable, days: z.array(calendarDay) });

export type TableCalendar = z.infer<typeof tableCalendar>;

export const tableUsageSchema = z.object({
  table: z.enum(TABLE_CODES),
  records: z.number().int(),
  /** Disk usage, as far as it can be attributed to the table. */
  bytes: z.number(),
  /** Days with records. */
  days: z.number().int(),
  firstDay: z.string().optional(),
  lastDay: z.string().optional(),
});

export type TableUsage = z.infer<typeof tableUsageSchema>;

const oneJob = procedure.input(z.object({ id: idSchema })).output(jobSchema);

export const downloads = {
  /** Sends no requests. Errors: INVALID_FILTER, NOT_CONNECTED. */
  plan: procedure
    .input(selectionSchema.extend({ refresh: z.boolean().optional() }))
    .output(z.array(tablePlanSchema)),
  /** Newest first, including the last 200 that have ended. */
  list: withoutInput.output(z.array(jobSchema)),
  /** All jobs, then the changed ones and those removed from the history. */
  watch: withoutInput.output(
    eventIterator(z.object({ jobs: z.array(jobSchema), gone: z.array(z.string()) })),
  ),
  /** Queues a job for the days that are missing or stale; `refresh` also requests the fresh ones. */
  start: procedure.input(selectionSchema.extend({ refresh: z.boolean().optional() })).output(jobSchema),
  /** Active requests still complete, and their records are stored. Errors of each with an id: DOWNLOAD_GONE. */
  pause: oneJob,
  resume: oneJob,
  /** Within a second no request of the job is active; records that have arrived are kept. */
  cancel: oneJob,
  /** Runs an ended job again, for the days that are still missing or stale. */
  retry: oneJob,
  /** Removes an ended job from the history. Errors: DOWNLOAD_ACTIVE. */
  forget: procedure.input(z.object({ id: idSchema })).output(z.object({})),
  /** Every day of the period, oldest first. Sends no requests. */
  calendar: procedure.input(selectionSchema).output(z.array(tableCalendar)),
  /** Queues a job for what `calendar` calls missing, provisional or incomplete. */
  fillGaps: procedure.input(selectionSchema).output(jobSchema),
  /** Every table with stored records, in the catalogue's order, and the whole file. */
  usage: withoutInput.output(z.object({ tables: z.array(tableUsageSchema), fileBytes: z.number() })),
  /** Deletes stored records, without a period all of them. Errors: DOWNLOAD_ACTIVE while a job requests the same. */
  remove: procedure
    .input(
      z.object({
        tables: z.array(z.enum(TABLE_CODES)).min(1).max(TABLE_CODES.length),
        from: racedateSchema.optional(),
        to: racedateSchema.optional(),
      }),
    )
    .output(z.object({ records: z.number().int() })),
};
