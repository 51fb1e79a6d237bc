// The user's settings, and the state that the window restores after a restart.

import { z } from 'zod';
import { DENSITIES, LANGUAGES, THEMES } from '#shared/bridge/appearance-choices.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';

/** Seconds after which a SQL query is stopped. */
export const SQL_SECONDS = [10, 60, 300, 1800] as const;

const sqlSeconds = z.union(SQL_SECONDS.map((seconds) => z.literal(seconds)));

export const settingsSchema = z.object({
  language: z.enum(LANGUAGES).default('system'),
  theme: z.enum(THEMES).default('system'),
  density: z.enum(DENSITIES).default('normal'),
  names: z.enum(NAME_STYLES).default('kana'),
  sqlSeconds: sqlSeconds.default(60),
  /** Ask the update feed for new versions once a day. */
  asksForUpdates: z.boolean().default(true),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Empty: nothing is stored. */
const memoryText = z.string().max(256 * 1024);

export const settings = {
  get: withoutInput.output(settingsSchema),
  update: procedure
    .input(
      z.object({
        language: z.enum(LANGUAGES).optional(),
        theme: z.enum(THEMES).optional(),
        density: z.enum(DENSITIES).optional(),
        names: z.enum(NAME_STYLES).optional(),
        sqlSeconds: sqlSeconds.optional(),
        asksForUpdates: z.boolean().optional(),
      }),
    )
    .output(settingsSchema),
  /** The window's own state (route, columns of a grid), JSON text by key; absent means never stored. */
  recall: procedure
    .input(z.object({ key: z.string().max(100) }))
    .output(z.object({ json: z.string().optional() })),
  /** `over`: the text that this one was made from, empty for none; CHANGED_ELSEWHERE if another is stored. */
  remember: procedure
    .input(z.object({ key: z.string().max(100), json: memoryText, over: memoryText.optional() }))
    .output(z.object({})),
};
