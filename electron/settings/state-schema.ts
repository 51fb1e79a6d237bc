// The content of the settings file. The user key is not part of it, and no field could contain it.

import { z } from 'zod';
import { settingsSchema } from '#shared/bridge/settings.ts';

export const paceSchema = z.object({ perSecond: z.number().positive() });

export const stateSchema = z.object({
  version: z.literal(1),
  settings: settingsSchema,
  connection: z.object({
    mode: z.enum(['none', 'sample', 'account']),
    baseUrl: z.string().optional(),
    /** The same for every user of an application: not a personal secret, but only the owner can read the file. */
    apiKey: z.string().optional(),
  }),
  /** Requests a second that each service address accepted without complaint, as the initial pace next time. */
  paces: z.record(z.string(), paceSchema).default({}),
  /** The window's memory, JSON text by key, the least recently written first. */
  memory: z.array(z.tuple([z.string(), z.string()])),
});

export type State = z.infer<typeof stateSchema>;

export const FIRST_STATE: State = {
  version: 1,
  settings: settingsSchema.parse({}),
  connection: { mode: 'none' },
  paces: {},
  memory: [],
};
