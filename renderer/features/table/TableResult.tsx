// The result of a table's query: the bar, the filters, the grid and its side panel, put together.

import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { closeUnfolded } from '../../app/commands/keyboard.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { RacingGrid } from '../../racing/RacingGrid.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import { SourceFailure } from '../../grid/data/SourceFailure.tsx';
import { useLiveRows } from '../../grid/data/use-archive-changes.ts';
import { useApplied, type OpenState } from '../../grid/data/use-open-result.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { GridSidePanel } from './GridSidePanel.tsx';
import { EmptyNote } from './EmptyNote.tsx';
import { filterOf, narrowed, withFilter, type Filters } from './filters/filter-list.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { FilterPopover } from './filters/FilterPopover.tsx';
import { NoRecords, RefreshFailure } from './NoRecords.tsx';
import { ResultBar, type CountText } from './ResultBar.tsx';
import type { ResultTable } from './result-table.ts';
import { PINNED, RACE_TAB, STATUS } from './table-looks.ts';
import { GRID_MEMORY } from './table-state.ts';
import { anchorOf, useCurrentColumn } from './use-current-column.ts';
import { useGridProps } from './use-grid-props.tsx';
import { useRowMarks } from './use-row-marks.tsx';
import { useResult, type ResultState } from './use-result.ts';
import { useResultCommands } from './use-result-commands.ts';
import { ViewDialogs } from './views/ViewDialogs.tsx';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { ViewNote } from './views/ViewNote.tsx';

interface TableResultProps {
  readonly table: ResultTable;
  readonly opened: OpenState;
  /** Instead of the usual words about a result without records. */
  readonly whenEmpty?: ReactNode;
  /** A screen's own choice of filters, above their chips. */
  readonly renderConditions?: ((result: ResultState) => ReactNode) | undefined;
  /** A screen's own figures of the rows that pass, above them. */
  readonly renderFigures?: ((result: ResultState) => ReactNode) | undefined;
  /** A screen's own buttons of the bar. */
  readonly tools?: ReactNode;
  /** Pixels by column, instead of the usual ones. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Whether the rows take the focus when they appear. */
  readonly takesFocus?: boolean;
  /** Whether the place in the rows is kept with the step, as it is unless these rows are about to be replaced by others. */
  readonly keepsPlace?: boolean;
  /** The number of rows in the screen's own words. */
  readonly countText?: CountText | undefined;
  /** Enter and double click on a row; without it they show the record beside the grid. */
  readonly onOpenRow?: ((rows: RowModel, row: number) => void) | undefined;
}

/** The cell or head that takes the grid's focus. */
const STOP = '[role="gridcell"][tabindex="0"], [role="columnheader"][tabindex="0"]';

export function TableResult(props: TableResultProps): ReactNode {
  const { table, opened } = props;
  const { t } = useTranslation('table');
  const { summary, refresh, renewal } = opened;
  const frame = useRef<HTMLDivElement>(null);
  const quickField = useRef<HTMLInputElement>(null);
  const [columnName, followFocus] = useCurrentColumn();
  const result = useResult(table, opened);
  const { all, rows, queryResult, views, state, actions, sidePanel, setSidePanel, openFilter, edit } = result;
  const tab = RACE_TAB[table.code];

  const openFilterOf = (name: string): void => {
    const anchor = anchorOf(frame.current, name);
    if (anchor !== undefined) edit(name, anchor);
  };
  const hasViews = table.code !== 'sql';
  useResultCommands({ result, refresh, openFilterOf, quickField, columnName, tab, hasViews });
  const { changes } = result;
  const [hasRange, setRange] = useState(false);
  // A query may take a minute: it is run again when the user wants that.
  const isBusy = table.code === 'sql' || hasRange || openFilter !== undefined || renewal !== undefined;
  const anchor = (): number => anchorRow(rows, result.current);
  useLiveRows(changes, isBusy, anchor);
  const renew = (): void => changes.renew(anchor());
  const toGrid = (): void => frame.current?.querySelector<HTMLElement>(STOP)?.focus();
  const close = (): void => {
    setSidePanel('nothing');
    toGrid();
  };
  /** The button of a chip that goes would take the focus along. */
  const changeChips = (next: Filters): void => {
    if (next.length < result.tableState.filters.length) toGrid();
    result.setFilters(next);
  };
  /** Before any other Esc of the screen: what is unfolded lies over all else. */
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !closeUnfolded(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || sidePanel === 'nothing' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };

  const behind =
    changes.isBehind && isBusy && renewal === undefined ? (
      <Button kind="quiet" className="table-result-behind" onPress={renew}>
        {t('showNew')}
      </Button>
    ) : null;
  // A refresh that failed says so itself.
  const unread =
    changes.failed === undefined || opened.failed !== undefined ? null : (
      <FailureNotice thrown={changes.failed} onRetry={renew} />
    );

  if (summary.records === 0)
    return (
      <NoRecords opened={opened} behind={behind} failed={unread}>
        {props.whenEmpty}
      </NoRecords>
    );
  return (
    <FiguresOf read={[{ ...summary, source: opened.source }]}>
      <div
        role="presentation"
        className="table-result"
        ref={frame}
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={onKeyDown}
        onFocusCapture={followFocus}
      >
        <ResultBar
          opened={opened}
          result={result}
          onLeaveQuick={toGrid}
          quickField={quickField}
          countText={props.countText}
          behind={behind}
          hasViews={hasViews}
          tools={props.tools}
        />
        <ViewNote actions={actions} failed={views.failed} />
        <EmptyNote empty={result.empty} />
        {props.renderConditions?.(result)}
        <FilterChips
          filters={result.tableState.filters}
          columns={all}
          problems={queryResult.problems}
          onChange={changeChips}
          onEdit={edit}
          onClearAll={() => {
            result.clearAll();
            toGrid();
          }}
        />
        <RefreshFailure opened={opened} />
        {unread}
        <SourceFailure source={rows} />
        {props.renderFigures?.(result)}
        <div
          className={renewal === undefined ? 'table-result-body' : 'table-result-body is-renewed'}
          aria-busy={renewal !== undefined}
        >
          <ResultGrid
            table={table}
            result={result}
            openFilterOf={openFilterOf}
            onRange={setRange}
            onOpenRow={props.onOpenRow}
            takesFocus={props.takesFocus ?? true}
            keepsPlace={props.keepsPlace ?? true}
            widths={props.widths}
          />
          <GridSidePanel
            table={table}
            result={result}
            summary={summary}
            currentColumn={result.find(columnName)}
            onFilters={(added) => result.setFilters(narrowed(result.tableState.filters, added, all))}
            onClose={close}
          />
        </div>
        <OpenFilterPopover result={result} />
        <ViewDialogs
          views={views}
          view={state.view}
          query={result.query}
          columns={result.names.length}
          actions={actions}
        />
      </div>
    </FiguresOf>
  );
}

