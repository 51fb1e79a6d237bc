import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { BridgeProvider } from '../../client/bridge.tsx';
import { startI18n } from '../../text/text.ts';
import { useNavigationStore, useRoute, useStepId } from '../../app/navigation/navigation.ts';
import { currentStep, FIRST_TRAIL, goTo } from '../../app/navigation/trail.ts';
import type { Route } from '../../app/screens.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { IDLE, standing } from '../../testing/fake-bridge.ts';
import { TableScreen } from './TableScreen.tsx';

const summary = (records: number): Summary => ({
  resultId: 'r1',
  records,
  columns: ['racedate', 'racekey', 'horse_number', 'horse_name'].map((name) => ({ name, known: true })),
  complete: true,
  reasons: [],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
  windows: { fetched: 1, stored: 0 },
});

const CELLS: Readonly<Record<string, string>> = { racekey: '05264101', horse_name: 'アカツキ' };

function fakeMain(records: number) {
  const opened: ResultSource[] = [];
  const aborted: ResultSource[] = [];
  /** Responses wait for this, so that a test can check the screen in the meantime. */
  const gate = Promise.withResolvers<undefined>();
  const calendar = { is: Promise.resolve() };
  const client = {
    app: {
      about: async () => ({ version: '0', host: 'web', today: '20261120', dataDir: '' }),
      activity: async () => standing(IDLE),
    },
    days: {
      list: async () => {
        await calendar.is;
        const days = main.days.map((racedate) => ({ racedate, racecourses: ['05'], past: true }));
        return { days, unknown: [] };
      },
    },
    settings: { recall: async () => ({}), remember: async () => ({}) },
    annotations: fakeAnnotations(),
    savedExports: { list: async () => [] },
    views: { list: async () => ({ views: [], layouts: [] }) },
    results: {
      async open({ source }: { source: ResultSource }, { signal }: { signal: AbortSignal }) {
        opened.push(source);
        signal.addEventListener('abort', () => aborted.push(source));
        return (async function* () {
          yield { type: 'progress', windowsDone: 1, windowsTotal: 3, records: 500 };
          await gate.promise;
          yield { type: 'opened', summary: summary(records) };
        })();
      },
      arrange: async () => ({ rows: records, total: records, problems: [], rowOrder: 1 }),
      count: async () => ({ rows: records, total: records, problems: [] }),
      window: async ({ columns, count }: { columns: readonly string[]; count: number }) => ({
        cells: columns.map((name) => Array.from({ length: count }, () => CELLS[name] ?? '')),
      }),
      values: async () => ({ values: [], distinct: 0, more: false }),
    },
  } as unknown as BridgeClient;
  const main = {
    client,
    opened,
    aborted,
    calendar,
    days: ['20261114', '20261115'],
    answer: () => gate.resolve(undefined),
  };
  return main;
}

/** As in the window: remounted for every step of the trail. */
function Here() {
  const place = useRoute();
  const step = useStepId();
  return place.screen === 'table' ? (
    <TableScreen key={step} table={place.table} filter={place.filter} />
  ) : null;
}

function draw(place: Route, records = 3, main = fakeMain(records)) {
  useNavigationStore.setState({ trail: goTo(FIRST_TRAIL, place) });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BridgeProvider client={main.client}>
        <Here />
      </BridgeProvider>
    </QueryClientProvider>,
  );
  return { main, user: userEvent.setup() };
}

const runButton = () => screen.getByRole('button', { name: 'Run' });

beforeAll(async () => {
  await startI18n('en');
});

beforeEach(() => {
  useNavigationStore.setState({ trail: FIRST_TRAIL });
});

afterEach(cleanup);

