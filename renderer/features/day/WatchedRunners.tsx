// The watched horses on a day's cards, each a link to its race, with those that do not run.

import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { recordsOf, runnerIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { useBridge } from '../../client/bridge.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { reasonsIn } from '../../racing/day-withdrawals.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useDayEntries } from './use-day-entries.ts';
import type { DaySheets } from './use-racing-day.ts';

/** The notes on the watched horses, by the horses' numbers. */
export type WatchedHorses = ReadonlyMap<string, string | undefined>;

const NONE: WatchedHorses = new Map();

/** Undefined until they are read; none if they cannot be. */
export function useWatchedHorses(): WatchedHorses | undefined {
  const { queries } = useBridge();
  const { data, isPending } = useQuery({
    ...queries.annotations.list.queryOptions({ input: { target: 'horse' } }),
    staleTime: 0,
  });
  return useMemo(() => {
    if (data === undefined) return isPending ? undefined : NONE;
    return new Map(data.filter((each) => each.watched === true).map(({ id, note }) => [id, note]));
  }, [data, isPending]);
}

interface WatchedRunnersProps {
  readonly horses: WatchedHorses;
  readonly racedate: string;
  readonly today: string;
  /** What was read of the day: it says which horses do not run. */
  readonly sheets: Pick<DaySheets, 'races' | 'prerace' | 'results'>;
}

const textIn = (record: RecordValues, field: string): string => record[field]?.trim() ?? '';

const recordsIn = ({ data }: { readonly data: Sheet | undefined }): readonly RecordValues[] =>
  data === undefined ? [] : recordsOf(data);

/**
 * Nothing if no horse is watched, and then no cards are requested. Otherwise a line from the first, so that the races below
 * stay where they are when the cards come.
 */
export function WatchedRunners({ horses, racedate, today, sheets }: WatchedRunnersProps): ReactNode {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const names = useNameStyle();
  const cards = useDayEntries(racedate, today, horses.size > 0);
  if (horses.size === 0) return null;
  const entries = recordsIn(cards);
  const runners = entries.filter((record) => horses.has(textIn(record, 'horse_id')));
  const isAhead = racedate >= today;
  const without =
    cards.data?.complete === false
      ? 'watchedIncomplete'
      : entries.length === 0 && isAhead
        ? 'watchedNoCards'
        : 'watchedNone';
  const instead = cards.isError
    ? 'watchedUnknown'
    : cards.data === undefined
      ? 'watchedReading'
      : runners.length === 0
        ? without
        : undefined;
  const { races, prerace, results } = sheets;
  const reasonOf = reasonsIn(
    { races: races.data, entries: cards.data, prerace: prerace.data, results: results.data },
    language,
  );
  return (
    <section className="day-watched" aria-label={t('watchedToday')}>
      <h2>{t('watchedToday')}</h2>
      {instead === undefined ? null : <p>{t(instead)}</p>}
      <ul>
        {runners.map((runner) => {
          const [racekey, horseId] = [textIn(runner, 'racekey'), textIn(runner, 'horse_id')];
          const number = runnerNumber(runner);
          const reason = reasonOf(runner);
          const name = <b>{styledName(textIn(runner, 'horse_name'), names)}</b>;
          return (
            <li key={`${racekey} ${horseId}`}>
              <PlaceLink
                to={{ screen: 'race', racekey, tab: 'card', ...runnerIn(runner) }}
                title={horses.get(horseId)}
              >
                {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
                {number === undefined ? '' : `${number} `}
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
