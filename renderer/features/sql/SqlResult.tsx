// The result of a query: a chart if it is wanted, and the rows in the grid with everything that it can do.

import { useMemo, type ReactNode } from 'react';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { usualWidth } from '../../grid/columns/column-width.ts';
import { resultColumns } from '../../grid/data/result-columns.ts';
import type { OpenResultState, OpenState } from '../../grid/data/use-open-result.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { SQL_TABLE } from '../table/result-table.ts';
import { TableResult } from '../table/TableResult.tsx';
import { isNumber } from './chart/chart-data.ts';
import { ResultChart } from './chart/ResultChart.tsx';

/** Sums are longer than the figures of a race. */
const NUMBER_WIDTH = 96;

interface SqlResultProps {
  readonly opened: OpenResultState;
  readonly isRunning: boolean;
}

export function Stopped(): ReactNode {
  const { t } = useTranslation('sql');
  return (
    <Notice kind="info" title={t('stopped')}>
      {t('stoppedText')}
    </Notice>
  );
}

export function SqlResult({ opened, isRunning }: SqlResultProps): ReactNode {
  switch (opened.state) {
    case 'opening':
      return <Skeleton />;
    case 'cancelled':
      return <Stopped />;
    case 'failed':
      return <FailureNotice thrown={opened.thrown} onRetry={opened.again} />;
    case 'open':
      return (
        <div className={isRunning ? 'sql-result is-renewed' : 'sql-result'} aria-busy={isRunning}>
          {/* Another query has other rows: they begin at the top. */}
          <Rows key={sqlOf(opened)} opened={opened} isRunning={isRunning} />
        </div>
      );
  }
}

const sqlOf = ({ source }: OpenState): string => (source.kind === 'sql' ? source.sql : '');

interface RowsProps {
  readonly opened: OpenState;
  readonly isRunning: boolean;
}

function Rows({ opened, isRunning }: RowsProps): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const [hasChart, setChart] = useStepMemory('hasChart', false);
  const { summary } = opened;
  const widths = useMemo(
    () =>
      Object.fromEntries(
        resultColumns(opened.source, summary)
          .all.filter(isNumber)
          .map((column) => [column.name, Math.max(NUMBER_WIDTH, usualWidth(column, language))]),
      ),
    [opened.source, summary, language],
  );
  const cut = summary.reasons.find(({ reason }) => reason === 'rows_cut');
  return (
    <TableResult
      table={SQL_TABLE}
      // The rows of a running query are those of the one before, with a notice of their own.
      opened={withoutRenewal(opened)}
      takesFocus={false}
      keepsPlace={!isRunning}
      widths={widths}
      tools={
        <Button isExpanded={hasChart} onPress={() => setChart(!hasChart)}>
          {t('chart.title')}
        </Button>
      }
      countText={(rows, total) =>
        rows === total ? t('rows', { count: total }) : t('rowsOf', { rows, count: total })
      }
      whenEmpty={<EmptyState title={t('noRows')} text={t('noRowsText')} />}
      renderFigures={(result) => (
        <>
          {cut === undefined ? null : <Notice kind="warning" title={t('cut', { count: summary.records })} />}
          {hasChart ? <ResultChart result={result} /> : null}
        </>
      )}
    />
  );
}

function withoutRenewal({ renewal: _renewal, ...opened }: OpenState): OpenState {
  return opened;
}
