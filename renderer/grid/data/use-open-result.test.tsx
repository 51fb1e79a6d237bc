import { createORPCErrorFromJson } from '@orpc/client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterEach, expect, it } from 'vitest';
import { runsOfHorse, type ResultSource } from '#shared/bridge/source.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { OpeningState, Renewing } from './OpeningState.tsx';
import { useArchiveChanges } from './use-archive-changes.ts';
import { useOpenResult, useRowModel, type OpenState } from './use-open-result.ts';

const WIN: ResultSource = runsOfHorse('win');
const PLACE: ResultSource = runsOfHorse('place');
const REFUSED = { defined: true, code: 'RAILBIRD', status: 400, data: { code: 'UNREACHABLE', values: {} } };
const CLOSED = createORPCErrorFromJson({
  ...REFUSED,
  message: '',
  data: { code: 'RESULT_CLOSED', values: {} },
});
const NONE: readonly string[] = [];
const COLUMNS = ['bet'];
const AS_THEY_CAME = { sort: [], filters: [] };

afterEach(cleanup);

/** A main process that opens results and returns windows when the test says so. */
function fakeMain() {
  const openings: PromiseWithResolvers<undefined>[] = [];
  const windows: PromiseWithResolvers<undefined>[] = [];
  const betOf = new Map<string, string>();
  const ended = Promise.withResolvers<undefined>();
  const client = fakeBridge({
    results: {
      async *open({ source }: { source: ResultSource }) {
        const gate = Promise.withResolvers<undefined>();
        const resultId = `r${openings.push(gate)}`;
        betOf.set(resultId, source.kind === 'subject' ? `${source.horse_id} ${resultId}` : '');
        yield { type: 'progress', windowsDone: 0, windowsTotal: 2, records: 0 };
        await gate.promise;
        yield { type: 'opened', summary: sheetOf([{ bet: 'x' }], { resultId }) };
      },
      async *changed({ resultId }: { resultId: string }) {
        yield { writes: 0 };
        await (resultId === 'r1' ? ended.promise : new Promise(() => undefined));
      },
      renew: () => Promise.reject(CLOSED),
      arrange: async () => ({ rows: 1, total: 1, problems: [] }),
      window: async ({ resultId }: { resultId: string }) => {
        const gate = Promise.withResolvers<undefined>();
        windows.push(gate);
        await gate.promise;
        return { cells: [[betOf.get(resultId) ?? '']] };
      },
    },
  });
  const evict = async (gates: PromiseWithResolvers<undefined>[], at: number): Promise<void> => {
    await waitFor(() => expect(gates.length).toBeGreaterThan(at));
    await act(async () => gates[at]?.resolve(undefined));
  };
  return {
    client,
    /** The main process closes the first result while nothing of it is requested. */
    ends: () => ended.reject(CLOSED),
    opens: (at: number) => evict(openings, at),
    fails: async (at: number, thrown: unknown) => {
      await waitFor(() => expect(openings.length).toBeGreaterThan(at));
      await act(async () => openings[at]?.reject(thrown));
    },
    answers: (at: number) => evict(windows, at),
    /** The main process closes the result: a window of its rows that is requested fails. */
    closes: async (at: number) => {
      await waitFor(() => expect(windows.length).toBeGreaterThan(at));
      await act(async () => windows[at]?.reject(CLOSED));
    },
  };
}

function Rows({ opened }: { readonly opened: OpenState }) {
  const rows = useRowModel(opened, AS_THEY_CAME, NONE);
  const { isBehind, renew } = useArchiveChanges(opened.source, opened.summary);
  useEffect(() => rows.show(0, 1, COLUMNS), [rows]);
  return (
    <>
      <p data-testid="account">{opened.summary.resultId}</p>
      <p data-testid="behind">{isBehind ? 'behind' : ''}</p>
      <button type="button" onClick={() => renew(0)}>
        Renew
      </button>
      <button type="button" onClick={opened.refresh}>
        Refresh
      </button>
      <Cell rows={rows} />
      {opened.renewal === undefined ? null : <Renewing renewal={opened.renewal} />}
      {opened.failed === undefined ? null : <p>The refresh failed</p>}
    </>
  );
}

function Cell({ rows }: { readonly rows: ReturnType<typeof useRowModel> }) {
  useSyncExternalStore(rows.subscribe, rows.version);
  return <p data-testid="cell">{rows.cell(0, 'bet') ?? '…'}</p>;
}

function Payoffs() {
  const [source, setSource] = useState(WIN);
  const opened = useOpenResult(source);
  if (opened === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => setSource(PLACE)}>
        Place
      </button>
      {opened.state === 'open' ? <Rows opened={opened} /> : <OpeningState opened={opened} />}
    </>
  );
}

const cell = (): string | null => screen.getByTestId('cell').textContent;
const press = (name: string): Promise<void> => userEvent.setup().click(screen.getByRole('button', { name }));
const isRenewing = (): boolean => screen.queryByRole('progressbar', { name: 'Refreshing' }) !== null;

async function drawWin() {
  const main = fakeMain();
  await draw(<Payoffs />, main.client);
  await main.opens(0);
  await main.answers(0);
  await waitFor(() => expect(cell()).toBe('win r1'));
  return main;
}

it.each([
  ['a refresh', 'Refresh', 'win r2'],
  ['another query', 'Place', 'place r2'],
])('the rows stay until the new ones are loaded: %s', async (_name, button, next) => {
  const main = await drawWin();
  await press(button);
  await waitFor(() => expect(isRenewing()).toBe(true));
  expect(cell()).toBe('win r1');
  await main.opens(1);
  await waitFor(() => expect(isRenewing()).toBe(false));
  expect(cell()).toBe('win r1');
  await main.answers(1);
  await waitFor(() => expect(cell()).toBe(next));
});

it('a result that the main process closed is opened again, with the account of what it is now', async () => {
  const main = fakeMain();
  await draw(<Payoffs />, main.client);
  await main.opens(0);
  await main.closes(0);
  await main.opens(1);
  await main.answers(1);
  await waitFor(() => expect(cell()).toBe('win r2'));
  expect(screen.getByTestId('account').textContent).toBe('r2');
});

it('a result that is closed while nothing of it is requested is opened again, too', async () => {
  const main = await drawWin();
  await act(async () => main.ends());
  await waitFor(() => expect(screen.getByTestId('behind').textContent).toBe('behind'));
  await press('Renew');
  await main.opens(1);
  await main.answers(1);
  await waitFor(() => expect(cell()).toBe('win r2'));
  expect(screen.getByTestId('behind').textContent).toBe('');
});

it('the rows stay when a refresh fails, and the failure is shown', async () => {
  const main = await drawWin();
  await press('Refresh');
  await main.fails(1, createORPCErrorFromJson({ ...REFUSED, message: '' }));
  expect(await screen.findByText('The refresh failed')).toBeDefined();
  expect(cell()).toBe('win r1');
});

it('a query that fails shows no rows of the previous one', async () => {
  const main = await drawWin();
  await press('Place');
  await main.fails(1, createORPCErrorFromJson({ ...REFUSED, message: '' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByTestId('cell')).toBeNull();
});

it('a canceled renewal leaves the rows and shows no failure', async () => {
  await drawWin();
  await press('Refresh');
  await waitFor(() => expect(isRenewing()).toBe(true));
  await press('Cancel');
  await waitFor(() => expect(isRenewing()).toBe(false));
  expect(cell()).toBe('win r1');
  expect(screen.queryByText('The refresh failed')).toBeNull();
});
