// Why stored days are incomplete, a line for each table and reason, and what to do about it.

import { useId, type ReactNode } from 'react';
import type { TableCalendar } from '#shared/bridge/downloads.ts';
import type { Incompleteness } from '#shared/bridge/results.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { whyIncomplete } from './stored-days.ts';

/** Longer than this the list would push the disk off the screen; the names of the cells have every reason. */
const MOST_LINES = 8;

/** The words of a reason. Of a day that cannot be checked, they say that its own records are there. */
export function useReasonWords(): (
  table: TableCalendar['table'],
  reason: Incompleteness['reason'],
) => string {
  const { t } = useTranslation('downloads');
  const { t: shell } = useTranslation('shell');
  return (table, reason) => {
    if (reason !== 'unchecked') return shell(`incompleteness.${reason}`);
    // No table is verified against itself.
    const kind = (['meeting', 'race'] as const).find((each) => tablesOfDay(each).includes(table));
    const by = kind ?? 'other';
    return t('notVerified', { by: t(`verifiedBy.${by}`) });
  };
}

export function StoredReasons({ calendars }: { readonly calendars: readonly TableCalendar[] }): ReactNode {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const reasonWords = useReasonWords();
  const heading = useId();
  const lines = whyIncomplete(calendars);
  if (lines.length === 0) return null;
  const daysText = (days: readonly string[]): string => {
    const text = (day = ''): string => formatRacedate(day, language) ?? day;
    if (days.length === 1) return text(days[0]);
    return t('reasonDays', { count: days.length, from: text(days[0]), to: text(days.at(-1)) });
  };
  return (
    <div className="stored-why">
      <p>
        <span id={heading}>{t('whyIncomplete')}</span> {t('whyIncompleteAdvice')}
      </p>
      <ul aria-labelledby={heading}>
        {lines.slice(0, MOST_LINES).map(({ table, reason, days }) => (
          <li key={`${table} ${reason}`}>
            {t('reasonOf', {
              table: TABLES[table].label[language],
              days: daysText(days),
              why: reasonWords(table, reason),
            })}
          </li>
        ))}
        {lines.length > MOST_LINES ? <li>{t('moreReasons', { count: lines.length - MOST_LINES })}</li> : null}
      </ul>
    </div>
  );
}
