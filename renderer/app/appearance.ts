// Which language, theme and density are meant by the person's choices on this machine.

import type { Settings } from '#shared/bridge/settings.ts';
import type { Language } from '#shared/text.ts';

export interface Appearance {
  readonly language: Language;
  readonly theme: 'light' | 'dark' | 'contrast';
  readonly density: Settings['density'];
}

/** What the machine itself prefers. */
export interface Machine {
  readonly languages: readonly string[];
  readonly dark: boolean;
  readonly contrast: boolean;
}

export function lookOf(settings: Settings, machine: Machine): Appearance {
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

/** Tells when the machine's preference changes, until the returned function is called. */
export function watchMachine(window: Window, listener: () => void): () => void {
  const lists = Object.values(QUESTIONS).map((question) => window.matchMedia(question));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Puts the look on the document; styles/theme.css answers to it. */
export function applyLook(document: Document, look: Appearance): void {
  const { documentElement: root } = document;
  root.lang = look.language;
  root.dataset['theme'] = look.theme;
  root.dataset['density'] = look.density;
}
