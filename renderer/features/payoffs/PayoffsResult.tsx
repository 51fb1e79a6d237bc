// The payoffs of a period: the distribution of those that pass the filters, and the payoffs themselves.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { spanDays } from '#shared/racing/racedate.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import { useApplied, type OpenState } from '../../grid/data/use-open-result.ts';
import { racePlace } from '../../racing/key-links.ts';
import { onlyPicked } from '../table/filters/condition-edit.ts';
import { withFilter } from '../table/filters/filter-list.ts';
import { TableResult } from '../table/TableResult.tsx';
import type { ResultState } from '../table/use-result.ts';
import { PayoffTable } from './PayoffTable.tsx';

const openRace = (rows: RowModel, row: number): void => {
  const place = racePlace(rows.cell(row, 'racekey'), 'payoffs');
  if (place !== undefined) navigation.go(place);
};

export function PayoffsResult({ opened }: { readonly opened: OpenState }): ReactNode {
  const { t } = useTranslation('payoffs');
  const { summary, renewal, failed, refresh } = opened;
  const { queries } = useBridge();
  const cache = useQueryClient();
  // Opening the result may have added records to the archive.
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: queries.days.stored.key() });
  }, [cache, queries, summary.resultId]);
  if (summary.records === 0)
    return (
      <>
        <div className="table-result-bar">
          <Completeness summary={summary} />
          {renewal === undefined ? null : <Renewing renewal={renewal} />}
        </div>
        {failed === undefined ? null : <FailureNotice thrown={failed} onRetry={refresh} />}
        <EmptyState title={t('noRecords')} text={t('noRecordsText')} />
      </>
    );
  return (
    <TableResult
      table={BROWSABLES.payoffs}
      opened={opened}
      countText={(rows, total) =>
        rows === total ? t('records', { count: rows }) : t('recordsOf', { rows, count: total })
      }
      renderFigures={(result) => <Figures result={result} onRetry={refresh} />}
      onOpenRow={openRace}
    />
  );
}

interface FiguresProps {
  readonly result: ResultState;
  readonly onRetry: () => void;
}

function Figures({ result, onRetry }: FiguresProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { rows, state, find, queryResult } = result;
  const { filters, sort } = result.tableState;
  const { resultId, query } = useApplied(rows);
  const rowsKey = useMemo(() => [rows.recordsKey, query?.filters, query?.quick], [rows, query]);
  const { source } = rows;
  const days =
    source.kind === 'subject' && source.from !== undefined && source.to !== undefined
      ? spanDays(source.from, source.to)
      : undefined;
  /** The rows of one bet, and their order by amount if an amount was chosen. */
  const show = (bet: string, by?: 'ascending' | 'descending'): void => {
    const column = find('bet');
    if (column === undefined) return;
    state.want({
      filters: withFilter(filters, 'bet', onlyPicked(column, bet)),
      sort: by === undefined ? sort : [{ column: 'payoff', direction: by }],
    });
  };
  if (queryResult.rows === 0) return null;
  return (
    <details className="payoffs-figures" open>
      <summary>
        {t('figures')}{' '}
        <small>
          {days === undefined ? '' : `${t('days', { count: days })} · `}
          {t('figuresHint')} {t('hint')}
        </small>
      </summary>
      <PayoffTable resultId={resultId} rowsKey={rowsKey} onRetry={onRetry} onShow={show} />
    </details>
  );
}
