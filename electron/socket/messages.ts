// What a command and the running app say to each other. The first two messages only ever gain optional fields, so that
// different versions can tell that they are different.

import { z } from 'zod';
import type { FetchProgress } from '../downloads/fetch/fetched.ts';

/** First, from the command. */
export const helloSchema = z.object({ kind: z.literal('hello'), version: z.string() });

/** The answer. The app ends the connection after it if the versions differ. */
export const welcomeSchema = z.object({
  kind: z.literal('welcome'),
  version: z.string(),
  /** The app's process (files/process-identity.ts). */
  process: z.string(),
  /** The data folder that the app has open (folderIdentity); earlier versions do not say. */
  dataFolder: z.string().optional(),
});

/** The connection's variables; keys travel in this direction only. */
export const CONNECTION_VARIABLES = ['RAILBIRD_BASE_URL', 'RAILBIRD_API_KEY', 'RAILBIRD_USER_KEY'] as const;

/** What is to be executed, and the terminal that it is typed in. */
export const runSchema = z.object({
  kind: z.literal('run'),
  argv: z.array(z.string()),
  /** What the user types in front of a command. */
  program: z.string(),
  /** Absolute: relative paths start here. */
  folder: z.string(),
  /** The value of --data-dir by which the command found the app. */
  namedDataDir: z.string().optional(),
  environment: z.partialRecord(z.enum(CONNECTION_VARIABLES), z.string()),
  isShown: z.boolean(),
  isTyped: z.boolean(),
  /** Whether progress is drawn. */
  hasBar: z.boolean(),
});

export type RunMessage = z.infer<typeof runSchema>;

/** From the command while it runs. */
export const toAppSchema = z.discriminatedUnion('kind', [
  /** The oldest unacknowledged text or bytes are written. */
  z.object({ kind: z.literal('written') }),
  /** They could not be written. */
  z.object({ kind: z.literal('unwritten'), code: z.string(), message: z.string() }),
  /** What was typed or piped in, as requested. */
  z.object({ kind: z.literal('input'), text: z.string() }),
  z.object({ kind: z.literal('signal'), signal: z.enum(['SIGHUP', 'SIGINT', 'SIGTERM']) }),
]);

export type ToApp = z.infer<typeof toAppSchema>;

const progressSchema = z.object({
  windowsDone: z.number(),
  windowsTotal: z.number(),
  records: z.number(),
}) satisfies z.ZodType<FetchProgress>;

/** From the app while the command runs, besides its standard output. */
export const toCommandSchema = z.discriminatedUnion('kind', [
  /** Lines for standard error. */
  z.object({ kind: z.literal('say'), text: z.string() }),
  z.object({ kind: z.literal('progress'), progress: progressSchema, what: z.string().optional() }),
  z.object({ kind: z.literal('clear') }),
  /** The answer is typed and not echoed. */
  z.object({ kind: z.literal('ask'), question: z.string() }),
  z.object({ kind: z.literal('read-all') }),
  /** The last message. */
  z.object({ kind: z.literal('end'), code: z.number().int().min(0).max(255) }),
]);

export type ToCommand = z.infer<typeof toCommandSchema>;
