import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sheet } from '#shared/bridge/results.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import { NameStyleContext } from '../text/name-style.ts';
import { startI18n } from '../text/text.ts';
import { useNavigationStore } from '../app/navigation/navigation.ts';
import { FIRST_TRAIL } from '../app/navigation/trail.ts';
import { Grid } from './Grid.tsx';
import type { GridProps } from './grid-props.ts';
import { sheetSource } from './data/row-source.ts';

const NAMES = ['horse_number', 'horse_name', 'sex_cd', 'integration_mark', 'adjust_idm'];
const columns = NAMES.flatMap((name) => TABLES.d_ky.columns.find((column) => column.name === name) ?? []);

const sheet: Sheet = {
  resultId: 'r',
  source: { kind: 'table', table: 'd_ky', filter: {} },
  records: 3,
  columns: NAMES.map((name) => ({ name, known: true })),
  complete: true,
  reasons: [],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
  windows: { fetched: 1, stored: 0 },
  cells: [
    ['01', '02', '03'],
    ['アカツキ', 'ヒガシカゼ', 'ミナモ'],
    ['1', '2', '7'],
    ['1', '', null],
    ['40.5', '38.0', ''],
  ],
};

const cell = (row: number, column: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] [data-index="${column}"]`);
  if (found === null) throw new Error(`no cell ${row}, ${column}`);
  return found;
};

/** The tooltip of the cell. */
const titleOf = (element: HTMLElement): string => {
  fireEvent.pointerOver(element);
  return element.title;
};

function draw(props: Partial<GridProps> = {}) {
  return render(
    <Grid label="Card" source={sheetSource(sheet)} columns={columns} virtual={false} {...props} />,
  );
}

beforeAll(async () => {
  await startI18n('en');
});

beforeEach(() => {
  useNavigationStore.setState({ trail: FIRST_TRAIL });
});

afterEach(cleanup);

describe('the grid', () => {
  it('shows names in the chosen style, and both spellings on request', () => {
    const grid = (names: NameStyle) => (
      <NameStyleContext value={names}>
        <Grid label="Card" source={sheetSource(sheet)} columns={columns} virtual={false} />
      </NameStyleContext>
    );
    const { rerender } = render(grid('beside'));
    expect(cell(0, 1).textContent).toBe('アカツキ (Akatsuki)');
    rerender(grid('latin'));
    expect(cell(0, 1).textContent).toBe('Akatsuki');
    expect(titleOf(cell(0, 1))).toBe('アカツキ (Akatsuki)');
    rerender(grid('kana'));
    expect(cell(0, 1).textContent).toBe('アカツキ');
  });

  it('reports the number of rows and columns, and the position of each cell', () => {
    draw({ pinned: ['horse_name'] });
    const grid = screen.getByRole('grid', { name: 'Card' });
    expect(grid.getAttribute('aria-rowcount')).toBe('4');
    expect(grid.getAttribute('aria-colcount')).toBe('5');
    const name = cell(1, 0);
    expect(name.textContent).toBe('ヒガシカゼ');
    expect(name.getAttribute('aria-colindex')).toBe('1');
    expect(name.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3');
  });

  it('shows codes as labels, marks as glyphs, and missing values as a dash with its reason', () => {
    draw();
    expect(cell(1, 2).textContent).not.toBe('2');
    expect(cell(0, 3).textContent).toBe('◎');
    expect(titleOf(cell(1, 3))).toBe('Blank in the record');
    expect(titleOf(cell(2, 3))).toBe('No value in the record');
    expect(cell(2, 4).textContent).toBe('–');
  });

  it('shows an unknown code unchanged', () => {
    draw();
    expect(cell(2, 2).textContent).toBe('7');
    expect(titleOf(cell(2, 2))).toContain('not in the code table');
  });

  it('takes the focus when it appears, but not from a field that the user types into', () => {
    const page = (grid: boolean) => (
      <main>
        <input aria-label="From" />
        {grid && (
          <Grid label="Card" source={sheetSource(sheet)} columns={columns} virtual={false} takesFocus />
        )}
      </main>
    );
    const { rerender } = render(page(true));
    expect(document.activeElement).toBe(cell(0, 0));
    rerender(page(false));
    const field = screen.getByRole('textbox', { name: 'From' });
    field.focus();
    rerender(page(true));
    expect(document.activeElement).toBe(field);
    // Only its appearance yields: a key moves the focus as ever.
    act(() => cell(0, 0).focus());
    fireEvent.keyDown(cell(0, 0), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(cell(1, 0));
  });

  it('has one cell in the tab order, and the arrows move it', () => {
    draw();
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
    cell(0, 0).focus();
    fireEvent.keyDown(cell(0, 0), { key: 'ArrowDown' });
    fireEvent.keyDown(cell(1, 0), { key: 'End' });
    expect(document.activeElement).toBe(cell(1, 4));
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  });

  it('scrolls along with its records when rows were inserted above them, and reports a selected range', () => {
    const onRange = vi.fn();
    const { rerender } = draw({ onRange });
    cell(0, 1).focus();
    fireEvent.keyDown(cell(0, 1), { key: 'ArrowRight', shiftKey: true });
    expect(onRange).toHaveBeenLastCalledWith(true);
    const moved = { ...sheetSource(sheet, [2, 0, 1]), movedFrom: () => 1 };
    rerender(<Grid label="Card" source={moved} columns={columns} virtual={false} onRange={onRange} />);
    expect(document.activeElement).toBe(cell(1, 1));
    expect(cell(1, 1).textContent).toBe('アカツキ');
    expect(onRange).toHaveBeenLastCalledWith(false);
  });

  it('shows the unit of a column once', () => {
    const named = (names: readonly string[]) =>
      TABLES.d_hj.columns.filter(({ name }) => names.includes(name));
    draw({ columns: [...named(['win_payoff_1']), ...columns.slice(0, 1)] });
    expect(cell(-1, 0).textContent).toMatch(/^Win ¥1(?!.*¥)/);
    cleanup();
    draw({ columns: TABLES.t_ra.columns.filter(({ name }) => name === 'distance') });
    expect(cell(-1, 0).querySelector('.grid-head-unit')?.textContent).toBe(' m');
  });

  it('sorts by a head with the mouse and the keyboard', () => {
    const onSort = vi.fn();
    draw({ onSort, sort: [{ column: 'horse_number', direction: 'ascending' }] });
    expect(cell(-1, 0).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(cell(-1, 0));
    expect(onSort).toHaveBeenLastCalledWith([{ column: 'horse_number', direction: 'descending' }]);
    cell(-1, 4).focus();
    fireEvent.click(cell(0, 4));
    fireEvent.keyDown(cell(0, 4), { key: 'ArrowUp' });
    fireEvent.keyDown(cell(-1, 4), { key: 'Enter', shiftKey: true });
    expect(onSort).toHaveBeenLastCalledWith([
      { column: 'horse_number', direction: 'ascending' },
      { column: 'adjust_idm', direction: 'ascending' },
    ]);
  });

  it('opens a row with Enter, but not with the Enter that confirms Japanese input', () => {
    const onOpen = vi.fn();
    draw({ onOpen });
    fireEvent.click(cell(2, 1));
    fireEvent.keyDown(cell(2, 1), { key: 'Enter', isComposing: true });
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.keyDown(cell(2, 1), { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(2);
  });

  it('follows the link of a cell', () => {
    const place = { screen: 'horse', horse_id: '12E345678901' } as const;
    const onOpen = vi.fn();
    draw({ onOpen, cellLink: (column) => (column.name === 'horse_name' ? place : undefined) });
    fireEvent.click(cell(0, 1).querySelector('[data-link]') ?? cell(0, 1));
    const { trail } = useNavigationStore.getState();
    expect(trail.steps.at(-1)?.route).toEqual(place);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('remembers the focused cell for this step of the trail', () => {
    const first = draw({ memoryName: 'card' });
    fireEvent.click(cell(2, 3));
    first.unmount();
    draw({ memoryName: 'card' });
    expect(cell(2, 3).tabIndex).toBe(0);
    expect(document.activeElement).toBe(cell(2, 3));
  });

  it('explains a column on request', () => {
    draw();
    fireEvent.click(cell(0, 4));
    fireEvent.keyDown(cell(0, 4), { key: '?' });
    const help = screen.getByRole('tooltip');
    expect(help.textContent).toContain('adjust_idm');
    expect(help.textContent).toContain(columns[4]?.meaning.en);
    fireEvent.keyDown(cell(0, 4), { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('explains a head that the pointer rests on, not one that it crosses or that was pressed', () => {
    vi.useFakeTimers();
    try {
      draw();
      const wait = (): void => {
        act(() => {
          vi.advanceTimersByTime(1_000);
        });
      };
      fireEvent.pointerMove(cell(-1, 3));
      fireEvent.pointerMove(cell(0, 3));
      wait();
      expect(screen.queryByRole('tooltip')).toBeNull();
      fireEvent.pointerMove(cell(-1, 4));
      wait();
      expect(screen.getByRole('tooltip').textContent).toContain('adjust_idm');
      fireEvent.pointerDown(cell(-1, 4));
      fireEvent.pointerMove(cell(-1, 4));
      wait();
      expect(screen.queryByRole('tooltip')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('marks columns that the catalogue does not know', () => {
    draw({ freshColumns: new Set(['adjust_idm']) });
    expect(cell(-1, 4).textContent).toContain('new');
  });
});
