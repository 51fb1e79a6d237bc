// Notices about files that the app quarantined in the data folder. Each is shown until the user dismisses it.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';

/** Which part of the data folder a notice is about. */
export const NOTICE_SUBJECTS = [
  'archive',
  'sample',
  'settings',
  'views',
  'downloads',
  'exports',
  'annotations',
  'sql',
  'bets',
  'rules',
  'other',
] as const;

const text = z.object({ en: z.string(), ja: z.string() });

/**
 * Both languages are stored with the notice, so that a later version, or a window in the other language, can still
 * show it.
 */
export const noticeSchema = z.object({
  /** Also the name of its file. */
  id: z.string().regex(/^[\w-]{1,100}$/),
  /** Epoch milliseconds. */
  at: z.number(),
  subject: z.enum(NOTICE_SUBJECTS),
  /** What happened, as a short title. */
  what: text,
  /** The path of the file that it happened to, if it is about one. */
  file: z.string().optional(),
  /** Where the file was moved to, if it was. */
  movedTo: z.string().optional(),
  /** What was saved, one sentence each. */
  saved: z.array(text),
  /** What was lost, one sentence each. */
  gone: z.array(text),
  /** What the user can do next. */
  advice: text.optional(),
});

export type Notice = z.infer<typeof noticeSchema>;

export const notices = {
  /** All notices that were not dismissed, newest first: now, then after every change. */
  watch: withoutInput.output(eventIterator(z.array(noticeSchema))),
  /** The notice is not shown again; the quarantined file stays where it is. Errors: FILE_FAILED. */
  dismiss: procedure.input(noticeSchema.pick({ id: true })).output(z.object({})),
};
