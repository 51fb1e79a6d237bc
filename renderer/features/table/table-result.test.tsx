import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RowArrangement } from '#shared/bridge/arranged.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { sameContent, type View } from '#shared/views/view.ts';
import { writeViews } from '#shared/views/views-file.ts';
import { runCommandsByKey } from '../../commands/keyboard.ts';
import { useNavigationStore } from '../../navigation/navigation.ts';
import { FIRST_TRAIL, goTo } from '../../navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { TableResult } from './TableResult.tsx';

const TOTAL = 4056;
const NAMES = ['racedate', 'racekey', 'horse_number', 'horse_name', 'order_of_finish', 'idm'];

interface Window {
  readonly columns: readonly string[];
  readonly count: number;
}

interface Asked {
  readonly resultId: string;
  readonly window: Window;
}

const cellsOf = ({ columns, count }: Window): string[][] =>
  columns.map((name) => Array.from({ length: count }, () => (name === 'idm' ? '52' : '1')));

/** A main process that keeps views in memory; 312 rows pass whatever filter. */
function fakeMain(first: readonly View[] = []) {
  const arrangements: RowArrangement[] = [];
  const anchors: number[] = [];
  const written = Promise.withResolvers<undefined>();
  async function* changes() {
    yield { writes: 0 };
    await written.promise;
    yield { writes: 1 };
  }
  let views = [...first];
  let defaultId: string | undefined;
  const client = fakeBridge({
    settings: { recall: async () => ({}), remember: async () => ({}) },
    results: {
      arrange: async ({ resultId: _id, window, ...wanted }: RowArrangement & Asked) => {
        arrangements.push(wanted);
        const isFiltered = wanted.filters.length > 0 || wanted.quick !== undefined;
        return { rows: isFiltered ? 312 : TOTAL, total: TOTAL, problems: [], cells: cellsOf(window) };
      },
      window: async (window: Window) => ({ cells: cellsOf(window) }),
      values: async () => ({
        values: [
          { raw: '01', count: 200 },
          { raw: '02', count: 112 },
        ],
        distinct: 2,
        more: false,
      }),
      profile: async () => ({
        records: 312,
        filled: 300,
        distinct: 40,
        top: [{ raw: '52', count: 9 }],
        numeric: {
          numbers: 300,
          min: 10,
          q1: 30,
          median: 42,
          q3: 50,
          max: 70,
          mean: 41.5,
          histogram: [
            { from: 10, to: 40, count: 100 },
            { from: 40, to: 70, count: 200 },
          ],
        },
      }),
      groups: async () => {
        const whole = { key: [], count: 312, share: 1, filters: [], measures: [] };
        const finish = { starts: 40, first: 10, firstTwo: 20, firstThree: 25 };
        const filters = [{ column: 'idm', text: '52' }];
        return {
          groups: [{ ...whole, key: ['52'], count: 44, share: 0.141, filters, finish }],
          distinct: 1,
          more: false,
          whole: { ...whole, finish },
        };
      },
      emptyColumns: async () => ({ names: ['racekey'] }),
      changed: async () => changes(),
      renew: async ({ anchor }: { anchor: { row: number } }) => {
        anchors.push(anchor.row);
        const summary = { ...SUMMARY, records: TOTAL + 20 };
        return {
          summary,
          arranged: { rows: TOTAL + 20, total: TOTAL + 20, problems: [] },
          row: anchor.row + 20,
        };
      },
    },
    views: {
      list: async () => ({ views, layouts: [], ...(defaultId === undefined ? {} : { defaultId }) }),
      save: async (view: View) => {
        views = [...views.filter(({ id }) => id !== view.id), view];
        return {};
      },
      remove: async ({ id }: { id: string }) => {
        views = views.filter((view) => view.id !== id);
        return {};
      },
      setDefault: async ({ id }: { id?: string }) => {
        defaultId = id;
        return {};
      },
      adopt: async ({ views: added }: { views: readonly Omit<View, 'id'>[] }) => {
        views = [...views, ...added.map((view, at) => ({ ...view, id: `added${at}` }))];
        return { views: added, layouts: 0, renamed: 0 };
      },
    },
  });
  const write = () => written.resolve(undefined);
  return { client, arrangements, anchors, write, last: () => arrangements.at(-1), views: () => views };
}

const SUMMARY = sheetOf([], {
  resultId: 'r1',
  records: TOTAL,
  columns: NAMES.map((name) => ({ name, known: true })),
});

const FILTER = { racedate: '20261115' };

/** A screen that one leaves and comes back to. */
function ComingBack({ to }: { readonly to: ReactNode }) {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        {isHere ? 'leave' : 'come back'}
      </button>
      {isHere && to}
    </>
  );
}

