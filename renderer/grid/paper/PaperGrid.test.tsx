import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlColumn } from '#shared/catalogue/sql-column.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { printPage } from '../../components/use-is-printing.ts';
import { startI18n } from '../../text/text.ts';
import { Grid } from '../Grid.tsx';
import type { CellRange, RowSource } from '../data/row-source.ts';
import { MOST_PAPER_ROWS } from './PaperGrid.tsx';

const columns = TABLES.d_ky.columns.slice(0, 60);

/** Rows of which only the first columns are loaded. */
const source = (rows: number, loaded: number, cellsOf?: RowSource['cellsOf']): RowSource => ({
  rows,
  cell: (row, name) =>
    columns.findIndex((column) => column.name === name) < loaded ? String(row + 1) : undefined,
  show: () => undefined,
  subscribe: () => () => undefined,
  version: () => 0,
  rowVersion: () => 0,
  ...(cellsOf === undefined ? {} : { cellsOf }),
});

const paper = (): readonly HTMLElement[] => screen.queryAllByRole('table', { name: 'Card' });

beforeAll(async () => {
  await startI18n('en');
});

afterEach(() => {
  fireEvent(window, new Event('afterprint'));
  cleanup();
  vi.restoreAllMocks();
});

describe('a grid on paper', () => {
  it('has every column and row while it is printed, and is not drawn before and after', () => {
    render(<Grid label="Card" source={source(3, 60)} columns={columns} virtual={false} />);
    expect(paper()).toHaveLength(0);
    fireEvent(window, new Event('beforeprint'));
    const heads = paper().flatMap((table) => within(table).getAllByRole('columnheader'));
    expect(heads).toHaveLength(columns.length);
    for (const table of paper()) expect(within(table).getAllByRole('row')).toHaveLength(4);
    fireEvent(window, new Event('afterprint'));
    expect(paper()).toHaveLength(0);
  });

  it('has more columns beside each other where their values are short', () => {
    const blocksOf = (value: string): number => {
      const read = source(3, 60);
      const filled = { ...read, cell: () => value };
      render(<Grid label="Card" source={filled} columns={columns} virtual={false} />);
      fireEvent(window, new Event('beforeprint'));
      const { length } = paper();
      fireEvent(window, new Event('afterprint'));
      cleanup();
      return length;
    };
    expect(blocksOf('1')).toBeLessThan(blocksOf('a value of many letters'));
  });

  it('says so when it has not loaded its cells, or prints a part of its rows', () => {
    const { rerender } = render(<Grid label="Card" source={source(9, 20)} columns={columns} />);
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getByText(/^The rows are not printed: export them/)).toBeDefined();
    rerender(<Grid label="Card" source={source(1000, 60)} columns={columns} />);
    expect(screen.getByText(/^Rows 1 to 300 of 1,000 are printed/)).toBeDefined();
    expect(within(paper()[0] ?? document.body).getAllByRole('row')).toHaveLength(MOST_PAPER_ROWS + 1);
  });

  it.each([
    ['of the catalogue', columns],
    ['named by a query, with a space', [sqlColumn({ name: 'mean odds', type: 'text' })]],
  ])('is loaded before the app itself prints: columns %s', async (_, shown) => {
    const cellsOf = vi.fn(async ({ columns: names }: CellRange) => names.map(() => ['7', '8', '9']));
    render(<Grid label="Card" source={source(3, -1, cellsOf)} columns={shown} />);
    const print = vi.fn(() => expect(paper()[0]?.textContent).toContain('8'));
    Object.assign(window, { print });
    await act(printPage);
    expect(print).toHaveBeenCalledOnce();
    expect(paper()).toHaveLength(0);
  });
});
