// The two languages of the window. To add a text: its key with both texts in <feature>.ts. To add a feature: its file, and
// its name in FEATURES below.

import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
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
  await i18next.use(initReactI18next).init({
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

/** The language on screen, for labels from the catalogue and the error catalogue. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'ja' ? 'ja' : 'en';
}