async function open(first: readonly View[] = []) {
  const main = fakeMain(first);
  const source = { kind: 'table', table: 'd_se', filter: FILTER } as const;
  const opened = { state: 'open', source, summary: SUMMARY, refresh: () => undefined } as const;
  await draw(<ComingBack to={<TableResult table={TABLES.d_se} opened={opened} />} />, main.client);
  await screen.findByRole('grid');
  await waitFor(() => expect(main.arrangements.length).toBeGreaterThan(0));
  return { main, user: userEvent.setup() };
}

const cellOf = (name: string): HTMLElement => {
  const cell = document.querySelector<HTMLElement>(`[data-filter-of="${name}"] button`);
  if (cell === null) throw new Error(`no filter cell of ${name}`);
  return cell;
};

const filterBy = async (user: ReturnType<typeof userEvent.setup>, name: string, text: string) => {
  await user.click(cellOf(name));
  await user.type(await screen.findByRole('textbox', { name: 'Condition' }), `${text}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

let stopKeys = (): void => undefined;

/** Nothing has a size here: a window of this one draws what a person would see. */
beforeAll(() => {
  for (const [side, size] of Object.entries({ Width: 1400, Height: 600 }))
    for (const of of ['client', 'offset'])
      Object.defineProperty(HTMLElement.prototype, `${of}${side}`, { configurable: true, value: size });
});

beforeEach(() => {
  useNavigationStore.setState({
    trail: goTo(FIRST_TRAIL, { screen: 'table', table: 'd_se', filter: FILTER }),
  });
  stopKeys = runCommandsByKey(window);
});

afterEach(() => {
  stopKeys();
  cleanup();
});

describe('a filter', () => {
  it('takes effect, is counted, and stands as a chip that can be switched off and removed', async () => {
    const { main, user } = await open();
    await filterBy(user, 'idm', '>=50');
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '>=50' }]));
    expect(await screen.findByText('312 of 4,056 records')).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
    expect(await screen.findByText('4,056 records')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'IDM: >=50' })).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await waitFor(() => expect(main.last()?.filters).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Remove the filter of IDM' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
    expect(screen.queryByRole('group', { name: 'IDM: >=50' })).toBeNull();
  });

  it('that cannot be read says so in words, and its text is kept when it is closed', async () => {
    const { user } = await open();
    await user.click(cellOf('idm'));
    await user.type(await screen.findByRole('textbox', { name: 'Condition' }), '>=many');
    expect(screen.getByText(/“many”/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cellOf('idm').textContent).toBe('>=many');
  });

  it('is not closed by the Enter that confirms a Japanese candidate', async () => {
    const { user } = await open();
    await user.click(cellOf('horse_name'));
    const field = await screen.findByRole('textbox', { name: 'Condition' });
    fireEvent.change(field, { target: { value: 'こぱの' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(screen.getByRole('dialog')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is made by ticking values, and by a bar of the histogram', async () => {
    const { main, user } = await open();
    await user.click(cellOf('order_of_finish'));
    await user.click(await screen.findByRole('checkbox', { name: /^1 200/ }));
    await user.click(screen.getByRole('checkbox', { name: /^2 112/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'order_of_finish', text: '=1, 2' }]));
    await user.click(cellOf('idm'));
    await user.click(await screen.findByRole('button', { name: '10 to 40: 100' }));
    await waitFor(() => expect(main.last()?.filters.at(-1)).toEqual({ column: 'idm', text: '>=10 <40' }));
  });

  it('is made by a drag over bars of the histogram, wherever it ends', async () => {
    const { main, user } = await open();
    await user.click(cellOf('idm'));
    await user.pointer([
      { keys: '[MouseLeft>]', target: await screen.findByRole('button', { name: '40 to 70: 200' }) },
      { target: screen.getByRole('button', { name: '10 to 40: 100' }) },
      { keys: '[/MouseLeft]', target: document.body },
    ]);
    await waitFor(() => expect(main.last()?.filters.at(-1)).toEqual({ column: 'idm', text: '10..70' }));
  });

  it('opens from the head by a key', async () => {
    const { user } = await open();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('f');
    expect(await screen.findByRole('dialog', { name: 'Filter IDM' })).toBeTruthy();
  });

  it('is cleared with all others and the search, from the keyboard as well', async () => {
    const { main, user } = await open();
    await filterBy(user, 'idm', '>=50');
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(main.last()).toEqual({ sort: [], filters: [] }));
  });
});

describe('the quick search', () => {
  it('looks in the visible columns, is reached by "/", and left without losing its text', async () => {
    const { main, user } = await open();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Search the visible columns' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'コパノ{Escape}');
    await waitFor(() => expect(main.last()?.quick?.text).toBe('コパノ'));
    expect(main.last()?.quick?.columns).toContain('horse_name');
    expect((field as HTMLInputElement).value).toBe('コパノ');
    expect(document.activeElement).not.toBe(field);
  });
});

const PACE: View = {
  id: 'pace',
  table: 'd_se',
  name: 'My pace',
  content: {
    columns: { shown: ['horse_name', 'idm'], widths: {} },
    sort: [{ column: 'idm', direction: 'descending' }],
    filters: [{ column: 'idm', text: '>=50', on: false }],
    quick: '',
  },
};

const choose = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(screen.getByRole('button', { name: /^View: / }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
};

describe('views', () => {
  it('lay out columns, order and filters, and say when the desk differs from them', async () => {
    const { main, user } = await open([PACE]);
    await choose(user, 'My pace');
    const heads = () => screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
    await waitFor(() => expect(heads()).toHaveLength(2));
    expect(main.last()).toEqual({ sort: PACE.content.sort, filters: [] });
    expect(screen.getByRole('button', { name: 'View: My pace' })).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    expect(await screen.findByRole('button', { name: 'View: My pace (changed)' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to saved' }));
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
  });

  it('are saved under a name, with what is switched off', async () => {
    const { main, user } = await open();
    await filterBy(user, 'idm', '>=50');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await user.click(screen.getByRole('button', { name: 'Save as…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 展開 {Enter}');
    expect(await screen.findByRole('button', { name: 'View: 展開' })).toBeTruthy();
    const [saved] = main.views();
    expect(saved).toMatchObject({ name: '展開', table: 'd_se' });
    expect(saved?.content.filters).toEqual([{ column: 'idm', text: '>=50', on: false }]);
    expect(saved?.content.query).toBeUndefined();
  });

  it('that are deleted come back as they were', async () => {
    const { main, user } = await open([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('button', { name: 'More about views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('The view “My pace” is deleted.')).toBeTruthy();
    expect(main.views()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
    expect(main.views()).toEqual([PACE]);
  });

  it('come from a file, and one that is none says what is wrong with it', async () => {
    const { main, user } = await open();
    const input = screen.getByLabelText('Add views from a file…');
    await user.upload(input, new File(['{"format"'], 'views.json', { type: 'application/json' }));
    expect(await screen.findByText(/not JSON, or it was cut short/)).toBeTruthy();
    await user.upload(input, new File([writeViews([PACE], [])], 'views.json', { type: 'application/json' }));
    expect(await screen.findByText(/Added. Views: 1, layouts: 0/)).toBeTruthy();
    const [added] = main.views();
    expect(added !== undefined && sameContent(added.content, PACE.content)).toBe(true);
  });
});

describe('a download meanwhile', () => {
  it('is shown by itself, with the record of the focus in its place', async () => {
    const { main } = await open();
    main.write();
    await waitFor(() => expect(main.anchors).toEqual([0]), { timeout: 5000 });
    expect(screen.queryByRole('button', { name: /archive changed/ })).toBeNull();
  });

  it('is told of while cells are selected, and shown when wanted', async () => {
    const { main, user } = await open();
    act(() => screen.getAllByRole('gridcell', { name: '52' })[0]?.focus());
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(screen.queryByRole('button', { name: /archive changed/ })).toBeNull();
    main.write();
    await user.click(await screen.findByRole('button', { name: 'The archive changed: show it' }));
    await waitFor(() => expect(main.anchors).toEqual([1]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /archive changed/ })).toBeNull());
  });
});

describe('the summary', () => {
  it('says what the current column holds, and a count opens its rows', async () => {
    const { main, user } = await open();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('s');
    const panel = await screen.findByRole('complementary', { name: 'Summary' });
    expect(await within(panel).findByText('decimal number')).toBeTruthy();
    expect(within(panel).getByText('of 312 (96.2%)')).toBeTruthy();
    await user.click(within(panel).getByRole('button', { name: '52: open 9 records' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '=52' }]));
  });

  it('groups, with n beside the rates, and a total opens its rows', async () => {
    const { main, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Summary' }));
    await user.click(await screen.findByRole('button', { name: 'Groups' }));
    const total = await screen.findByRole('button', { name: /open 44 records/ });
    const row = total.closest('tr');
    expect(row?.textContent).toMatch(/44.*14\.1%.*40.*25\.0%.*50\.0%.*62\.5%/);
    await user.click(total);
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '52' }]));
  });

  it('takes the focus when it is opened, not when one comes back to it', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a column' }));
    await user.click(screen.getByRole('button', { name: 'leave' }));
    await user.click(screen.getByRole('button', { name: 'come back' }));
    const field = await screen.findByRole('searchbox', { name: 'Find a column' });
    expect(document.activeElement).not.toBe(field);
  });

  it('hides columns that are empty here, and shows them again', async () => {
    const { user } = await open();
    const before = screen.getAllByRole('columnheader').length;
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    await user.click(await screen.findByRole('button', { name: 'Hide columns that are empty here' }));
    expect(await screen.findByText('1 empty column hidden')).toBeTruthy();
    expect(screen.getAllByRole('columnheader')).toHaveLength(before - 1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(before));
  });
});
