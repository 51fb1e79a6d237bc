// A range of days, first and last, with the days of the result marked in the calendars.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import type { RangeEnd } from '#shared/filters/condition.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { DateField } from '../../../components/DateField.tsx';
import { useRange } from './use-range.ts';
import { ValueChoice, type ChoiceProps } from './ValueChoice.tsx';

/** Days marked in the calendars: more than two years of racing. */
const MARKED = 300;

/** YYYYMMDD of a bound, which counts days as one number. */
const dayOf = (bound: RangeEnd | undefined): string | undefined =>
  bound === undefined ? undefined : String(bound);

export function DateRange(props: ChoiceProps): ReactNode {
  const { column, resultId, text, onText } = props;
  const { t } = useTranslation('filters');
  const { queries } = useBridge();
  const { data } = useQuery(
    queries.results.values.queryOptions({
      input: { resultId, column: column.name, limit: MARKED, order: 'value' },
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  const marked = useMemo(() => new Set(data?.values.flatMap(({ raw }) => raw ?? [])), [data]);
  const [range = {}, write] = useRange(column, text, onText);
  return (
    <>
      <div className="filter-ends">
        <DateField
          label={t('from')}
          value={dayOf(range.from)}
          onChange={(day) => write({ ...range, from: Number(day) })}
          marked={marked}
          max={dayOf(range.to)}
        />
        <DateField
          label={t('to')}
          value={dayOf(range.to)}
          onChange={(day) => write({ ...range, to: Number(day), below: false })}
          marked={marked}
          min={dayOf(range.from)}
        />
      </div>
      <ValueChoice {...props} />
    </>
  );
}
