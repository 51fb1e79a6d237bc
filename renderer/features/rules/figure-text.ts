// Figures of rules as text. Pure.

import type { RuleFigures, RuleRecords, RuleRun } from '#shared/bridge/rules.ts';
import { returnOf } from '#shared/rules/judging.ts';
import type { Language } from '#shared/text.ts';

/** "81.3", or a dash. */
export const rateText = (rate: number | undefined): string => (rate === undefined ? '–' : rate.toFixed(1));

/** "1,234". */
export const yenText = (yen: number, language: Language): string => Math.round(yen).toLocaleString(language);

/** Of the checking period if it was run, because it was not chosen on. */
export const bestRecord = (records: RuleRecords): RuleRun | undefined => records.checking ?? records.choosing;

/** Values of the record's texts. */
export const recordValues = (figures: RuleFigures, language: Language) => ({
  rate: rateText(returnOf(figures)),
  races: figures.races.toLocaleString(language),
});
