// A range of numbers: its ends, and a small histogram of the rows that the other filters leave, whose bars set them.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import type { RangeEnd } from '#shared/filters/condition.ts';
import { measureOf } from '#shared/filters/measure.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { decimalsOf } from '../summary/written-bound.ts';
import { Histogram } from '../summary/Histogram.tsx';
import { boundText } from './condition-edit.ts';
import { useRange } from './use-range.ts';
import type { ChoiceProps } from './ValueChoice.tsx';

export function NumberRange({ column, resultId, text, onText }: ChoiceProps): ReactNode {
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const { queries } = useBridge();
  const profile = useQuery(
    queries.results.profile.queryOptions({
      input: { resultId, column: column.name, others: true },
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  const [range, write] = useRange(column, text, onText);
  if (profile.isError) return <FailureNotice thrown={profile.error} onRetry={() => void profile.refetch()} />;
  const { data } = profile;
  if (data === undefined) return <Skeleton />;
  const { numeric } = data;
  if (numeric === undefined) return <p className="filter-help">{t('noNumbers')}</p>;
  const inWords = (value: number): string => formatValue(column, String(value), language);
  const end = (side: 'from' | 'to', value: RangeEnd | undefined): void => {
    write({ ...range, [side]: value, ...(side === 'to' ? { below: false } : {}) });
  };
  return (
    <>
      <Histogram
        column={column}
        bins={numeric.histogram}
        decimals={decimalsOf(data.top)}
        label={t('histogram')}
        from={numberOf(range?.from)}
        to={numberOf(range?.to)}
        onRange={(from, to, below) => write({ from, to, below })}
      />
      <div className="filter-ends">
        <BoundField
          column={column}
          label={t('from')}
          value={range?.from}
          hint={inWords(numeric.min)}
          onBound={(value) => end('from', value)}
        />
        <BoundField
          column={column}
          label={t('to')}
          value={range?.to}
          hint={inWords(numeric.max)}
          onBound={(value) => end('to', value)}
        />
      </div>
      <p className="filter-help">{t('filled', { filled: data.filled, count: data.records })}</p>
    </>
  );
}

const numberOf = (bound: RangeEnd | undefined): number | undefined =>
  typeof bound === 'number' ? bound : undefined;

interface BoundFieldProps {
  readonly column: Column;
  readonly label: string;
  readonly value: RangeEnd | undefined;
  /** The smallest or largest value. */
  readonly hint: string;
  readonly onBound: (value: RangeEnd | undefined) => void;
}

/** An end of the range as the user types it: it takes effect once it is a number. */
function BoundField({ column, label, value, hint, onBound }: BoundFieldProps): ReactNode {
  const { t } = useTranslation('filters');
  const [typed, setTyped] = useState<string>();
  const measure = measureOf(column);
  const bound = typed === undefined || typed.trim() === '' ? undefined : measure?.typed(typed)?.from;
  const isUnread = typed !== undefined && typed.trim() !== '' && bound === undefined;
  return (
    <label className="filter-end">
      <span className="field-label">{label}</span>
      <input
        className="field-input number"
        value={typed ?? boundText(column, value)}
        placeholder={hint}
        aria-invalid={isUnread}
        title={isUnread ? t('notRead') : undefined}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          const read = measure?.typed(next)?.from;
          if (next.trim() === '') onBound(undefined);
          else if (read !== undefined) onBound(read);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
