// The payoffs of a period: their number, their distribution, and the payoffs themselves.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '#shared/bridge/source.ts';
import { spanDays } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import { useQueryResult, useRowModel, type OpenState } from '../../grid/data/use-open-result.ts';
import { ALWAYS, PayoffList } from './PayoffList.tsx';
import { PayoffTable } from './PayoffTable.tsx';

interface PayoffsResultProps {
  readonly opened: OpenState;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Shows the payoffs of one bet. */
  readonly onBet: (bet: string) => void;
  /** Present if bets or courses are filtered out: shows all of them. */
  readonly onShowAll?: () => void;
}

export function PayoffsResult({ opened, sort, onSort, onBet, onShowAll }: PayoffsResultProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { summary, renewal, failed, refresh } = opened;
  const rowQuery = useMemo(() => ({ sort, filters: [] }), [sort]);
  const rows = useRowModel(opened, rowQuery, ALWAYS);
  const { rows: records } = useQueryResult(rows);
  // The texts describe the rows on screen.
  const { source } = rows;
  const { queries } = useBridge();
  const cache = useQueryClient();
  // Opening the result may have added records to the archive.
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: queries.days.stored.key() });
  }, [cache, queries, summary.resultId]);

  return (
    <>
      <div className="payoffs-bar">
        <strong role="status">{t('records', { count: records })}</strong>
        {source.kind === 'payoffs' ? (
          <span>{t('days', { count: spanDays(source.from, source.to) })}</span>
        ) : null}
        <Completeness summary={summary} />
        {renewal === undefined ? (
          <span className="payoffs-bar-hint">{t('hint')}</span>
        ) : (
          <Renewing renewal={renewal} />
        )}
      </div>
      {failed === undefined ? null : <FailureNotice thrown={failed} onRetry={refresh} />}
      <div
        className={renewal === undefined ? 'payoffs-result' : 'payoffs-result is-renewed'}
        aria-busy={renewal !== undefined}
      >
        {records === 0 ? (
          <EmptyState
            title={t('noRecords')}
            text={t('noRecordsText')}
            action={
              onShowAll === undefined ? undefined : (
                <Button kind="primary" onPress={onShowAll}>
                  {t('showAll')}
                </Button>
              )
            }
          />
        ) : (
          <>
            <details className="payoffs-figures" open>
              <summary>
                {t('figures')} <small>{t('figuresHint')}</small>
              </summary>
              <PayoffTable
                resultId={summary.resultId}
                onRetry={refresh}
                onShow={(bet, by) => {
                  onSort(by === undefined ? [] : [{ column: 'payoff', direction: by }]);
                  onBet(bet);
                }}
              />
            </details>
            <div className="payoffs-list">
              <PayoffList summary={summary} rows={rows} sort={sort} onSort={onSort} />
            </div>
          </>
        )}
      </div>
    </>
  );
}
