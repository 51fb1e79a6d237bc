// New versions of the desktop app: what was found, and the steps that a person chooses. Nothing is downloaded or
// installed by itself.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { withoutInput } from '#shared/bridge/procedure.ts';

export const updateStatusSchema = z.object({
  version: z.string(),
  /**
   * Why this app looks for no new version: it runs in a browser window or from its source, or whoever made the package
   * named no feed. Absent if there is one.
   */
  without: z.enum(['browser', 'source', 'feed']).optional(),
  /** The address of the feed. */
  feed: z.string().optional(),
  /**
   * Who puts a new version in place: the app itself, the system's package manager, or, for an app in a folder, the
   * person.
   */
  installedBy: z.enum(['app', 'system', 'person']),
  state: z.enum(['idle', 'checking', 'downloading', 'ready', 'installing']),
  /** Epoch milliseconds of the last answer of the feed. */
  askedAt: z.number().optional(),
  /** The version that the feed offered last. `isTaken` is false for one that is older or not for this system. */
  offered: z.object({ version: z.string(), isNewer: z.boolean(), isTaken: z.boolean() }).optional(),
  /** Of the download, in percent. */
  percent: z.number().optional(),
  /** Of the last step, until the next. A code of shared/errors.ts. */
  problem: z
    .object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })
    .optional(),
});

export type UpdateStatus = z.infer<typeof updateStatusSchema>;

/** Errors of all but `watch`: UPDATE_FEED_NONE if there is no feed. What fails later is the status's `problem`. */
export const updates = {
  /** The status, then every change. */
  watch: withoutInput.output(eventIterator(updateStatusSchema)),
  /** Asks the feed, whether or not it is asked by itself. */
  check: withoutInput.output(updateStatusSchema),
  /** Starts to download what was offered. */
  download: withoutInput.output(updateStatusSchema),
  /** Ends the app, puts the new version in place and starts it. Errors: UPDATE_WAITS while that would interrupt something. */
  install: withoutInput.output(updateStatusSchema),
};
