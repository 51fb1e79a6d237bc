// The payoffs of a period: conditions of their races, the figures of those that pass, and the payoffs themselves.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import type { OpenState } from '../../grid/data/use-open-result.ts';
import { racePlace } from '../../racing/key-links.ts';
import { TableResult } from '../table/TableResult.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { RaceFilters } from './RaceFilters.tsx';

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
      renderConditions={(result) => <RaceFilters result={result} />}
      renderFigures={(result) => (
        <FigurePanel result={result} isComplete={summary.complete} onRetry={refresh} />
      )}
      onOpenRow={openRace}
    />
  );
}
