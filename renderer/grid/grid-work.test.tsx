// The grid in use: selecting, copying, moving columns, the plain table.

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RowsArranged } from '../client/failure.ts';
import { changeLanguage, startI18n } from '../text/text.ts';
import { DEFAULT_COLUMN_STATE, shownColumns, type ColumnState } from './columns/column-state.ts';
import { Grid } from './Grid.tsx';
import type { GridProps } from './grid-props.ts';
import type { RowSource } from './data/row-source.ts';

const NAMES = [
  'horse_number',
  'horse_name',
  'sex_cd',
  'adjust_idm',
  'jockey_index',
  'insideinfo_index',
  'jockey_name',
];
const columns = NAMES.flatMap((name) => TABLES.d_ky.columns.find((column) => column.name === name) ?? []);

/** Cells named by their position: numbers in columns of numbers. */
function sourceOf(rows: number, more: Partial<RowSource> = {}): RowSource {
  return {
    rows,
    cell: (row, name) => (name === 'horse_name' ? `馬${row}` : String(row + 1)),
    show: () => undefined,
    subscribe: () => () => undefined,
    version: () => 0,
    rowVersion: () => 0,
    ...more,
  };
}

let stored: ColumnState = DEFAULT_COLUMN_STATE;

function Screen(props: Partial<GridProps>) {
  const [columnState, setColumnState] = useState(stored);
  const store = (next: ColumnState): void => {
    stored = next;
    setColumnState(next);
  };
  return (
    <Grid
      label="Card"
      source={sourceOf(20)}
      columns={shownColumns(columns, columnState)}
      pinned={['horse_name']}
      columnState={columnState}
      onColumnState={store}
      onSort={() => undefined}
      {...props}
    />
  );
}

/** A grid with the focus on a cell. */
function open(props: Partial<GridProps> = {}, at = { row: 0, column: 0 }) {
  stored = { ...DEFAULT_COLUMN_STATE, shown: NAMES, ...props.columnState };
  const user = userEvent.setup();
  const view = render(<Screen {...props} />);
  fireEvent.click(cell(at.row, at.column));
  return { user, ...view };
}

