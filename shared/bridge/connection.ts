// The connected service, and the one-way path of the user key: the window can set it, forget it and query whether
// it is set. No output in this file has a field that could carry it.

import { z } from 'zod';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';

export const connectionSchema = z.object({
  /** `none`: first run, nothing chosen yet. `sample`: the sample service inside the app. */
  mode: z.enum(['none', 'sample', 'account']),
  baseUrl: z.string().optional(),
  /** Address of the connected account, or of the one that the user can return to from the sample. */
  accountBaseUrl: z.string().optional(),
  /** Where the user key is stored. The application key is not the user's secret, but is never shown either. */
  userKey: z.enum(['absent', 'keychain', 'session', 'environment']),
  /** Whether this computer has a keychain, and if not, why (a sentence for the user). */
  keychain: z.object({
    available: z.boolean(),
    problem: z.object({ en: z.string(), ja: z.string() }).optional(),
  }),
});

export type Connection = z.infer<typeof connectionSchema>;

export const connection = {
  status: withoutInput.output(connectionSchema),
  /** Starts the sample service if it does not run yet, and connects to it. */
  trySample: withoutInput.output(connectionSchema),
  /** Checks the keys with one request and stores them only if it succeeds. Blank keys keep the stored ones. */
  connect: procedure
    .input(
      z.object({
        baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().max(512),
        userKey: z.string().max(512),
      }),
    )
    .output(connectionSchema),
  forgetKey: withoutInput.output(connectionSchema),
  /** Returns to the welcome screen; downloaded records are kept. */
  disconnect: withoutInput.output(connectionSchema),
};
