// The watched horses that run on a day, each a link to its race.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { styledName } from '#shared/names/latin.ts';
import { useBridge } from '../../client/bridge.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';

/** Nothing if none runs: the day's cards are read only as far as they are stored. */
export function WatchedRunners({ racedate }: { readonly racedate: string }): ReactNode {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const names = useNameStyle();
  const { queries } = useBridge();
  const watched = useQuery({
    ...queries.annotations.watchedRunners.queryOptions({ input: { racedate } }),
    staleTime: 0,
  });
  if (watched.data === undefined || watched.data.length === 0) return null;
  return (
    <section className="day-watched" aria-label={t('watchedToday')}>
      <h2>{t('watchedToday')}</h2>
      <ul>
        {watched.data.map(({ racekey, horseNumber, horseId, horseName, note }) => (
          <li key={`${racekey} ${horseId}`}>
            <PlaceLink to={{ screen: 'race', racekey, tab: 'card' }} title={note}>
              {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
              {Number(horseNumber) || horseNumber} <b>{styledName(horseName, names)}</b>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
