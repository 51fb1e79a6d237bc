// The user's choices, and what the window remembers.

import { settingsSchema } from '#shared/bridge/settings.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { rememberedIn, remembering } from '../../settings/window-memory.ts';
import type { Implementer } from '../implementer.ts';

export function settingsHandlers(os: Implementer['settings'], file: SettingsFile) {
  return {
    get: os.get.handler(async () => (await file.read()).settings),
    update: os.update.handler(async ({ input }) => {
      // Parsed rather than spread: an absent choice must not overwrite an existing one.
      await file.update((state) => ({
        ...state,
        settings: settingsSchema.parse({ ...state.settings, ...withoutAbsent(input) }),
      }));
      return file.state.settings;
    }),
    recall: os.recall.handler(async ({ input }) => {
      const { memory } = await file.read();
      const json = rememberedIn(memory, input.key);
      return json === undefined ? {} : { json };
    }),
    remember: os.remember.handler(async ({ input }) => {
      const { key, json, over } = input;
      await file.update((state) => {
        if (over !== undefined && over !== (rememberedIn(state.memory, key) ?? ''))
          throw new RailbirdError('CHANGED_ELSEWHERE', { name: key });
        return { ...state, memory: remembering(state.memory, key, json) };
      });
      return {};
    }),
  };
}

const withoutAbsent = (choices: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== undefined));
