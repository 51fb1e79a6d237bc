// The two languages of the window. To add a text: its key with both texts in <feature>.ts. To add a feature: its file, and
// its name in FEATURES below.

import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '#shared/text.ts';
import { annotations } from './annotations.ts';
import { bets } from './bets.ts';
import { day } from './day.ts';
import { design } from './design.ts';
import { downloads } from './downloads.ts';
import { explain } from './explain.ts';
import { exports } from './exports.ts';
import { files } from './files.ts';
import { figures } from './figures.ts';
import { filters } from './filters.ts';
import { find } from './find.ts';
import { gear } from './gear.ts';
import { grid } from './grid.ts';
import { horse } from './horse.ts';
import { knownAt } from './known-at.ts';
import { payoffs } from './payoffs.ts';
import { compare } from './compare.ts';
import { person } from './person.ts';
import { places } from './places.ts';
import { race } from './race.ts';
import { record } from './record.ts';
import { report } from './report.ts';
import { rules } from './rules.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { sql } from './sql.ts';
import { summary } from './summary.ts';
import { table } from './table.ts';
import { training } from './training.ts';
import { updates } from './updates.ts';
import { views } from './views.ts';
import { welcome } from './welcome.ts';

const FEATURES = {
  annotations,
  bets,
  day,
  design,
  downloads,
  explain,
  exports,
  files,
  figures,
  filters,
  find,
  gear,
  grid,
  horse,
  knownAt,
  payoffs,
  compare,
  person,
  places,
  race,
  record,
  report,
  rules,
  settings,
  shell,
  sql,
  summary,
  table,
  training,
  updates,
  views,
  welcome,
};

type Resources = { readonly [Feature in keyof typeof FEATURES]: (typeof FEATURES)[Feature]['en'] };

const resourcesIn = (language: Language): Resources =>
  Object.fromEntries(Object.entries(FEATURES).map(([name, texts]) => [name, texts[language]])) as Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Resources;
  }
}

/** Starts i18next. The texts are in the bundle, so nothing is loaded. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: resourcesIn('en'), ja: resourcesIn('ja') },
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}

const listeners = new Set<() => void>();

i18next.on('languageChanged', () => {
  for (const changed of listeners) changed();
});

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const languageNow = (): Language => (i18next.language === 'ja' ? 'ja' : 'en');

/** The language on screen, for labels from the catalogue and the error catalogue. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, languageNow);

type Feature = keyof Resources;
/** A feature, or several: their texts are then named with the feature, except those of the first. */
type Features = Feature | readonly [Feature, ...Feature[]];

interface Translation<Names extends Features> {
  readonly t: TFunction<Names>;
}

const translations: { readonly [language in Language]: Map<string, unknown> } = {
  en: new Map(),
  ja: new Map(),
};

type Translate = (key: string, options?: object) => unknown;

/** A text without values is always the same; i18next resolves it anew in each cell, a tenth of the time of a race's page. */
function rememberingPlain(translate: Translate): Translate {
  const plain = new Map<string, unknown>();
  return (key, options) => {
    if (options !== undefined) return translate(key, options);
    const known = plain.get(key) ?? translate(key);
    plain.set(key, known);
    return known;
  };
}

/**
 * Texts in the language on screen; the same object until the language changes. react-i18next's hook looks for texts that
 * are still to be loaded, in each of the hundreds of cells of a page: a fifth of the time of rendering a race.
 */
export function useTranslation<const Names extends Features>(features: Names): Translation<Names> {
  const language = useLanguage();
  const known = translations[language].get(String(features));
  // Each name has its own type of texts, which TypeScript cannot follow through the map.
  if (known !== undefined) return known as Translation<Names>;
  const translate = i18next.getFixedT(language, features as Feature) as unknown as Translate;
  const made = { t: rememberingPlain(translate) } as unknown as Translation<Names>;
  translations[language].set(String(features), made);
  return made;
}
