// One sentence on the runs of a chart: what the drawing shows, for those who do not see it. Pure.

import type { TFunction } from 'i18next';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import type { ChartRun } from './run-chart.ts';

/** `runs`: the oldest first, at least one. */
export function summaryOfRuns(runs: readonly ChartRun[], t: TFunction<'horse'>, language: Language): string {
  const dateOf = (run: ChartRun | undefined): string =>
    run === undefined ? '' : (formatRacedate(run.racedate, language) ?? run.racedate);
  const finishes = runs.flatMap(({ finish }) => finish ?? []);
  const best = finishes.length === 0 ? undefined : Math.min(...finishes);
  const parts = [
    runs.length === 1
      ? t('sentenceOne', { date: dateOf(runs[0]) })
      : t('sentenceRuns', { count: runs.length, from: dateOf(runs[0]), to: dateOf(runs.at(-1)) }),
    rangeOf(
      runs.map(({ idm }) => idm),
      (range) => t('sentenceIdm', { ...range }),
      t('sentenceNoIdm'),
    ),
    rangeOf(
      runs.map(({ weight }) => weight),
      (range) => t('sentenceWeight', { ...range }),
      t('sentenceNoWeight'),
    ),
    best === undefined
      ? t('sentenceNoFinish')
      : t('sentenceFinish', {
          best,
          times: finishes.filter((finish) => finish === best).length,
          three: finishes.filter((finish) => finish <= 3).length,
          n: runs.length,
        }),
  ];
  return parts.join('');
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly last: number;
  /** Of how many runs. */
  readonly n: number;
}

function rangeOf(
  values: readonly (number | undefined)[],
  words: (range: Range) => string,
  without: string,
): string {
  const known = values.flatMap((value) => value ?? []);
  const last = known.at(-1);
  return last === undefined
    ? without
    : words({ low: Math.min(...known), high: Math.max(...known), last, n: known.length });
}
