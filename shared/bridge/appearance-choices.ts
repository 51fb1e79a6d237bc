// The choices of how the window looks, in display order. Apart from the settings' schema, so that the page's first script
// loads no schema.

export const LANGUAGES = ['system', 'en', 'ja'] as const;
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export const DENSITIES = ['compact', 'normal', 'touch'] as const;

export interface AppearanceChoices {
  readonly language: (typeof LANGUAGES)[number];
  readonly theme: (typeof THEMES)[number];
  readonly density: (typeof DENSITIES)[number];
}

/** The choices in an object of unknown content; one that is missing or unknown is left to the system. */
export function appearanceChoicesOf(settings: unknown): AppearanceChoices {
  const given = typeof settings === 'object' && settings !== null ? settings : {};
  const among = <T extends string>(choices: readonly T[], name: keyof AppearanceChoices): T | undefined =>
    choices.find((choice) => choice === Reflect.get(given, name));
  return {
    language: among(LANGUAGES, 'language') ?? 'system',
    theme: among(THEMES, 'theme') ?? 'system',
    density: among(DENSITIES, 'density') ?? 'normal',
  };
}
