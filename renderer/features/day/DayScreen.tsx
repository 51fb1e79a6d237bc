// A day of racing: which day, from the calendar of the weeks around it, then its races.

import { useMemo, type ReactNode } from 'react';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useToday } from '../../client/use-today.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { nearestRaceDay, neighborsOf, periodsOf, type NeighborDays } from './calendar.ts';
import { DayHeader } from './DayHeader.tsx';
import './DayScreen.css';
import { DayStrip } from './DayStrip.tsx';
import { RacingDay } from './RacingDay.tsx';
import { useCalendar } from './use-calendar.ts';
import { useDayPage } from './use-day-page.ts';
import { Waiting } from './Waiting.tsx';

/** Another date replaces the present step, so Back leaves the day screen instead of stepping through dates. */
const show = (racedate: string): void => navigation.replace({ screen: 'day', racedate });

export function DayScreen({ racedate }: { readonly racedate?: string | undefined }) {
  const today = useToday();
  if (today === undefined) return <Waiting />;
  return <DayOf wanted={racedate} today={today} />;
}

function DayOf({ wanted, today }: { readonly wanted: string | undefined; readonly today: string }) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const calendar = useCalendar(wanted ?? today, today);
  const { days, unknown } = calendar;
  const nearest = nearestRaceDay(days, today);
  // A past day is the nearest only if it is known that there is none ahead.
  const isSure = nearest !== undefined && (nearest >= today ? calendar.isAheadKnown : calendar.isWhole);
  const racedate = wanted ?? (isSure || calendar.failed !== null ? nearest : undefined);
  const neighbors = useMemo(() => neighborsOf(days, racedate ?? today), [days, racedate, today]);
  useDayCommands(neighbors, today);

  const isStored = useDayPage(wanted);
  const hasRacing = isStored || days.some((day) => day.racedate === racedate);
  const isUnknown = racedate !== undefined && unknown.includes(racedate);
  // Until the calendar of these weeks is known, and if it cannot be read, the day itself is requested.
  const showsDay = racedate !== undefined && (hasRacing || isUnknown || calendar.failed !== null);

  const content = (): ReactNode => {
    if (showsDay) {
      const hasEarlier = days.some((day) => day.racedate >= today && day.racedate < racedate);
      return (
        <RacingDay
          key={racedate}
          racedate={racedate}
          today={today}
          isNextDay={racedate >= today && !hasEarlier}
        />
      );
    }
    if (calendar.failed !== null) return null;
    if (!calendar.isWhole) return <Waiting />;
    return (
      <EmptyState
        title={
          racedate === undefined
            ? t('noDays')
            : t('noRacing', { date: formatRacedate(racedate, language) ?? racedate })
        }
        text={t('purpose')}
        action={<NextSteps neighbors={neighbors} />}
      />
    );
  };

  return (
    <div className="day">
      <DayHeader racedate={racedate} today={today} days={days} neighbors={neighbors} onShow={show} />
      <DayStrip days={calendar.strip} selected={racedate} today={today} onShow={show} />
      {calendar.failed !== null && <FailureNotice thrown={calendar.failed} onRetry={calendar.retry} />}
      {unknown.length > 0 && <UnknownDays racedates={unknown} onRetry={calendar.retry} />}
      {content()}
    </div>
  );
}

interface UnknownDaysProps {
  readonly racedates: readonly string[];
  readonly onRetry: () => void;
}

function UnknownDays({ racedates, onRetry }: UnknownDaysProps) {
  const { t } = useTranslation('day');
  const { t: shell } = useTranslation('shell');
  const language = useLanguage();
  const periods = periodsOf(racedates).map(({ from, to }) =>
    [...new Set([from, to])].map((racedate) => formatRacedate(racedate, language) ?? racedate).join(' – '),
  );
  return (
    <Notice
      kind="warning"
      title={t('unknownDays', { count: racedates.length })}
      actions={<Button onPress={onRetry}>{shell('retry')}</Button>}
    >
      {periods.join(', ')}
    </Notice>
  );
}

function NextSteps({ neighbors }: { readonly neighbors: NeighborDays }) {
  const language = useLanguage();
  return (
    <div className="day-next-steps">
      {[neighbors.before, neighbors.after]
        .filter((day) => day !== undefined)
        .map((day) => (
          <Button key={day} onPress={() => show(day)}>
            {formatRacedate(day, language) ?? day}
          </Button>
        ))}
    </div>
  );
}

function useDayCommands({ before, after }: NeighborDays, today: string): void {
  const { t } = useTranslation('day');
  const commands = useMemo<readonly Command[]>(() => {
    const to = (racedate: string | undefined) => () => {
      if (racedate !== undefined) show(racedate);
    };
    return foundInBoth(t, 'day', (translate) => [
      { id: 'day.before', group: 'here', label: translate('before'), keys: ['['], run: to(before) },
      { id: 'day.after', group: 'here', label: translate('after'), keys: [']'], run: to(after) },
      {
        id: 'day.nearest',
        group: 'here',
        label: translate('nearest'),
        keywords: ['today', '今日', today],
        keys: ['t'],
        run: () => navigation.replace({ screen: 'day' }),
      },
    ]);
  }, [t, before, after, today]);
  useCommands(commands);
}