/** The current row if it is on screen, otherwise the first row that is. */
function anchorRow(rows: RowModel, current: number): number {
  const { from, to } = rows.view();
  if (current >= from && current < to) return current;
  return Math.max(0, Math.min(from + 1, rows.rows - 1));
}

interface ResultGridProps {
  readonly table: ResultTable;
  readonly result: ResultState;
  readonly openFilterOf: (column: string) => void;
  readonly onRange: (isSelected: boolean) => void;
  readonly onOpenRow: TableResultProps['onOpenRow'];
  readonly takesFocus: boolean;
  readonly keepsPlace: boolean;
  readonly widths: TableResultProps['widths'] | undefined;
}

/** The rows that pass, or why there are none. */
function ResultGrid(props: ResultGridProps): ReactNode {
  const { table, result, openFilterOf, onRange, onOpenRow } = props;
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const { state, queryResult } = result;
  const { columnState, sort } = result.tableState;
  const gridProps = useGridProps(result, RACE_TAB[table.code], openFilterOf);
  const marks = useRowMarks(result.rows, result.current);
  return (
    <>
      {state.loaded ? (
        <RacingGrid
          label={table.label[language]}
          source={result.rows}
          columns={result.shown}
          pinned={PINNED[table.grain]}
          columnState={columnState}
          onColumnState={state.setColumnState}
          sort={sort}
          onSort={(next) => state.want({ sort: next })}
          onOpen={(row) => {
            if (onOpenRow === undefined) result.setSidePanel('record');
            else onOpenRow(result.rows, row);
          }}
          onCurrentRow={result.setCurrent}
          onRange={onRange}
          currentRow={result.current}
          {...(props.keepsPlace ? { memoryName: GRID_MEMORY } : {})}
          statusColumns={STATUS}
          freshColumns={result.fresh}
          {...(table.code === 'sql' ? {} : { sourceTable: `${table.code}, ${table.label[language]}` })}
          takesFocus={props.takesFocus}
          {...(props.widths === undefined ? {} : { widths: props.widths })}
          {...gridProps}
          cellEntries={(column, row) => [...gridProps.cellEntries(column, row), ...marks.entriesOf(row)]}
        />
      ) : (
        <Skeleton />
      )}
      {marks.overlay}
      {marks.thrown == null ? null : <FailureNotice thrown={marks.thrown} />}
      {queryResult.rows === 0 ? (
        <div className="table-result-none">
          <EmptyState
            title={t('noRows')}
            text={t('noRowsText', { count: queryResult.total })}
            action={<Button onPress={result.clearAll}>{t('clearAll')}</Button>}
          />
        </div>
      ) : null}
    </>
  );
}

/** The filter that is open, if one is. */
function OpenFilterPopover({ result }: { readonly result: ResultState }): ReactNode {
  const { openFilter, rows, setFilters } = result;
  const { filters } = result.tableState;
  const { resultId } = useApplied(rows);
  const column = result.find(openFilter?.column);
  if (openFilter === undefined || column === undefined) return null;
  return (
    <FilterPopover
      key={column.name}
      column={column}
      resultId={resultId}
      text={filterOf(filters, column.name)?.text ?? ''}
      anchor={openFilter.anchor}
      onText={(text) => setFilters(withFilter(filters, column.name, text))}
      onClose={() => result.setOpenFilter(undefined)}
    />
  );
}
