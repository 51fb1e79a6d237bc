// The watched horses that run on a day, each a link to its race.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { styledName } from '#shared/names/latin.ts';
import { useBridge } from '../../client/bridge.tsx';
import { recordsOf } from '../../client/sheet.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useDayEntries } from './use-day-entries.ts';

interface WatchedRunnersProps {
  readonly racedate: string;
  readonly today: string;
}

const COLUMNS = ['racekey', 'horse_number', 'horse_id', 'horse_name'] as const;

/** Nothing if none runs. The day's cards are requested only if a horse is watched. */
export function WatchedRunners({ racedate, today }: WatchedRunnersProps): ReactNode {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const names = useNameStyle();
  const { queries } = useBridge();
  const horses = useQuery({
    ...queries.annotations.list.queryOptions({ input: { target: 'horse' } }),
    staleTime: 0,
  });
  const watched = new Map(
    (horses.data ?? []).filter((each) => each.watched === true).map((each) => [each.id, each.note]),
  );
  const cards = useDayEntries(racedate, today, watched.size > 0);
  if (watched.size === 0) return null;
  const runners =
    cards.data === undefined
      ? []
      : recordsOf(cards.data, COLUMNS).filter(({ horse_id = '' }) => watched.has(horse_id));
  if (runners.length === 0 && !cards.isError) return null;
  return (
    <section className="day-watched" aria-label={t('watchedToday')}>
      <h2>{t('watchedToday')}</h2>
      {cards.isError ? <p>{t('watchedUnknown')}</p> : null}
      <ul>
        {runners.map(({ racekey = '', horse_number = '', horse_id = '', horse_name = '' }) => (
          <li key={`${racekey} ${horse_id}`}>
            <PlaceLink to={{ screen: 'race', racekey, tab: 'card' }} title={watched.get(horse_id)}>
              {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
              {Number(horse_number) || horse_number} <b>{styledName(horse_name, names)}</b>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
