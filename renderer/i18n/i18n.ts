// The two languages of the window. How to add a text: the key in en/<feature>.ts; the compiler then asks for it
// in ja/<feature>.ts. How to add a feature's file: name it in both objects below.

import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#shared/text.ts';
import { downloads as downloadsEn } from './en/downloads.ts';
import { exports as exportsEn } from './en/exports.ts';
import { filters as filtersEn } from './en/filters.ts';
import { summary as summaryEn } from './en/summary.ts';
import { views as viewsEn } from './en/views.ts';
import { table as tableEn } from './en/table.ts';
import { grid as gridEn } from './en/grid.ts';
import { horse as horseEn } from './en/horse.ts';
import { race as raceEn } from './en/race.ts';
import { day as dayEn } from './en/day.ts';
import { payoffs as payoffsEn } from './en/payoffs.ts';
import { settings as settingsEn } from './en/settings.ts';
import { shell as shellEn } from './en/shell.ts';
import { welcome as welcomeEn } from './en/welcome.ts';
import { downloads as downloadsJa } from './ja/downloads.ts';
import { exports as exportsJa } from './ja/exports.ts';
import { filters as filtersJa } from './ja/filters.ts';
import { summary as summaryJa } from './ja/summary.ts';
import { views as viewsJa } from './ja/views.ts';
import { table as tableJa } from './ja/table.ts';
import { grid as gridJa } from './ja/grid.ts';
import { horse as horseJa } from './ja/horse.ts';
import { race as raceJa } from './ja/race.ts';
import { day as dayJa } from './ja/day.ts';
import { payoffs as payoffsJa } from './ja/payoffs.ts';
import { settings as settingsJa } from './ja/settings.ts';
import { shell as shellJa } from './ja/shell.ts';
import { welcome as welcomeJa } from './ja/welcome.ts';

const en = {
  day: dayEn,
  downloads: downloadsEn,
  exports: exportsEn,
  table: tableEn,
  filters: filtersEn,
  summary: summaryEn,
  views: viewsEn,
  grid: gridEn,
  payoffs: payoffsEn,
  settings: settingsEn,
  shell: shellEn,
  welcome: welcomeEn,
  horse: horseEn,
  race: raceEn,
};

const ja: typeof en = {
  day: dayJa,
  downloads: downloadsJa,
  exports: exportsJa,
  table: tableJa,
  filters: filtersJa,
  summary: summaryJa,
  views: viewsJa,
  grid: gridJa,
  payoffs: payoffsJa,
  settings: settingsJa,
  shell: shellJa,
  welcome: welcomeJa,
  horse: horseJa,
  race: raceJa,
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof en;
  }
}

/** Starts i18next; texts are in the bundle, so they are there at once. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en, ja },
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
