// The date field of the day screen. Its calendar marks the race days of the month that it shows, each by what is stored of
// it; reading that sends no request.

import { useMemo, useState } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { RaceDay } from '#shared/bridge/days.ts';
import { useBridge } from '../../client/bridge.tsx';
import { DateField, type DateMark } from '../../components/DateField.tsx';
import { useTranslation } from '../../text/text.ts';
import { GLYPHS } from '../downloads/stored-days.ts';
import type { CalendarRange } from './calendar.ts';
import { COVERAGE_TABLES, DAY_COVERAGES, monthCoverage, type DayCoverage } from './month-coverage.ts';

interface DayFieldProps {
  readonly racedate: string | undefined;
  readonly today: string;
  /** The race days of the weeks around, which are known before the month was read. */
  readonly days: readonly RaceDay[];
  readonly onShow: (racedate: string) => void;
}

/** As among the stored days of the downloads. */
const COVERAGE_GLYPHS: Readonly<Record<DayCoverage, string>> = {
  whole: GLYPHS.complete,
  part: GLYPHS.provisional,
  none: GLYPHS.missing,
};

export function DayField({ racedate, today, days, onShow }: DayFieldProps) {
  const { t } = useTranslation('day');
  const { queries } = useBridge();
  const [month, setMonth] = useState<CalendarRange>();
  const { data, isError } = useQuery({
    ...queries.downloads.calendar.queryOptions({
      input: month === undefined ? skipToken : { ...month, tables: COVERAGE_TABLES },
    }),
    // What is stored changes by every download and every day that is looked at.
    staleTime: 0,
  });
  const coverage = useMemo(
    () => (data === undefined ? undefined : monthCoverage(data, today)),
    [data, today],
  );
  const marks = useMemo(() => {
    const found = new Map<string, DateMark>(
      days.map((day) => [day.racedate, { glyph: '', label: t('stored.raceDay') }]),
    );
    for (const [day, state] of coverage?.days ?? [])
      found.set(day, {
        glyph: COVERAGE_GLYPHS[state],
        label: t('stored.day', { state: t(`stored.states.${state}`) }),
      });
    return found;
  }, [days, coverage, t]);
  return (
    <DateField
      label={t('pickDate')}
      hideLabel
      value={racedate}
      onChange={onShow}
      marks={marks}
      onMonth={setMonth}
      legend={
        <>
          <p>{t('stored.what')}</p>
          <ul>
            {DAY_COVERAGES.map((state) => (
              <li key={state}>
                <span aria-hidden="true">{COVERAGE_GLYPHS[state]}</span> {t(`stored.states.${state}`)}
              </li>
            ))}
          </ul>
          {coverage?.isKnown === false && <p>{t('stored.unknown')}</p>}
          {isError && <p>{t('stored.failed')}</p>}
        </>
      }
    />
  );
}
