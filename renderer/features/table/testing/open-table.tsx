// A table's result over a main process that stores views in memory, for tests of the user's actions.

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { RowQuery } from '#shared/bridge/row-query.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { PROBLEMS } from '#shared/filters/problem.ts';
import type { SavedView } from '#shared/saved-views/view.ts';
import { runCommandsByKey } from '../../../app/commands/keyboard.ts';
import { useNavigationStore } from '../../../app/navigation/navigation.ts';
import { FIRST_TRAIL, goTo } from '../../../app/navigation/trail.ts';
import { codedError } from '../../../testing/coded-error.ts';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge } from '../../../testing/fake-bridge.ts';
import { sheetOf } from '../../../testing/sheet-of.ts';
import { TableResult } from '../TableResult.tsx';

export const TOTAL = 4056;
const NAMES = ['racedate', 'racekey', 'horse_number', 'horse_name', 'order_of_finish', 'idm'];

interface Window {
  readonly columns: readonly string[];
  readonly count: number;
}

interface Asked {
  readonly resultId: string;
  readonly window?: Window;
}

const cellsOf = ({ columns, count }: Window): string[][] =>
  columns.map((name) => Array.from({ length: count }, () => (name === 'idm' ? '52' : '1')));

const resultOf = ({ filters, quick }: RowQuery) => {
  const isFiltered = filters.length > 0 || quick !== undefined;
  const problems = filters
    .filter(({ column }) => !NAMES.includes(column))
    .map((filter) => ({ ...filter, problem: PROBLEMS.absent, at: 0 }));
  return { rows: isFiltered ? 312 : TOTAL, total: TOTAL, problems, rowOrder: 1 };
};

/** Calls that a test can hold until it has done something else. */
type Holdable = 'setDefault' | 'save' | 'emptyColumns';

/** A main process that stores views in memory; 312 rows pass any filter. */
function fakeMain(first: readonly SavedView[] = []) {
  const rowQueries: RowQuery[] = [];
  const anchors: number[] = [];
  const written = Promise.withResolvers<undefined>();
  async function* changes() {
    yield { writes: 0 };
    await written.promise;
    yield { writes: 1 };
  }
  let views = [...first];
  const storedView = (view: SavedView) => ({ ...view, revision: JSON.stringify(view) });
  const requireBasis = ({ id, name }: SavedView, basis: string | undefined): void => {
    const stored = views.find((view) => view.id === id);
    if ((stored && JSON.stringify(stored)) !== basis) throw codedError('CHANGED_ELSEWHERE', { name });
  };
  let defaultId: string | undefined;
  let isOffline = false;
  const waits = new Map<Holdable, Promise<void>>();
  const client = fakeBridge({
    settings: { recall: async () => ({}), remember: async () => ({}) },
    results: {
      arrange: async ({ resultId: _id, window, ...wanted }: RowQuery & Asked) => {
        rowQueries.push(wanted);
        const result = resultOf(wanted);
        return window === undefined ? result : { ...result, cells: cellsOf(window) };
      },
      window: async (window: Window) => ({ cells: cellsOf(window) }),
      values: async ({ column }: { column: string }) => ({
        values: [
          { raw: '01', count: 200 },
          { raw: '02', count: 112 },
        ],
        distinct: 2,
        more: column === 'racedate',
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
      emptyColumns: async () => {
        await waits.get('emptyColumns');
        return { names: ['racekey'] };
      },
      changed: async () => changes(),
      renew: async ({ anchor }: { anchor: { row: number } }) => {
        anchors.push(anchor.row);
        if (isOffline) throw codedError('UNREACHABLE', { detail: 'refused' });
        const summary = { ...SUMMARY, records: TOTAL + 20 };
        return {
          summary,
          arranged: { rows: TOTAL + 20, total: TOTAL + 20, problems: [] },
          row: anchor.row + 20,
        };
      },
    },
    savedExports: { list: async () => [] },
    views: {
      list: async () => ({
        views: views.map(storedView),
        layouts: [],
        ...(defaultId === undefined ? {} : { defaultId }),
      }),
      save: async ({ basis, ...view }: SavedView & { basis?: string }) => {
        await waits.get('save');
        requireBasis(view, basis);
        views = [...views.filter(({ id }) => id !== view.id), view];
        return storedView(view);
      },
      remove: async ({ id, basis }: { id: string; basis: string }) => {
        for (const view of views) if (view.id === id) requireBasis(view, basis);
        views = views.filter((view) => view.id !== id);
        return {};
      },
      setDefault: async ({ id }: { id?: string }) => {
        defaultId = id;
        await waits.get('setDefault');
        return {};
      },
      adopt: async ({ views: wanted }: { views: readonly Omit<SavedView, 'id'>[] }) => {
        const added = wanted.filter(({ name }) => views.every((view) => view.name !== name));
        views = [...views, ...added.map((view, at) => ({ ...view, id: `added${at}` }))];
        return { views: added, layouts: 0, renamed: 0, present: wanted.length - added.length };
      },
    },
  });
  const write = () => written.resolve(undefined);
  return {
    client,
    rowQueries,
    anchors,
    write,
    last: () => rowQueries.at(-1),
    views: () => views,
    /** What another window does to a view; undefined deletes it. */
    elsewhere: (id: string, view: SavedView | undefined): void => {
      views = [...views.filter((each) => each.id !== id), ...(view ? [view] : [])];
    },
    /** Rows cannot be read again from now on. */
    goOffline: (): void => {
      isOffline = true;
    },
    /** Such calls end once this has ended. */
    hold: (call: Holdable, until: Promise<void>): void => {
      waits.set(call, until);
    },
  };
}

const SUMMARY = sheetOf([], {
  resultId: 'r1',
  records: TOTAL,
  columns: NAMES.map((name) => ({ name, known: true })),
});

const FILTER = { racedate: '20261115' };

/** A screen that can be left and returned to. */
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

export async function openTable(first: readonly SavedView[] = []) {
  const main = fakeMain(first);
  const source = { kind: 'table', table: 'd_se', filter: FILTER } as const;
  const opened = { state: 'open', source, summary: SUMMARY, refresh: () => undefined } as const;
  await draw(<ComingBack to={<TableResult table={TABLES.d_se} opened={opened} />} />, main.client);
  await screen.findByRole('grid');
  await waitFor(() => expect(main.rowQueries.length).toBeGreaterThan(0));
  return { main, user: userEvent.setup() };
}

export const cellOf = (name: string): HTMLElement => {
  const cell = document.querySelector<HTMLElement>(`[data-filter-of="${name}"] button`);
  if (cell === null) throw new Error(`no filter cell of ${name}`);
  return cell;
};

export const filterBy = async (user: ReturnType<typeof userEvent.setup>, name: string, text: string) => {
  await user.click(cellOf(name));
  await user.type(await screen.findByRole('textbox', { name: 'Condition' }), `${text}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

/** Gives each test of a file a window with a size and keyboard, at the table's step of the trail. */
export function atTheTable(): void {
  let stopKeys = (): void => undefined;

  /** Tests have no layout: with these sizes the window draws what a user would see. */
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
}
