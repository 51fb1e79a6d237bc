// A day of racing: which day, from the calendar of the weeks around it, then its courses side by side.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { useCommands, type Command } from '../../commands/commands.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { navigation } from '../../navigation/navigation.ts';
import { nearestRaceDay, neighboursOf, weeksAround, type Neighbours } from './calendar.ts';
import { DayHeader } from './DayHeader.tsx';
import './DayScreen.css';
import { DayStrip } from './DayStrip.tsx';
import { RacingDay } from './RacingDay.tsx';

/** How long the calendar of some weeks is taken as it is, in milliseconds. */
const CALENDAR_FRESH = 10 * 60_000;

/** Another date is the same step of the way: Back leads out of the day, not through its dates. */
const show = (racedate: string): void => navigation.replace({ screen: 'day', racedate });

export function DayScreen({ racedate }: { readonly racedate: string | undefined }) {
  const today = useToday();
  if (today === undefined) return <Skeleton rows={14} />;
  return <DayOf wanted={racedate} today={today} />;
}

function DayOf({ wanted, today }: { readonly wanted: string | undefined; readonly today: string }) {
  const { t } = useTranslation('day');
  const { t: shell } = useTranslation('shell');
  const language = useLanguage();
  const { queries } = useBridge();
  const calendar = useQuery(
    queries.days.list.queryOptions({
      input: weeksAround(wanted ?? today, today),
      staleTime: CALENDAR_FRESH,
      placeholderData: keepPreviousData,
    }),
  );
  const days = useMemo(() => calendar.data?.days ?? [], [calendar.data]);
  const racedate = wanted ?? nearestRaceDay(days, today);
  const neighbours = neighboursOf(days, racedate ?? today);
  useDayCommands(neighbours, today);

  const hasRacing = days.some((day) => day.racedate === racedate);
  const isUnknown = racedate !== undefined && calendar.data?.unknown.includes(racedate) === true;
  // Until the calendar has answered for these weeks, and where it could not, the day itself is asked.
  const asksDay = racedate !== undefined && (hasRacing || isUnknown || calendar.isError);

  const content = (): ReactNode => {
    if (asksDay) return <RacingDay key={racedate} racedate={racedate} today={today} />;
    if (calendar.isError) return null;
    if (calendar.isPending || calendar.isPlaceholderData) return <Skeleton rows={14} />;
    return (
      <EmptyState
        title={
          racedate === undefined
            ? t('noDays')
            : t('noRacing', { date: formatRacedate(racedate, language) ?? racedate })
        }
        text={t('purpose')}
        action={<NextSteps neighbours={neighbours} />}
      />
    );
  };

  return (
    <div className="day">
      <DayHeader racedate={racedate} today={today} days={days} neighbours={neighbours} onShow={show} />
      <DayStrip days={days} selected={racedate} today={today} onShow={show} />
      {calendar.isError && <FailureNotice thrown={calendar.error} onRetry={() => void calendar.refetch()} />}
      {calendar.data !== undefined && calendar.data.unknown.length > 0 && (
        <Notice
          kind="warning"
          title={t('unknownDays', { count: calendar.data.unknown.length })}
          actions={<Button onPress={() => void calendar.refetch()}>{shell('retry')}</Button>}
        >
          {calendar.data.unknown.map((day) => formatRacedate(day, language) ?? day).join(', ')}
        </Notice>
      )}
      {content()}
    </div>
  );
}

function NextSteps({ neighbours }: { readonly neighbours: Neighbours }) {
  const language = useLanguage();
  return (
    <div className="day-next-steps">
      {[neighbours.before, neighbours.after]
        .filter((day) => day !== undefined)
        .map((day) => (
          <Button key={day} onPress={() => show(day)}>
            {formatRacedate(day, language) ?? day}
          </Button>
        ))}
    </div>
  );
}

function useDayCommands({ before, after }: Neighbours, today: string): void {
  const { t } = useTranslation('day');
  const commands = useMemo<readonly Command[]>(() => {
    const to = (racedate: string | undefined) => () => {
      if (racedate !== undefined) show(racedate);
    };
    return [
      { id: 'day.before', group: 'here', label: t('before'), keys: ['['], run: to(before) },
      { id: 'day.after', group: 'here', label: t('after'), keys: [']'], run: to(after) },
      {
        id: 'day.nearest',
        group: 'here',
        label: t('nearest'),
        keywords: ['today', '今日', today],
        keys: ['t'],
        run: () => navigation.replace({ screen: 'day' }),
      },
    ];
  }, [t, before, after, today]);
  useCommands(commands);
}