const cell = (row: number, column: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] [data-index="${column}"]`);
  if (found === null) throw new Error(`no cell ${row}, ${column}`);
  return found;
};
const headNames = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row="-1"] [role="columnheader"]')].map((head) =>
    head.getAttribute('aria-label'),
  );
const labelOf = (name: string): string | undefined =>
  columns.find((column) => column.name === name)?.label.en;
const selected = (): number => document.querySelectorAll('[aria-selected="true"]').length;
const pasted = (): Promise<string> => navigator.clipboard.readText();

/** A ResizeObserver that a test triggers, because tests have no layout. */
const resized: ((entries: readonly unknown[]) => void)[] = [];

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: (entries: readonly unknown[]) => void) {
        resized.push(measure);
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  await startI18n('en');
});
beforeEach(() => {
  resized.length = 0;
  stored = DEFAULT_COLUMN_STATE;
});
afterEach(cleanup);

describe('a range of cells', () => {
  it('grows with Shift, has its figures in the status line, and is cleared by Escape', async () => {
    const { user } = open({}, { row: 0, column: 3 });
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
    expect(selected()).toBe(6);
    expect(await screen.findByText('12', { selector: 'strong' })).toBeTruthy();
    expect(screen.getByText(/6 cells \(3 × 2\)/, { selector: '.grid-status-figures' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(selected()).toBe(0);
  });

  it('is cleared when other rows take its place', async () => {
    const rows = sourceOf(20);
    const listeners = new Set<() => void>();
    let order = 1;
    const source: RowSource = {
      ...rows,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      order: () => order,
    };
    const { user } = open({ source }, { row: 0, column: 3 });
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(selected()).toBe(4);
    act(() => {
      for (const listener of listeners) listener();
    });
    expect(selected()).toBe(4);
    act(() => {
      order = 2;
      for (const listener of listeners) listener();
    });
    expect(selected()).toBe(0);
  });

  it('is drawn with the mouse, and extended with Shift and a click', () => {
    open();
    fireEvent.pointerDown(cell(2, 4), { button: 0, shiftKey: true });
    fireEvent.click(cell(2, 4), { shiftKey: true });
    expect(selected()).toBe(15);
  });

  it('may be everything or a whole column', async () => {
    const { user } = open({}, { row: 1, column: 1 });
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toBe(20 * NAMES.length);
    await user.keyboard('{Control>}[Space]{/Control}');
    expect(selected()).toBe(20);
  });

  it('uses the screen’s figures of many cells, and fetches none of them', async () => {
    const statisticsOf = vi.fn().mockResolvedValue({ cells: 1, count: 1, numbers: 1, sum: 4321 });
    const cellsOf = vi.fn();
    const { user } = open({ source: sourceOf(400_000, { cellsOf }), statisticsOf }, { row: 1, column: 3 });
    await user.keyboard('{Control>}[Space]{/Control}');
    expect(await screen.findByText('4,321', { selector: 'strong' })).toBeTruthy();
    expect(statisticsOf).toHaveBeenCalledWith({ from: 0, count: 400_000, columns: ['adjust_idm'] });
    expect(cellsOf).not.toHaveBeenCalled();
  });
});

describe('copying', () => {
  it('puts the selection on the clipboard as a spreadsheet expects it', async () => {
    const { user } = open();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Control>}c{/Control}');
    expect(await screen.findByText('4 cells copied')).toBeTruthy();
    expect(await pasted()).toBe('馬0\t1\r\n馬1\t2');
  });

  it('takes the selection from a column head as well, where Escape ends it', async () => {
    const { user } = open({ onFigure: vi.fn() }, { row: -1, column: 1 });
    await user.keyboard('{Control>}[Space]c{/Control}');
    expect(await screen.findByText('20 cells copied')).toBeTruthy();
    await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
    expect(await screen.findByRole('menuitem', { name: /^CSV, raw codes with field names/ })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /^Copy citation/ })).toBeNull();
    await user.keyboard('{Escape}');
    expect(selected()).toBe(20);
    await user.keyboard('{Escape}');
    expect(selected()).toBe(0);
  });

  it('offers other formats, with names and raw codes', async () => {
    const { user } = open({}, { row: 0, column: 2 });
    await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
    await user.click(await screen.findByRole('menuitem', { name: /^CSV, raw codes with field names/ }));
    await screen.findByText('1 cell copied');
    expect(await pasted()).toBe('sex_cd\r\n1');
  });

  it('fetches cells that are not loaded, and reports if they are too many', async () => {
    const cellsOf = vi.fn().mockResolvedValueOnce([['a', 'b']]);
    const far = sourceOf(400_000, { cellsOf, cell: (row) => (row < 30 ? 'x' : undefined) });
    const { user } = open({ source: far }, { row: 1, column: 1 });
    await user.keyboard('{Control>}[Space]c{/Control}');
    // What was written, not what was wanted.
    await screen.findByText('2 cells copied');
    expect(cellsOf).toHaveBeenCalledWith({ from: 0, count: 400_000, columns: ['horse_number'] });
    await user.keyboard('{Control>}ac{/Control}');
    expect(await screen.findByText(/^Not copied: 2,800,000 cells/)).toBeTruthy();
    cellsOf.mockRejectedValueOnce(new RowsArranged());
    await user.keyboard('{Control>}[Space]c{/Control}');
    expect(await screen.findByText('Not copied: The rows were sorted or filtered meanwhile')).toBeTruthy();
  });
});

describe('columns', () => {
  it('are pinned, moved and hidden by the keyboard, and keep the focus', async () => {
    const { user } = open({}, { row: 0, column: 3 });
    await user.keyboard('{ArrowUp}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(stored.pinnedEnd).toEqual(['adjust_idm']);
    expect(headNames().at(-1)).toBe(labelOf('adjust_idm'));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(labelOf('adjust_idm')),
    );
    await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
    expect(stored).toMatchObject({ pinnedStart: ['horse_name', 'adjust_idm'], pinnedEnd: [] });
    await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
    expect(headNames().slice(0, 2)).toEqual([labelOf('adjust_idm'), labelOf('horse_name')]);
    await user.keyboard('{Delete}');
    expect(headNames()).not.toContain(labelOf('adjust_idm'));
  });

  it('give the focus to the column that takes their place when they are hidden, the last one too', async () => {
    const { user } = open({}, { row: 0, column: 0 });
    await user.keyboard('{End}{ArrowUp}');
    const names = headNames();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(names.at(-2)));
    await user.keyboard('{ArrowLeft}{Delete}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(names.at(-2)));
    expect(headNames()).toHaveLength(names.length - 2);
  });

  it('have a menu with every action and its keys', async () => {
    const { user } = open({}, { row: 0, column: 2 });
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const entry = await screen.findByRole('menuitem', { name: /^Pin right/ });
    expect(entry.textContent).toContain('Alt+Shift+→');
    await user.click(entry);
    await waitFor(() => expect(stored.pinnedEnd).toEqual(['sex_cd']));
  });

  it('fold by their group’s head, which shows how many are collapsed', async () => {
    const { user } = open({}, { row: 0, column: 3 });
    const before = headNames().length;
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Enter}');
    expect(headNames()).toHaveLength(before - 2);
    expect(screen.getByRole('columnheader', { name: 'Indices, 2 columns collapsed' })).toBeTruthy();
    expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe(String(before - 2));
    await user.keyboard('{Enter}');
    expect(headNames()).toHaveLength(before);
  });

  it('are dragged to another place', () => {
    open();
    const from = cell(-1, 3);
    fireEvent.pointerDown(from, { button: 0, clientX: 400, pointerType: 'mouse' });
    // Tests have no layout: the first column after the pinned one is under the pointer.
    fireEvent(window, new PointerEvent('pointermove', { clientX: 160 }));
    fireEvent(window, new PointerEvent('pointerup', { clientX: 160 }));
    expect(headNames().indexOf(labelOf('adjust_idm') ?? '')).toBeLessThan(3);
  });

  it('are made wider by their edge, and the width is stored once the edge is released', () => {
    open();
    const edge = cell(-1, 1).querySelector('[data-edge]');
    if (edge === null) throw new Error('no edge');
    const width = parseFloat(cell(-1, 1).style.width);
    fireEvent.pointerDown(edge, { button: 0, clientX: 100 });
    act(() => void window.dispatchEvent(new PointerEvent('pointermove', { clientX: 130 })));
    expect(parseFloat(cell(-1, 1).style.width)).toBe(width + 30);
    expect(stored.widths).toEqual({});
    act(() => void window.dispatchEvent(new PointerEvent('pointerup', { clientX: 130 })));
    expect(stored.widths).toEqual({ horse_number: width + 30 });
  });

  it('are jumped to by any of their names, but not by the Enter of a Japanese candidate', async () => {
    const { user } = open();
    await user.keyboard('{Control>}g{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Column' });
    await user.type(field, 'jockey_name');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(screen.queryByRole('combobox', { name: 'Column' })).not.toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(cell(0, NAMES.length - 1)));
  });
});

describe('rows that are being loaded', () => {
  it('are drawn once each, also when the viewport becomes lower while old rows stay on screen', () => {
    // React reports when two rows share an element.
    const complaints = vi.spyOn(console, 'error');
    let isHere = false;
    let version = 0;
    const listeners = new Set<() => void>();
    const late = sourceOf(5000, {
      cell: (row) => (isHere || row < 25 ? String(row) : undefined),
      version: () => version,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    const { unmount } = open({ source: late });
    const grid = screen.getByRole('grid');
    const look = (top: number, height: number): void => {
      Object.defineProperty(grid, 'clientHeight', { configurable: true, value: height });
      Object.defineProperty(grid, 'scrollTop', { configurable: true, writable: true, value: top });
      act(() => void grid.dispatchEvent(new Event('scroll')));
      act(() => {
        for (const measure of resized) measure([]);
      });
    };
    look(0, 600);
    look(2800, 200);
    isHere = true;
    version += 1;
    act(() => {
      for (const listener of listeners) listener();
    });
    const drawn = [...document.querySelectorAll<HTMLElement>('.grid-rows > [role="row"]')].map(
      (row) => row.dataset['row'],
    );
    expect(drawn).toContain('100');
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(document.querySelectorAll('.grid-skeleton')).toHaveLength(0);
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
    unmount();
  });
});

describe('for a screen reader', () => {
  it('every head and row is counted, including the filters', () => {
    open({ filterCell: () => <input aria-label="filter" /> });
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('23');
    expect(cell(0, 0).closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('4');
  });

  it('the position is announced once the focus rests', async () => {
    const { user, container } = open();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    // The grid's own region: React Aria keeps one of its own in the page, from its first announcement on.
    await waitFor(() =>
      expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe(
        `${labelOf('horse_name')}, row 3 of 20. 馬2`,
      ),
    );
  });

  it('the position is in the new language after a switch, wherever the focus is', async () => {
    const { user, container } = open();
    const spoken = () => container.querySelector('[aria-live="polite"]')?.textContent;
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(spoken()).toContain('row 3 of 20'));
    act(() => (document.activeElement as HTMLElement).blur());
    await act(() => changeLanguage('ja'));
    try {
      await waitFor(() => expect(spoken()).toBe('馬名、20行中3行目. 馬2'));
    } finally {
      await act(() => changeLanguage('en'));
    }
    await waitFor(() => expect(spoken()).toContain('row 3 of 20'));
  });

  it('there is a plain table of the same columns, and a way back', async () => {
    const { user } = open({ source: sourceOf(450) });
    await user.click(screen.getByRole('button', { name: 'Plain table' }));
    expect(screen.getAllByRole('row')).toHaveLength(201);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getAllByRole('row')).toHaveLength(51);
    await user.click(screen.getByRole('button', { name: 'Back to the grid' }));
    await waitFor(() => expect(document.activeElement).toBe(cell(400, 0)));
  });
});
