// The tables and days that the plan, the calendar and the buttons of the screen apply to.

import type { ReactNode } from 'react';
import type { DailyTable, DownloadSelection } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { lastWeeks, type Period } from '../../components/periods.ts';
import { DateField } from '../../components/DateField.tsx';
import { ToggleRow } from '../../components/ToggleRow.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { CURRENT_TABLES, PAST_TABLES } from './selection.ts';

interface SelectionFormProps {
  readonly selection: DownloadSelection;
  readonly today: string;
  readonly onChange: (change: Partial<DownloadSelection>) => void;
}

const WEEKS = [1, 4, 8];
const YEAR = 365;

export function SelectionForm({ selection, today, onChange }: SelectionFormProps): ReactNode {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const { from, to, tables } = selection;
  const periods: readonly { readonly label: string; readonly period: Period }[] = [
    ...WEEKS.map((count) => ({ label: t('weeks', { count }), period: lastWeeks(today, count) })),
    { label: t('year'), period: { from: addDays(today, 1 - YEAR), to: today } },
  ];
  const rows = [
    { label: t('pastTables'), codes: PAST_TABLES },
    { label: t('currentTables'), codes: CURRENT_TABLES },
  ];
  const choose = (of: readonly DailyTable[], chosen: readonly DailyTable[]): void =>
    onChange({ tables: [...tables.filter((code) => !of.includes(code)), ...chosen] });
  return (
    <div className="downloads-form" role="group" aria-label={t('form')}>
      <div className="downloads-dates">
        <DateField label={t('from')} value={from} onChange={(value) => onChange({ from: value })} />
        <DateField label={t('to')} value={to} onChange={(value) => onChange({ to: value })} />
        <div className="downloads-periods" role="group" aria-label={t('periods')}>
          {periods.map(({ label, period }) => (
            <button
              key={label}
              type="button"
              className="toggle-row-button"
              aria-pressed={period.from === from && period.to === to}
              onClick={() => onChange(period)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {rows.map(({ label, codes }) => (
        <ToggleRow
          key={label}
          label={label}
          options={codes.map((code) => ({
            id: code,
            label: TABLES[code].label[language],
            title: `${code}: ${TABLES[code].purpose[language]}`,
          }))}
          chosen={tables.filter((code) => codes.includes(code))}
          onChange={(chosen) => choose(codes, chosen)}
        />
      ))}
    </div>
  );
}
