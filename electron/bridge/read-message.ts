// What the window may send over either host: the calls of procedures and their ends, and nothing else that oRPC knows.

import { z } from 'zod';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';

const id = z.string().min(1).max(64);

/**
 * oRPC's message: a call of a procedure, or the end of one. Of its other kinds the window needs none: no address
 * elsewhere, no method but POST, no headers, no streams and no files to the app.
 */
const messageSchema = z.union([
  z.object({ i: id, t: z.literal(4) }),
  z.object({
    i: id,
    t: z.literal(1).optional(),
    p: z.object({ u: z.string().regex(/^\/\w{1,64}\/\w{1,64}$/), b: z.unknown() }),
  }),
]);

/** The message of a text, undefined for anything else: oRPC itself would fail on it with nobody to catch that. */
export function readMessage(data: unknown): z.infer<typeof messageSchema> | undefined {
  if (typeof data !== 'string' || data.length > LONGEST_INPUT) return undefined;
  try {
    return messageSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** The same as a text, without what is not read; undefined also for what is nested too deep to be written again. */
export function readText(data: string): string | undefined {
  try {
    return JSON.stringify(readMessage(data));
  } catch {
    return undefined;
  }
}
