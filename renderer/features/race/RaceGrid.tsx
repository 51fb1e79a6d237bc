// The grid of one race's records: at most 18 rows, so all are drawn. Order, focus and scroll are restored.

import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { focusedElement } from '../../components/focus.ts';
import type { StatusColumn } from '../../grid/data/row-source.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { markedRunner, MY_MARK } from '../../racing/annotations/marked-runner.ts';
import { useRunnerMarks } from '../../racing/annotations/use-runner-marks.tsx';
import { RacingGrid } from '../../racing/RacingGrid.tsx';
import { nameLink } from '../../racing/key-links.ts';
import { WIDTHS } from '../../racing/grid-columns.ts';
import { runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { recordSource, sortedRows } from '../../racing/sorted-rows.ts';
import { FollowRunner, useFollowedRunner } from './followed-runner.tsx';

export interface RaceGridProps {
  readonly label: string;
  readonly records: readonly RecordValues[];
  readonly columns: readonly Column[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly memoryName: string;
  readonly ranked?: ReadonlySet<string>;
  readonly statusColumns?: readonly StatusColumn[];
  /** What the user noted about the runners. */
  readonly annotations: ShownAnnotations;
  /** Of the race, YYYYMMDD. */
  readonly racedate: string | undefined;
  /** How many records still lack their indices. */
  readonly provisional?: number | undefined;
  /** What a cell opens beside the grid. */
  readonly cellAction?: (column: Column) => (() => void) | undefined;
  /** Reports the key of the runner in the current row, also when the order changes; a stable function. */
  readonly onCurrent?: ((runner: string | undefined) => void) | undefined;
  /** What a cell shows in place of its text; `useDrawnRow` gives it its record. */
  readonly drawCell?: ((column: Column, row: number, text: string) => ReactNode) | undefined;
  /** Widths in pixels by column, if they differ from the other race grids. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
}

/** A cell is drawn before the grid has the functions that belong to new records, so it takes the records from here. */
const DrawnRows = createContext<readonly RecordValues[]>([]);

/** The record of a row, for what is drawn in its cells. */
export const useDrawnRow = (row: number): RecordValues => use(DrawnRows)[row] ?? {};

/** Columns pinned left. */
const PINNED = ['finish', 'bracket_number', 'horse_number', 'horse_name', MY_MARK.name];

/** A horse that did not run is struck through, but not the reason in place of its finish. */
const drawFinish = ({ name }: Column, text: string): ReactNode =>
  name === 'finish' && !/^\d*$/.test(text) ? <span className="race-grid-word">{text}</span> : undefined;

export function RaceGrid(props: RaceGridProps) {
  const { label, records, columns, sort, onSort, memoryName, ranked, statusColumns } = props;
  const rows = useMemo(() => sortedRows(records, columns, sort), [records, columns, sort]);
  const { provisional } = props;
  const source = useMemo(() => recordSource(rows, provisional), [rows, provisional]);
  const { cellAction, onCurrent } = props;
  const follow = useFollowedRunner(memoryName, rows);
  const { record } = follow;
  const key = record === undefined ? undefined : runnerKey(record);
  useEffect(() => onCurrent?.(key), [onCurrent, key]);
  const { annotations, racedate } = props;
  const { t } = useTranslation('annotations');
  const runner = useMemo(
    () => (record === undefined ? undefined : markedRunner(record, racedate)),
    [record, racedate],
  );
  const marks = useRunnerMarks(annotations, runner, focusedElement);
  const openMarks = (row: number): void => {
    const wanted = markedRunner(rows[row] ?? {}, racedate);
    if (wanted !== undefined) marks.openMenu(wanted, focusedElement());
  };
  const widths = useMemo(() => ({ ...WIDTHS, ...props.widths }), [props.widths]);
  return (
    <>
      {annotations.thrown != null && <FailureNotice thrown={annotations.thrown} />}
      {marks.overlay}
      <div role="presentation" className="race-grid" {...follow.around}>
        <DrawnRows value={rows}>
          <RacingGrid
            label={label}
            source={source}
            columns={columns}
            pinned={PINNED}
            sort={sort}
            onSort={onSort}
            cellLink={(column, row) => nameLink(source, column, row)}
            cellAction={(column: Column, row: number) => {
              if (isBlank(source.cell(row, column.name))) return undefined;
              return column.name === MY_MARK.name ? () => openMarks(row) : cellAction?.(column);
            }}
            cellEntries={(_column, row) => [{ id: 'mark', label: t('openMarks'), run: () => openMarks(row) }]}
            onCurrentRow={follow.onRow}
            currentRow={follow.wanted?.row}
            drawCell={(column, row, text) => props.drawCell?.(column, row, text) ?? drawFinish(column, text)}
            memoryName={memoryName}
            virtual={false}
            widths={widths}
            {...(ranked === undefined ? {} : { rankedColumns: ranked })}
            {...(statusColumns === undefined ? {} : { statusColumns })}
          />
        </DrawnRows>
        <FollowRunner {...follow} rows={rows} />
      </div>
    </>
  );
}
