// The grid of one race's records: eighteen rows and no more, so all are drawn. Order, focus and scroll are kept.

import { useMemo, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { Grid } from '../../grid/Grid.tsx';
import type { Route } from '../../app/screens.tsx';
import { WIDTHS } from '../../racing/grid-columns.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { recordSource, sortedRows } from '../../racing/sorted-rows.ts';

export interface RaceGridProps {
  readonly label: string;
  readonly records: readonly RecordValues[];
  readonly columns: readonly Column[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly memoryName: string;
  readonly ranked?: ReadonlySet<string>;
  readonly statusColumns?: readonly string[];
  /** Of the records, how many have indices that are still to come. */
  readonly provisional?: number | undefined;
  /** Pixels by column, where they differ from those of all race grids. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
}

/** What stays at the left while the rest is scrolled. */
const PINNED = ['finish', 'bracket_number', 'horse_number', 'horse_name'];

/** Why there is no ordinary finish is not struck through with the horse. */
const drawCell = ({ name }: Column, _row: number, text: string): ReactNode =>
  name === 'finish' && !/^\d*$/.test(text) ? <span className="race-grid-word">{text}</span> : undefined;

export function RaceGrid(props: RaceGridProps) {
  const { label, records, columns, sort, onSort, memoryName, ranked, statusColumns } = props;
  const rows = useMemo(() => sortedRows(records, columns, sort), [records, columns, sort]);
  const { provisional } = props;
  const source = useMemo(() => recordSource(rows, provisional), [rows, provisional]);
  const horseOf = (row: number): Route | undefined => {
    const horseId = rows[row]?.['horse_id']?.trim();
    return horseId ? { screen: 'horse', horse_id: horseId } : undefined;
  };
  return (
    <Grid
      label={label}
      source={source}
      columns={columns}
      pinned={PINNED.filter((name) => columns.some((column) => column.name === name))}
      sort={sort}
      onSort={onSort}
      cellLink={(column, row) => (column.name === 'horse_name' ? horseOf(row) : undefined)}
      drawCell={drawCell}
      memoryName={memoryName}
      virtual={false}
      widths={{ ...WIDTHS, ...props.widths }}
      {...(ranked === undefined ? {} : { rankedColumns: ranked })}
      {...(statusColumns === undefined ? {} : { statusColumns })}
    />
  );
}
