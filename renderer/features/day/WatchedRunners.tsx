// The watched horses on a day's cards, each a link to its race, with those that do not run.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { numberIn, recordsOf, runnerIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { useBridge } from '../../client/bridge.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { reasonsIn } from '../../racing/day-withdrawals.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useDayEntries } from './use-day-entries.ts';
import type { DaySheets } from './use-racing-day.ts';

interface WatchedRunnersProps {
  readonly racedate: string;
  readonly today: string;
  /** What was read of the day: it says which horses do not run. */
  readonly sheets: Pick<DaySheets, 'races' | 'prerace' | 'results'>;
}

const textIn = (record: RecordValues, field: string): string => record[field]?.trim() ?? '';

const recordsIn = ({ data }: { readonly data: Sheet | undefined }): readonly RecordValues[] =>
  data === undefined ? [] : recordsOf(data);

/** Nothing if none is on a card. The day's cards are requested only if a horse is watched. */
export function WatchedRunners({ racedate, today, sheets }: WatchedRunnersProps): ReactNode {
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
  const runners = recordsIn(cards).filter((record) => watched.has(textIn(record, 'horse_id')));
  if (runners.length === 0 && !cards.isError) return null;
  const { races, prerace, results } = sheets;
  const reasonOf = reasonsIn(
    { races: races.data, entries: cards.data, prerace: prerace.data, results: results.data },
    language,
  );
  return (
    <section className="day-watched" aria-label={t('watchedToday')}>
      <h2>{t('watchedToday')}</h2>
      {cards.isError ? <p>{t('watchedUnknown')}</p> : null}
      <ul>
        {runners.map((runner) => {
          const [racekey, horseId] = [textIn(runner, 'racekey'), textIn(runner, 'horse_id')];
          const reason = reasonOf(runner);
          const name = <b>{styledName(textIn(runner, 'horse_name'), names)}</b>;
          return (
            <li key={`${racekey} ${horseId}`}>
              <PlaceLink
                to={{ screen: 'race', racekey, tab: 'card', ...runnerIn(runner) }}
                title={watched.get(horseId)}
              >
                {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
                {numberIn(runner, 'horse_number') ?? textIn(runner, 'horse_number')}{' '}
                {reason === undefined ? (
                  name
                ) : (
                  <>
                    <s>{name}</s> {reason}
                  </>
                )}
              </PlaceLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
