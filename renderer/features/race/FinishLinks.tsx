// The finishes of a runner's last five runs, latest first, each a link to its race.

import { MISSING } from '#shared/catalogue/format.ts';
import type { Conditions } from '#shared/bridge/races.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import type { StopProps } from '../../components/use-roving-focus.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { PastRun, WithoutRuns } from './past-runs.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { courseAndNumber, raceInShort, raceWords } from '../../racing/run-races.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import { finishInShort, finishOf } from '#shared/racing/runner-words.ts';

interface FinishLinksProps {
  readonly runs: readonly PastRun[];
  /** Why there are none, if there are none. */
  readonly without: WithoutRuns;
  /** Conditions of the runs' races, as far as they are stored. */
  readonly conditions: ReadonlyMap<string, Conditions> | undefined;
  readonly isLoading: boolean;
  readonly stopOf: (column: number) => StopProps;
}

/** The finish of a past run in a few letters. */
export function finishText(
  { detail, prefix }: Pick<PastRun, 'detail' | 'prefix'>,
  language: Language,
): string {
  return finishInShort(detail, language, prefix) ?? MISSING;
}

export function FinishLinks({ runs, without, conditions, isLoading, stopOf }: FinishLinksProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  if (isLoading) {
    return (
      <span className="card-past-loading" title={t('pastLoading')}>
        …
      </span>
    );
  }
  if (runs.length === 0) {
    const isDebut = without === 'debut';
    return (
      <span className="card-past-none" title={isDebut ? undefined : t(without)}>
        {isDebut ? t('debut') : MISSING}
      </span>
    );
  }
  return runs.map(({ back, detail, prefix, racedate, racekey, isNational }, at) => {
    const { place } = finishOf(detail, language, prefix);
    const shown = finishText({ detail, prefix }, language);
    const stored = conditions?.get(racekey ?? '');
    const title = [
      t('pastRun', {
        date: formatRacedate(racedate ?? '', language) ?? '',
        race: racekey === undefined ? '' : courseAndNumber(racekey, language),
        finish: finishWords(detail, language, prefix) ?? MISSING,
      }),
      stored === undefined ? undefined : raceInShort(raceWords(stored, language), t),
    ]
      .filter(Boolean)
      .join(' / ');
    const rank = place !== undefined && place <= 3 ? `is-rank-${place}` : '';
    return racekey !== undefined && isNational ? (
      <PlaceLink
        key={back}
        to={{ screen: 'race', racekey, tab: 'result', ...runnerIn(detail, prefix) }}
        className={`card-finish ${rank}`}
        title={title}
        label={title}
        stop={stopOf(at)}
      >
        {shown}
      </PlaceLink>
    ) : (
      <span key={back} className={`card-finish ${rank}`} title={`${title} (${t('elsewhere')})`}>
        {shown}
      </span>
    );
  });
}
