// The shortest chains of common rivals between compared runners that have not met.

import { useMemo, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Meetings } from '#shared/racing/meetings.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { PlaceLink } from '../../../components/PlaceLink.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { courseAndNumber } from '../../../racing/run-races.ts';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import type { ComparedRunner } from './compared-runner.ts';
import { inSeconds } from './seconds.ts';

interface RivalChainsProps {
  readonly runners: readonly ComparedRunner[];
  readonly meetings: Meetings;
  /** How many results of the whole field are stored. */
  readonly stored: number;
  /** Results are on their way: a chain that is not found yet may still come. */
  readonly isGathering: boolean;
}

export function RivalChains({ runners, meetings, stored, isGathering }: RivalChainsProps): ReactNode {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  const names = useNameStyle();
  const pairs = useMemo(
    () =>
      runners.flatMap((first, at) =>
        runners.slice(at + 1).flatMap((second) => {
          if (meetings.between(first.horseId, second.horseId).length > 0) return [];
          return [{ first, second, chain: meetings.chain(first.horseId, second.horseId) }];
        }),
      ),
    [runners, meetings],
  );
  if (pairs.length === 0) return null;
  return (
    <section className="compare-chains">
      <h2>{t('chains')}</h2>
      <p className="compare-none">{t('chainsNote')}</p>
      {pairs.map(({ first, second, chain }) => (
        <section key={`${first.number} ${second.number}`}>
          <h3>
            {first.name} – {second.name}
          </h3>
          {chain === undefined && isGathering ? (
            <Skeleton rows={1} isExplained />
          ) : chain === undefined ? (
            <p className="compare-none">{t('noChain', { count: stored })}</p>
          ) : (
            <>
              <ol>
                {chain.links.map(({ racekey, racedate, first: from, second: to, margin }) => (
                  <li key={`${racekey} ${to.horseId}`}>
                    <PlaceLink
                      to={{
                        screen: 'race',
                        racekey,
                        tab: 'result',
                        ...runnerIn({ horse_number: from.horse_number }),
                      }}
                    >
                      {formatRacedate(racedate, language) ?? racedate} {courseAndNumber(racekey, language)}
                    </PlaceLink>{' '}
                    {t('link', {
                      first: styledName(from.name, names),
                      firstPlace: from.finish,
                      second: styledName(to.name, names),
                      secondPlace: to.finish,
                      margin: marginWords(margin, t),
                    })}
                  </li>
                ))}
              </ol>
              {chain.links.length > 1 && <p>{totalWords(first.name, chain.margin, t)}</p>}
            </>
          )}
        </section>
      ))}
    </section>
  );
}

function totalWords(first: string, margin: number | undefined, t: TFunction<'compare'>): string {
  if (margin === undefined) return t('totalUnknown');
  return margin === 0 ? t('totalLevel') : t('total', { first, margin: marginWords(margin, t) });
}

function marginWords(margin: number | undefined, t: TFunction<'compare'>): string {
  if (margin === undefined) return t('noTime');
  if (margin === 0) return t('level');
  return t(margin > 0 ? 'aheadBy' : 'behindBy', { seconds: inSeconds(margin) });
}
