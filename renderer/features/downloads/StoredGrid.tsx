// The stored days as a grid: arrow keys move, Enter opens the records of the table and day.

import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { ageText } from '../../components/format.ts';
import { useNow } from '../../components/use-now.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { dayFilter } from './day-filter.ts';
import { useReasonWords } from './StoredReasons.tsx';
import { GLYPHS, yearsOf, type StoredCell, type StoredPicture, type StoredRow } from './stored-days.ts';

interface StoredGridProps {
  readonly picture: StoredPicture;
  readonly label: string;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const within = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));

/** "11-15" for a day, "11" for a month; the header above has the year. */
const shortColumn = (when: string): string => when.slice(-2);

export function StoredGrid({ picture, label }: StoredGridProps): ReactNode {
  const { t } = useTranslation('downloads');
  const reasonWords = useReasonWords();
  const language = useLanguage();
  const now = useNow();
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, Infinity]);
  const row = within(at[0], picture.rows.length);
  const column = within(at[1], picture.columns.length);

  const open = ({ table }: StoredRow, { when }: StoredCell): void =>
    navigation.go({ screen: 'table', table, filter: dayFilter(table, when) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const next = [
      within(row + step[0], picture.rows.length),
      within(column + step[1], picture.columns.length),
    ] as const;
    setAt(next);
    body.current?.querySelectorAll('tr')[next[0]]?.querySelectorAll('button')[next[1]]?.focus();
  };
  const name = (of: StoredRow, cell: StoredCell): string => {
    const table = TABLES[of.table].label[language];
    if (picture.by === 'month') {
      const month = t('month', { year: cell.when.slice(0, 4), month: cell.when.slice(4) });
      return t('cellMonth', { table, month, complete: cell.complete, all: cell.days });
    }
    return inWords(of, cell, language);
  };
  const inWords = (of: StoredRow, cell: StoredCell, speaks: Language): string => {
    const table = TABLES[of.table].label[speaks];
    const day = formatRacedate(cell.when, speaks) ?? cell.when;
    const why = cell.reasons.map((reason) => reasonWords(of.table, reason)).join(t('reasonGap'));
    const state =
      why === '' ? t(`dayStates.${cell.state}`) : t('stateWhy', { state: t(`dayStates.${cell.state}`), why });
    if (cell.fetchedAt === undefined) return t('cell', { table, day, state });
    const age = ageText(now - cell.fetchedAt, speaks);
    return t('cellRecords', { table, day, state, count: cell.records, age });
  };

  return (
    <div role="presentation" className="stored-scroll" onKeyDown={onKeyDown}>
      <table aria-label={label} className="stored">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="stored-head">
              {t('table')}
            </th>
            <th scope="col" rowSpan={2} className="stored-head stored-sum">
              {t('dayStates.complete')}
            </th>
            {yearsOf(picture.columns).map((head) => (
              <th key={head.label} scope="colgroup" colSpan={head.span} className="stored-year">
                {head.label}
              </th>
            ))}
          </tr>
          <tr>
            {picture.columns.map((when) => (
              <th key={when} scope="col" className="stored-day">
                {shortColumn(when)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {picture.rows.map((of, rowAt) => (
            <tr key={of.table}>
              <th scope="row" title={of.table}>
                {TABLES[of.table].label[language]}
              </th>
              <td className="stored-sum">{t('storedOf', { complete: of.complete, all: of.days })}</td>
              {of.cells.map((cell, columnAt) => (
                <td key={cell.when}>
                  <button
                    type="button"
                    className={`stored-cell is-${cell.state}`}
                    tabIndex={rowAt === row && columnAt === column ? 0 : -1}
                    aria-label={name(of, cell)}
                    title={name(of, cell)}
                    onFocus={() => setAt([rowAt, columnAt])}
                    onClick={() => open(of, cell)}
                  >
                    {GLYPHS[cell.state]}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
