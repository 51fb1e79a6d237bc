// What the person chose, and what the window wants to find again after a restart.

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';

export const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'ja']).default('system'),
  theme: z.enum(['system', 'light', 'dark', 'contrast']).default('system'),
  density: z.enum(['compact', 'normal', 'touch']).default('normal'),
});

export type Settings = z.infer<typeof settingsSchema>;

export const settings = {
  get: procedure.output(settingsSchema),
  update: procedure
    .input(
      z.object({
        language: z.enum(['system', 'en', 'ja']).optional(),
        theme: z.enum(['system', 'light', 'dark', 'contrast']).optional(),
        density: z.enum(['compact', 'normal', 'touch']).optional(),
      }),
    )
    .output(settingsSchema),
  /** The window's own memory (open place, columns of a grid), JSON text by key; absent means never kept. */
  recall: procedure
    .input(z.object({ key: z.string().max(100) }))
    .output(z.object({ json: z.string().optional() })),
  remember: procedure
    .input(z.object({ key: z.string().max(100), json: z.string().max(256 * 1024) }))
    .output(z.object({})),
};
