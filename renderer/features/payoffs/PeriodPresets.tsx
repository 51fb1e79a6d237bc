// Buttons for common periods; the current one is marked. One whose period is not known yet, or that has none, cannot be
// pressed, but keeps its place: another must not come under the pointer when the calendar arrives.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RaceDay } from '#shared/bridge/days.ts';
import { pairOfDay } from '#shared/catalogue/day-tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { lastRaceDay, lastWeekend, lastWeeks, type Period } from '../../components/periods.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import '../../components/ToggleRow.css';

interface PeriodPresetsProps {
  readonly days: readonly RaceDay[];
  readonly today: string;
  readonly shown: Period | undefined;
  readonly onShow: (period: Period) => void;
}

type StoredPeriod = { readonly [End in keyof Period]?: string | undefined };

/** From the first to the last day of all of them; undefined if they have none, or until all are known. */
function joined(stored: readonly (StoredPeriod | undefined)[]): Period | undefined {
  if (stored.includes(undefined)) return undefined;
  const days = stored.flatMap((period) => [period?.from, period?.to]).filter((day) => day !== undefined);
  days.sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

export function PeriodPresets({ days, today, shown, onShow }: PeriodPresetsProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { queries } = useBridge();
  const language = useLanguage();
  // A day's payoffs come with the present table; the past one has them later.
  const [past, present] = pairOfDay('payoff');
  const ofPast = useQuery(queries.days.stored.queryOptions({ input: { table: past }, staleTime: 0 }));
  const ofPresent = useQuery(queries.days.stored.queryOptions({ input: { table: present }, staleTime: 0 }));

  // Today's payoffs arrive race by race.
  const isRacedate = (day: string): boolean => days.some(({ racedate }) => racedate === day);
  const presets: readonly { readonly label: string; readonly period: Period | undefined }[] = [
    { label: t('today'), period: isRacedate(today) ? { from: today, to: today } : undefined },
    { label: t('lastDay'), period: lastRaceDay(days) },
    { label: t('lastWeekend'), period: lastWeekend(days, today) },
    ...[4, 8].map((weeks) => ({ label: t('weeks', { count: weeks }), period: lastWeeks(today, weeks) })),
    { label: t('stored'), period: joined([ofPast.data, ofPresent.data]) },
  ];
  const inWords = ({ from: first, to: last }: Period): string =>
    [...new Set([first, last])].map((racedate) => formatRacedate(racedate, language) ?? racedate).join(' – ');
  return (
    <div className="payoffs-form-presets" role="group" aria-label={t('presets')}>
      {presets.map(({ label, period }) => (
        <button
          key={label}
          type="button"
          className="toggle-row-button"
          title={period === undefined ? undefined : inWords(period)}
          aria-pressed={period !== undefined && period.from === shown?.from && period.to === shown.to}
          disabled={period === undefined}
          onClick={() => period !== undefined && onShow(period)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
