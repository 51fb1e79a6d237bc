// The bar above the rows: how many pass of how many and whether they are complete, the quick search, the view, actions.

import type { ReactNode, Ref } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import type { OpenState } from '../../grid/data/use-open-result.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { navigation } from '../../app/navigation/navigation.ts';
import { FilterOnPaper } from './FilterOnPaper.tsx';
import { downloadRoute, isFetched } from './subject-download.ts';
import { QuickSearch } from './filters/QuickSearch.tsx';
import type { ResultState } from './use-result.ts';
import { ViewBar } from './views/ViewBar.tsx';

/** The panel beside the grid. */
export type SidePanelName = 'columns' | 'record' | 'summary' | 'nothing';

/** The number of rows that pass, of how many. */
export type CountText = (rows: number, total: number) => string;

interface ResultBarProps {
  readonly opened: OpenState;
  readonly result: ResultState;
  readonly countText?: CountText | undefined;
  readonly onLeaveQuick: () => void;
  readonly quickField: Ref<HTMLInputElement>;
  /** What is shown if the archive has rows that are not. */
  readonly behind: ReactNode;
  /** Whether columns, order and filters can be saved as views. */
  readonly hasViews: boolean;
  /** A screen's own buttons. */
  readonly tools?: ReactNode;
}

export function ResultBar({ opened, result, onLeaveQuick, quickField, ...props }: ResultBarProps): ReactNode {
  const { summary, refresh, renewal } = opened;
  const { all, shown, queryResult, rowQuery, sidePanel, setSidePanel, state, views } = result;
  const { t } = useTranslation('table');
  const { t: summaries } = useTranslation('summary');
  const { rows, total } = queryResult;
  const download = downloadRoute(opened.source);
  const toggle = (which: SidePanelName): void => setSidePanel(sidePanel === which ? 'nothing' : which);
  return (
    <div className="table-result-bar">
      <FilterOnPaper source={opened.source} />
      <strong role="status" className="table-result-count">
        {props.countText?.(rows, total) ??
          (rows === total ? t('records', { count: total }) : t('recordsOf', { rows, count: total }))}
      </strong>
      <Completeness
        summary={summary}
        isOfStored={opened.source.kind === 'sql'}
        isOutdated={result.changes.failed !== undefined}
      />
      {renewal === undefined ? null : <Renewing renewal={renewal} />}
      {props.behind}
      <QuickSearch
        ref={quickField}
        text={result.tableState.quick}
        onText={(quick) => state.want({ quick })}
        onLeave={onLeaveQuick}
      />
      {props.hasViews ? <ViewBar views={views} state={state} actions={result.actions} /> : null}
      <span className="table-result-space" />
      {props.tools}
      <Button isExpanded={sidePanel === 'columns'} onPress={() => toggle('columns')}>
        {t('columns', { shown: shown.length, all: all.length })}
      </Button>
      <Button isExpanded={sidePanel === 'summary'} onPress={() => toggle('summary')}>
        {summaries('open')}
      </Button>
      {isFetched(opened.source) ? (
        <span title={t('refresh')}>
          <Button
            label={t('refresh')}
            className="icon-button"
            onPress={refresh}
            isPending={renewal !== undefined}
          >
            <span aria-hidden="true">⟳</span>
          </Button>
        </span>
      ) : null}
      {download === undefined || summary.complete ? null : (
        <Button onPress={() => navigation.go(download)}>{t('download')}</Button>
      )}
      <ExportButton
        source={opened.source}
        sort={result.tableState.sort}
        filters={rowQuery.filters}
        quick={rowQuery.quick}
        rows={queryResult}
        columns={result.names}
        allColumns={all.map((column) => column.name)}
        layouts={views.list.layouts}
        summary={summary}
      />
    </div>
  );
}
