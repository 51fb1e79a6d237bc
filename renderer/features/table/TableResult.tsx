// What a table answered: the bar, the filters, the grid and what stands beside it, put together.

import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '#shared/catalogue/table.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Grid } from '../../grid/Grid.tsx';
import { SourceFailure } from '../../grid/data/SourceFailure.tsx';
import { useLiveRows } from '../../grid/data/use-archive-changes.ts';
import { useApplied, type OpenState } from '../../grid/data/use-open-result.ts';
import { useLanguage } from '../../text/text.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { GridSidePanel } from './GridSidePanel.tsx';
import { EmptyNote } from './EmptyNote.tsx';
import { filterOf, withFilter, withFilters } from './filters/filter-list.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { FilterPopover } from './filters/FilterPopover.tsx';
import { NoRecords, RefreshFailure } from './NoRecords.tsx';
import { ResultBar } from './ResultBar.tsx';
import { PINNED, RACE_TAB, STATUS } from './table-looks.ts';
import { anchorOf, useCurrentColumn } from './use-current-column.ts';
import { useGridProps } from './use-grid-props.tsx';
import { useResult } from './use-result.ts';
import { useResultCommands } from './use-result-commands.ts';
import { ViewBar } from './views/ViewBar.tsx';
import { ViewDialogs } from './views/ViewDialogs.tsx';
import { ViewNote } from './views/ViewNote.tsx';

interface TableResultProps {
  readonly table: Table;
  readonly opened: OpenState;
}

/** Where the grid's focus is or will be. */
const STOP = '[role="gridcell"][tabindex="0"], [role="columnheader"][tabindex="0"]';

export function TableResult({ table, opened }: TableResultProps): ReactNode {
  const { source, summary, refresh, renewal } = opened;
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const quickField = useRef<HTMLInputElement>(null);
  const [columnName, followFocus] = useCurrentColumn();
  const result = useResult(table, opened);
  const { all, shown, names, rows, queryResult, views, state, actions, rowQuery } = result;
  const { beside, setBeside, openFilter, edit, setFilters } = result;
  const { columnState, sort, filters, quick } = result.tableState;
  const { resultId } = useApplied(rows);
  const tab = RACE_TAB[table.code];

  const opening = result.find(openFilter?.column);
  const openFilterOf = (name: string): void => {
    const anchor = anchorOf(frame.current, name);
    if (anchor !== undefined) edit(name, anchor);
  };
  useResultCommands({ result, refresh, openFilterOf, quickField, columnName, tab });
  const tableGridProps = useGridProps(result, tab, openFilterOf);
  const { changes } = result;
  const [hasRange, setRange] = useState(false);
  /** The current row where it is on screen, else the first that is. */
  const anchor = (): number => {
    const { from, to } = rows.view();
    if (result.current >= from && result.current < to) return result.current;
    return Math.max(0, Math.min(from + 1, queryResult.rows - 1));
  };
  const isBusy = hasRange || openFilter !== undefined || renewal !== undefined;
  useLiveRows(changes, isBusy, anchor);
  const renew = (): void => changes.renew(anchor());
  const toGrid = (): void => frame.current?.querySelector<HTMLElement>(STOP)?.focus();
  const close = (): void => {
    setBeside('nothing');
    toGrid();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || beside === 'nothing' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };

  if (summary.records === 0) return <NoRecords opened={opened} />;
  return (
    <div
      role="presentation"
      className="table-result"
      ref={frame}
      onKeyDown={onKeyDown}
      onFocusCapture={followFocus}
    >
      <ResultBar
        opened={opened}
        queryResult={queryResult}
        quick={quick}
        onQuick={(text) => result.want({ quick: text })}
        onLeaveQuick={toGrid}
        quickField={quickField}
        columns={{ shown: shown.length, all: all.length }}
        isBehind={changes.isBehind && isBusy}
        onRenew={renew}
        beside={beside}
        onBeside={setBeside}
        views={<ViewBar views={views} state={state} actions={actions} />}
        exporting={
          <ExportButton
            source={source}
            sort={sort}
            filters={rowQuery.filters}
            quick={rowQuery.quick}
            rows={queryResult}
            columns={names}
            allColumns={all.map((column) => column.name)}
            layouts={views.list.layouts}
            summary={summary}
          />
        }
      />
      <ViewNote actions={actions} failed={views.failed} />
      <EmptyNote empty={result.empty} />
      <FilterChips
        filters={filters}
        columns={all}
        problems={queryResult.problems}
        onChange={setFilters}
        onEdit={edit}
        onClearAll={result.clearAll}
      />
      <RefreshFailure opened={opened} />
      {changes.failed === undefined ? null : <FailureNotice thrown={changes.failed} onRetry={renew} />}
      <SourceFailure source={rows} />
      <div
        className={renewal === undefined ? 'table-result-body' : 'table-result-body is-renewed'}
        aria-busy={renewal !== undefined}
      >
        {state.loaded ? (
          <Grid
            label={table.label[language]}
            source={rows}
            columns={shown}
            pinned={PINNED[table.grain]}
            columnState={columnState}
            onColumnState={state.setColumnState}
            sort={sort}
            onSort={(next) => result.want({ sort: next })}
            onOpen={() => setBeside('record')}
            onCurrentRow={result.setCurrent}
            onRange={setRange}
            currentRow={result.current}
            memoryName="table"
            statusColumns={STATUS}
            freshColumns={result.fresh}
            sourceTable={`${table.code}, ${table.label[language]}`}
            takesFocus
            {...tableGridProps}
          />
        ) : (
          <Skeleton />
        )}
        {queryResult.rows === 0 ? (
          <div className="table-result-none">
            <EmptyState
              title={t('noRows')}
              text={t('noRowsText', { count: queryResult.total })}
              action={<Button onPress={result.clearAll}>{t('clearAll')}</Button>}
            />
          </div>
        ) : null}
        <GridSidePanel
          table={table.code}
          result={result}
          currentColumn={result.find(columnName)}
          onFilters={(added) => setFilters(withFilters(filters, added))}
          onClose={close}
        />
      </div>
      {openFilter === undefined || opening === undefined ? null : (
        <FilterPopover
          key={opening.name}
          column={opening}
          resultId={resultId}
          text={filterOf(filters, opening.name)?.text ?? ''}
          anchor={openFilter.anchor}
          onText={(text) => setFilters(withFilter(filters, opening.name, text))}
          onClose={() => result.setOpenFilter(undefined)}
        />
      )}
      <ViewDialogs
        views={views}
        view={state.view}
        query={result.query}
        columns={names.length}
        actions={actions}
      />
    </div>
  );
}
