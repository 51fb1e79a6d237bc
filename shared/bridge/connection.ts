// Which service is asked, and the user key's one-way road: the window can set it, forget it and ask whether
// it is there. No output of this file has a field that could carry it.

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';

export const connectionSchema = z.object({
  /** `none`: first run, nothing chosen yet. `sample`: the sample service inside the app. */
  mode: z.enum(['none', 'sample', 'account']),
  baseUrl: z.string().optional(),
  /** Of the account that is connected, or that one can return to from the sample. */
  accountBaseUrl: z.string().optional(),
  /** Where the user key is held; the application key is no secret of the person's but is never shown either. */
  userKey: z.enum(['absent', 'keychain', 'session', 'environment']),
  /** Whether this machine has a keychain, and if not, why (a sentence for the person). */
  keychain: z.object({
    available: z.boolean(),
    problem: z.object({ en: z.string(), ja: z.string() }).optional(),
  }),
});

export type Connection = z.infer<typeof connectionSchema>;

export const connection = {
  status: procedure.output(connectionSchema),
  /** Starts the sample service, if it does not run yet, and asks it from now on. */
  trySample: procedure.output(connectionSchema),
  /** Checks the keys with one request; only when that succeeds are they kept. Blank keys keep those held. */
  connect: procedure
    .input(
      z.object({
        baseUrl: z.url({ protocol: /^https?$/ }),
        apiKey: z.string().max(512),
        userKey: z.string().max(512),
      }),
    )
    .output(connectionSchema),
  forgetKey: procedure.output(connectionSchema),
  /** Back to the first-run screen; what was downloaded stays. */
  disconnect: procedure.output(connectionSchema),
};
