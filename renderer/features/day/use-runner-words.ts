// A runner of the map in words: which it is, and its figures.

import { useCallback } from 'react';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useNameStyle } from '../../text/name-style.ts';
import type { MapRunner } from './odds-map.ts';

export interface RunnerWords {
  /** "Tokyo 11R". */
  readonly race: string;
  /** "Tokyo 11R 7 ナナバンメ". */
  readonly who: string;
  /** "Overall index 1st of 16 (60.5), odds 3.4 (final), favorite, finished 2". */
  readonly figures: string;
  /** "finished 2", "not run yet". */
  readonly finish: string;
}

/** `index`: the name of the index. */
export function useRunnerWords(): (runner: MapRunner, index: string) => RunnerWords {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const names = useNameStyle();
  return useCallback(
    (runner, index) => {
      const course = racecourseName(runner.racekey.slice(0, 2), language);
      const race = `${course} ${t('raceNumber', { number: raceNumberOf(runner.racekey) ?? '' })}`;
      const finish =
        runner.mark === 'unrun'
          ? t('map.unrun')
          : runner.finish === undefined
            ? t('list.unplaced')
            : t('list.finished', { place: runner.finish });
      const figures = [
        t('map.ranked', {
          index,
          rank: runner.rank,
          of: runner.ranked,
          value: runner.value,
        }),
        t(`map.odds.${runner.oddsKind}`, { odds: runner.odds.toFixed(1) }),
        t('popularity', { rank: runner.popularity }),
        finish,
      ];
      return {
        race,
        who: [
          race,
          ...(runner.number === undefined ? [] : [runner.number]),
          styledName(runner.name, names),
        ].join(' '),
        figures: figures.join(language === 'ja' ? '・' : ', '),
        finish,
      };
    },
    [t, language, names],
  );
}
