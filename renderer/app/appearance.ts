// Resolves the user's choices of language, theme and density on this computer.

import type { AppearanceChoices } from '#shared/bridge/appearance-choices.ts';
import type { Language } from '#shared/text.ts';

export interface Appearance {
  readonly language: Language;
  readonly theme: 'light' | 'dark' | 'contrast';
  readonly density: AppearanceChoices['density'];
}

/** The preferences of the operating system. */
export interface Machine {
  readonly languages: readonly string[];
  readonly dark: boolean;
  readonly contrast: boolean;
}

export function lookOf(settings: AppearanceChoices, machine: Machine): Appearance {
  const first = machine.languages.find((language) => /^(en|ja)\b/.test(language));
  const preferred: Language = first?.startsWith('ja') === true ? 'ja' : 'en';
  const theme = machine.contrast ? 'contrast' : machine.dark ? 'dark' : 'light';
  return {
    language: settings.language === 'system' ? preferred : settings.language,
    theme: settings.theme === 'system' ? theme : settings.theme,
    density: settings.density,
  };
}

const QUESTIONS = { dark: '(prefers-color-scheme: dark)', contrast: '(prefers-contrast: more)' } as const;

export const machineOf = (window: Window): Machine => ({
  languages: window.navigator.languages,
  dark: window.matchMedia(QUESTIONS.dark).matches,
  contrast: window.matchMedia(QUESTIONS.contrast).matches,
});

/** Calls back when the system's preference changes, until the returned function is called. */
export function watchMachine(window: Window, listener: () => void): () => void {
  const lists = Object.values(QUESTIONS).map((question) => window.matchMedia(question));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Sets the attributes of the document that shared/theme.css selects by. */
export function applyLook(document: Document, look: Appearance): void {
  const { documentElement: root } = document;
  root.lang = look.language;
  root.dataset['theme'] = look.theme;
  root.dataset['density'] = look.density;
}