describe('the table browser', () => {
  it('shows the query, whichever weekend the calendar proposes when it is loaded', async () => {
    const main = fakeMain(3);
    const { promise, resolve } = Promise.withResolvers<void>();
    main.calendar.is = promise;
    main.days = ['20261031', '20261101'];
    const { user } = draw({ screen: 'table', table: 'd_se' }, 3, main);
    const dates = () => screen.getAllByRole('spinbutton').map((part) => part.getAttribute('aria-valuenow'));
    await waitFor(() => expect(dates()).toContain('14'));
    await user.click(runButton());
    const proposed = dates();
    resolve();
    await act(() => new Promise((settled) => setTimeout(settled, 100)));
    expect(main.opened).toHaveLength(1);
    expect(dates()).toEqual(proposed);
  });

  it('queries nothing automatically, and proposes the last race weekend', async () => {
    const { main, user } = draw({ screen: 'table', table: 'd_se' });
    await waitFor(() =>
      expect(screen.getAllByRole('spinbutton').map((part) => part.textContent)).toContain('14'),
    );
    expect(main.opened).toEqual([]);
    await user.click(runButton());
    expect(main.opened).toEqual([
      {
        kind: 'table',
        table: 'd_se',
        filter: { start_racedate: '20261114', end_racedate: '20261115' },
      },
    ]);
  });

  it('reports problems before anything is sent', async () => {
    const { main, user } = draw({ screen: 'table', table: 'm_uk' });
    await user.click(runButton());
    expect(screen.getByText(/Enter at least one condition/)).toBeTruthy();
    await user.type(screen.getByLabelText('Horse ID'), '123');
    await user.click(runButton());
    expect(screen.getByText(/Enter 12 letters or digits/)).toBeTruthy();
    expect(main.opened).toEqual([]);
  });

  it('shows windows and records while they are fetched, and can be canceled', async () => {
    const filter = { racekey: '05264101' };
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter });
    expect(await screen.findByText('1 of 3 requests, 500 records')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Canceled')).toBeTruthy();
    expect(main.aborted).toHaveLength(1);
  });

  it('runs another query while one is running', async () => {
    const filter = { racekey: '05264101' };
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter });
    const field = await screen.findByLabelText('Race key');
    await user.clear(field);
    await user.type(field, '05264102');
    await user.click(runButton());
    await waitFor(() => expect(main.opened).toHaveLength(2));
    expect(main.opened[1]).toMatchObject({ filter: { racekey: '05264102' } });
  });

  it('shows the count, the completeness and the grid', async () => {
    const filter = { racekey: '05264101' };
    const { main } = draw({ screen: 'table', table: 'd_se', filter });
    main.answer();
    expect(await screen.findByText('3 records')).toBeTruthy();
    expect(screen.getByText('Complete')).toBeTruthy();
    const grid = await screen.findByRole('grid', { name: 'Past results' });
    expect(grid.getAttribute('aria-colcount')).toBe('4');
  });

  it('queries again with Ctrl+Enter, except where that fits a column', async () => {
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter: { racekey: '05264101' } });
    main.answer();
    const head = await screen.findByRole('columnheader', { name: 'Horse' });
    act(() => head.focus());
    await user.keyboard('{Control>}{Enter}{Shift>}{Enter}{/Shift}{/Control}');
    expect(main.opened).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(main.opened).toHaveLength(2));
  });

  it('leaves Ctrl+Enter to a cell that opens in a tab, and to what is opened over the screen', async () => {
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter: { racekey: '05264101' } });
    main.answer();
    await screen.findAllByRole('gridcell', { name: /Tokyo/ });
    act(() => screen.getByRole('columnheader', { name: 'Horse' }).focus());
    await user.keyboard('{ArrowDown}{End}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(useNavigationStore.getState().after).toHaveLength(1));
    await user.click(document.querySelector('[data-filter-of="horse_name"] button') ?? document.body);
    await user.type(
      await screen.findByRole('textbox', { name: 'Condition' }),
      'アカ{Control>}{Enter}{/Control}',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.opened).toHaveLength(1);
  });

  it('shows what to do if nothing matches', async () => {
    const { main } = draw({ screen: 'table', table: 'd_se', filter: { racekey: '05264101' } }, 0);
    main.answer();
    expect(await screen.findByText('No records match')).toBeTruthy();
  });

  it('shows the next query in the same state as the previous one', async () => {
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter: { racekey: '05264101' } });
    main.answer();
    await user.type(await screen.findByRole('searchbox', { name: /visible columns/ }), 'アカツキ{Enter}');
    const field = screen.getByRole('textbox', { name: 'Race key' });
    await user.clear(field);
    await user.type(field, '05264102');
    await user.click(runButton());
    await waitFor(() => expect(main.opened.at(-1)).toMatchObject({ filter: { racekey: '05264102' } }));
    const { memory } = currentStep(useNavigationStore.getState().trail);
    expect(memory['rows']).toEqual({ sort: [], filters: [], quick: 'アカツキ' });
  });

  it('keeps the days for another table', async () => {
    const filter = { start_racedate: '20261114', end_racedate: '20261115' };
    const { main, user } = draw({ screen: 'table', table: 'd_se', filter });
    main.answer();
    await user.click(await screen.findByRole('button', { name: 'Choose a table' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /d_ky/ }));
    await waitFor(() => expect(main.opened.at(-1)).toEqual({ kind: 'table', table: 'd_ky', filter }));
  });
});
