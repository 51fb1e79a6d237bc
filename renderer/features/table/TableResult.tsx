// What a table answered: how many records and whether they are all, the grid, its columns, a record's detail.

import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { arrangementSchema, NO_ARRANGEMENT, shownColumns } from '../../grid/arrangement.ts';
import { inScreenOrder, placesOf } from '../../grid/column-order.ts';
import { Grid } from '../../grid/Grid.tsx';
import { Renewing } from '../../grid/OpeningState.tsx';
import { keyLink, LINK_KEYS } from '../../grid/key-links.ts';
import { resultColumns } from '../../grid/result-columns.ts';
import { SourceFailure } from '../../grid/SourceFailure.tsx';
import { useRowCount, useWindowSource, type OpenState } from '../../grid/use-open-result.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { usePlaceMemory } from '../../navigation/navigation.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { RowDetail } from './RowDetail.tsx';
import { PINNED, RACE_TAB, STATUS } from './table-looks.ts';

interface TableResultProps {
  readonly table: Table;
  readonly opened: OpenState;
}

/** What stands beside the grid. */
type Beside = 'columns' | 'record' | 'nothing';

const NO_SORT: Sort = [];

export function TableResult({ table, opened }: TableResultProps): ReactNode {
  const { source, summary, refresh, renewal } = opened;
  const { t } = useTranslation('table');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const [sort, setSort] = usePlaceMemory<Sort>('sort', NO_SORT);
  const [beside, setBeside] = usePlaceMemory<Beside>('beside', 'nothing');
  const [current, setCurrent] = useState(0);
  const {
    value: arrangement,
    loaded,
    keep: arrange,
  } = useRemembered(`columns.${table.code}`, arrangementSchema, NO_ARRANGEMENT);

  const { all, fresh } = useMemo(() => resultColumns(source, summary), [source, summary]);
  const shown = useMemo(() => shownColumns(all, arrangement), [all, arrangement]);
  const always = useMemo(() => {
    const names = new Set(all.map((column) => column.name));
    return [...LINK_KEYS, ...STATUS].filter((name) => names.has(name));
  }, [all]);
  const rows = useWindowSource(source, summary, sort, always);
  const records = useRowCount(rows);
  const cellLink = useCallback(
    (column: Column, row: number) => keyLink(rows, column, row, RACE_TAB[table.code]),
    [rows, table.code],
  );
  const names = useMemo(
    () => inScreenOrder(placesOf(shown, arrangement, PINNED[table.grain])),
    [shown, arrangement, table.grain],
  );

  const close = (): void => {
    setBeside('nothing');
    frame.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || beside === 'nothing' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };

  if (records === 0) {
    return (
      <>
        <div className="table-result-bar">
          <Completeness summary={summary} />
          {renewal === undefined ? (
            <Button onPress={refresh}>{t('refresh')}</Button>
          ) : (
            <Renewing renewal={renewal} />
          )}
        </div>
        <RefreshFailure opened={opened} />
        <EmptyState title={t('noRecords')} text={t('noRecordsText')} />
      </>
    );
  }
  return (
    <div role="presentation" className="table-result" ref={frame} onKeyDown={onKeyDown}>
      <div className="table-result-bar">
        <strong role="status">{t('records', { count: records })}</strong>
        <Completeness summary={summary} />
        {renewal === undefined ? (
          <span className="table-result-hint">{t('hint')}</span>
        ) : (
          <Renewing renewal={renewal} />
        )}
        <Button
          isExpanded={beside === 'columns'}
          onPress={() => setBeside(beside === 'columns' ? 'nothing' : 'columns')}
        >
          {t('columns', { shown: shown.length, all: all.length })}
        </Button>
        <Button onPress={refresh} isPending={renewal !== undefined}>
          {t('refresh')}
        </Button>
        <ExportButton
          source={source}
          sort={sort}
          columns={names}
          allColumns={all.map((column) => column.name)}
          summary={summary}
        />
      </div>
      <RefreshFailure opened={opened} />
      <SourceFailure source={rows} />
      <div
        className={renewal === undefined ? 'table-result-body' : 'table-result-body is-renewed'}
        aria-busy={renewal !== undefined}
      >
        {loaded ? (
          <Grid
            label={table.label[language]}
            source={rows}
            columns={shown}
            pinned={PINNED[table.grain]}
            sort={sort}
            onSort={setSort}
            onOpen={() => setBeside('record')}
            onCurrentRow={setCurrent}
            currentRow={current}
            cellLink={cellLink}
            memoryName="table"
            statusColumns={STATUS}
            freshColumns={fresh}
            arrangement={arrangement}
            onArrange={arrange}
            takesFocus
          />
        ) : (
          <Skeleton />
        )}
        {beside === 'columns' ? (
          <ColumnChooser
            columns={all}
            fresh={fresh}
            arrangement={arrangement}
            onChange={arrange}
            onClose={close}
          />
        ) : null}
        {beside === 'record' ? (
          <RowDetail
            source={rows}
            resultId={rows.openedAs}
            sort={sort}
            columns={all}
            row={Math.min(current, records - 1)}
            rows={records}
            tab={RACE_TAB[table.code]}
            onStep={setCurrent}
            onClose={close}
          />
        ) : null}
      </div>
    </div>
  );
}

/** The rows on screen are those from before a refresh that failed. */
function RefreshFailure({ opened }: { readonly opened: OpenState }): ReactNode {
  return opened.failed === undefined ? null : (
    <FailureNotice thrown={opened.failed} onRetry={opened.refresh} />
  );
}
