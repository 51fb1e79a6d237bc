// The content of the settings file. The user key is not part of it, and no field could contain it.

import { z } from 'zod';
import { settingsSchema } from '#shared/bridge/settings.ts';

export const paceSchema = z.object({ perSecond: z.number().positive() });

const accountSchema = z.object({
  /** The name of its entry in the keychain. */
  id: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string().min(1),
  /** The same for every user of an application: not a personal secret, but only the owner can read the file. */
  apiKey: z.string().optional(),
  /** Whether the keychain took the user key: one that has none now is locked, or another program deleted it. */
  isKept: z.boolean().optional(),
  /** The keychain may still have a key that was replaced or forgotten, since it did not confirm that it deleted it. */
  isOutdated: z.boolean().optional(),
});

export type SavedAccount = z.infer<typeof accountSchema>;

export const stateSchema = z.object({
  version: z.literal(1),
  settings: settingsSchema,
  connection: z.object({
    mode: z.enum(['none', 'sample', 'account']),
    /** The id of the account used last. */
    account: z.string().optional(),
    accounts: z.array(accountSchema).default([]),
    /** Of the only account of earlier versions (electron/connection/accounts.ts). */
    baseUrl: z.string().optional(),
    apiKey: z.string().optional(),
  }),
  /** Requests a second that each service address accepted without complaint, as the initial pace next time. */
  paces: z.record(z.string(), paceSchema).default({}),
  /** What the update feed answered last: when, and which version was announced to the user. */
  updates: z.object({ askedAt: z.number().optional(), announced: z.string().optional() }).default({}),
  /** The window's memory, JSON text by key, the least recently written first. */
  memory: z.array(z.tuple([z.string(), z.string()])),
});

export type State = z.infer<typeof stateSchema>;

export const FIRST_STATE: State = {
  version: 1,
  settings: settingsSchema.parse({}),
  connection: { mode: 'none', accounts: [] },
  paces: {},
  updates: {},
  memory: [],
};
