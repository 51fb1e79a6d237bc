// The app itself: its version and its current activity.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { LONGEST_ADDRESS } from '#shared/address.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';

/** In characters. */
const LONGEST_REPORT = 1024 * 1024;

const about = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  /** Today in Asia/Tokyo, YYYYMMDD. */
  today: z.string(),
  dataDir: z.string(),
  /** The data folder lies beside the program, and both are carried around. */
  isPortable: z.boolean().optional(),
});

/** What the status bar shows. */
export const activitySchema = z.object({
  inFlight: z.number().int(),
  queued: z.number().int(),
  /** Requests completed since the app started. */
  answered: z.number().int(),
  /** Epoch milliseconds until which the service requested a pause (429), if it did. */
  pausedUntil: z.number().optional(),
  /** Why no requests are sent until the user acts. */
  blockedBy: z.enum(['UNAUTHORIZED', 'FORBIDDEN', 'KEY_MISSING']).optional(),
  reachable: z.boolean(),
  /** How often service, keys or accounts changed since the app started, by window or terminal; absent if never. */
  connections: z.number().int().optional(),
  /**
   * Epoch milliseconds until which requests to a repeatedly failing service are paused; absent while it counts
   * as up. A request by the user tries it earlier.
   */
  downUntil: z.number().optional(),
  /** Progress of the sample service while it generates days; a request waits for the days it needs. */
  sampleDays: z.object({ made: z.number().int(), of: z.number().int() }).optional(),
});

export type Activity = z.infer<typeof activitySchema>;

/** A file that the system opened in the app: its text, or why there is none. */
const openedFileSchema = z.object({
  /** Without its folder. */
  name: z.string(),
  text: z.string().optional(),
  problem: z.enum(['too_large', 'unreadable']).optional(),
});

export type OpenedFile = z.infer<typeof openedFileSchema>;

export const app = {
  about: withoutInput.output(about),
  /** Addresses of screens that the system handed to the app, as received: the window refuses those that lead nowhere. */
  addresses: withoutInput.output(eventIterator(z.object({ address: z.string().max(LONGEST_ADDRESS + 1) }))),
  /** Files that the system opened in the app, each once: the window reads what they are, and asks before it replaces anything. */
  files: withoutInput.output(eventIterator(openedFileSchema)),
  /** The text of a report on a problem, for the user to read: without keys, and not sent anywhere. */
  report: withoutInput.output(z.object({ text: z.string() })),
  /**
   * Writes a report as the user left it. Under Electron asks where to save first; a dismissed dialog answers no path.
   * Errors: FILE_FAILED.
   */
  writeReport: procedure
    .input(z.object({ text: z.string().max(LONGEST_REPORT), language: z.enum(['en', 'ja']) }))
    .output(
      z.object({
        path: z.string().optional(),
        /** In a browser window: where the file can be fetched from, relative to the window's own address. */
        download: z.string().optional(),
      }),
    ),
  /** The current activity, then every change. */
  activity: withoutInput.output(eventIterator(activitySchema)),
};
