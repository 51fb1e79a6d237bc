// A column's values with their counts among the rows that the other filters leave; ticking a value filters by it.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { isPicked, pickedItems, togglePicked } from './condition-edit.ts';

export interface ChoiceProps {
  readonly column: Column;
  readonly resultId: string;
  /** The condition as typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Values listed at once; the rest is found by typing. */
const LISTED = 200;

/** Ranks, numbers and days are listed in their own order, everything else by frequency. */
const isOrdered = ({ kind }: Column): boolean => kind === 'number' || kind === 'rank' || kind === 'date';

export function ValueChoice({ column, resultId, text, onText }: ChoiceProps): ReactNode {
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const names = useNameStyle();
  const { queries } = useBridge();
  const [sought, setSought] = useState('');
  const contains = sought.trim();
  const values = useQuery(
    queries.results.values.queryOptions({
      input: {
        resultId,
        column: column.name,
        limit: LISTED,
        order: isOrdered(column) ? 'value' : 'count',
        ...(contains === '' ? {} : { contains }),
      },
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  const { data } = values;
  const picked = pickedItems(text, column);
  if (values.isError) return <FailureNotice thrown={values.error} onRetry={() => void values.refetch()} />;
  if (data === undefined) return <Skeleton />;
  const isLong = data.more || contains !== '' || data.values.length > 12;
  return (
    <>
      {isLong ? (
        <input
          type="search"
          className="field-input filter-find"
          aria-label={t('findValue')}
          placeholder={t('findValue')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      ) : null}
      <ul className="filter-values" aria-label={t('values')}>
        {data.values.map(({ raw, count, beside }) => {
          const isMissing = raw === null || isBlank(raw);
          const shown = isMissing ? t('emptyValue') : formatValue(column, raw, language, names, beside);
          return (
            <li key={JSON.stringify(raw)}>
              <label className="filter-value">
                <input
                  type="checkbox"
                  checked={isPicked(picked, raw, column)}
                  onChange={() => onText(togglePicked(text, column, raw))}
                />
                <span className={isMissing ? 'filter-value-name is-missing' : 'filter-value-name'}>
                  {shown === MISSING && raw !== null ? raw : shown}
                </span>
                <code>
                  {raw === null || (column.codeTable === undefined && column.kind !== 'race') ? '' : raw}
                </code>
                <span className="number">{count.toLocaleString(language)}</span>
              </label>
            </li>
          );
        })}
      </ul>
      <p className="filter-help">
        {data.values.length === 0
          ? t('noValues')
          : data.more
            ? t(isOrdered(column) ? 'firstValues' : 'moreValues', {
                listed: data.values.length,
                count: data.distinct,
              })
            : t('allValues', { count: data.distinct })}
      </p>
    </>
  );
}
