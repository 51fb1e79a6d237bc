// The race days of the weeks around, each with its courses: a strip to choose from.

import { memo, useEffect, useRef } from 'react';
import type { RaceDay } from '#shared/bridge/days.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { shortDate } from './short-date.ts';

interface DayStripProps {
  readonly days: readonly RaceDay[];
  readonly selected: string | undefined;
  readonly today: string;
  readonly onShow: (racedate: string) => void;
}

export const DayStrip = memo(function DayStrip({ days, selected, today, onShow }: DayStripProps) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected, days]);
  return (
    <nav aria-label={t('strip')} className="day-strip">
      {days.map(({ racedate, racecourses }) => {
        const courses = racecourses.map((code) => racecourseName(code, language));
        const when = racedate === today ? t('today') : racedate > today ? t('coming') : undefined;
        return (
          <button
            key={racedate}
            type="button"
            ref={racedate === selected ? chosen : null}
            className={`day-strip-day ${racedate >= today ? 'day-strip-ahead' : ''}`}
            aria-current={racedate === selected ? 'date' : undefined}
            title={`${formatRacedate(racedate, language) ?? racedate}: ${courses.join(', ')}`}
            // The second click of a double click is none of its own: it would choose what the first put under the pointer.
            onClick={({ detail }) => {
              if (detail < 2) onShow(racedate);
            }}
          >
            <span className="day-strip-date">
              {shortDate(racedate, language)}
              {when !== undefined && <span className="day-strip-when"> {when}</span>}
            </span>
            <span className="day-strip-courses">{courses.join(language === 'ja' ? '・' : ', ')}</span>
          </button>
        );
      })}
    </nav>
  );
});
