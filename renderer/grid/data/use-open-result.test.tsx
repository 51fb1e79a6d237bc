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
import { useOpenResult, useRowModel, type OpenState } from './use-open-result.ts';

const WIN: ResultSource = runsOfHorse('win');
const PLACE: ResultSource = runsOfHorse('place');
const REFUSED = { defined: true, code: 'RAILBIRD', status: 400, data: { code: 'UNREACHABLE', values: {} } };
const NONE: readonly string[] = [];
const COLUMNS = ['bet'];
const AS_THEY_CAME = { sort: [], filters: [] };

afterEach(cleanup);

/** A main process that opens results and returns windows when the test says so. */
function fakeMain() {
  const openings: PromiseWithResolvers<undefined>[] = [];
  const windows: PromiseWithResolvers<undefined>[] = [];
  const betOf = new Map<string, string>();
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
    opens: (at: number) => evict(openings, at),
    fails: async (at: number, thrown: unknown) => {
      await waitFor(() => expect(openings.length).toBeGreaterThan(at));
      await act(async () => openings[at]?.reject(thrown));
    },
    answers: (at: number) => evict(windows, at),
  };
}

function Rows({ opened }: { readonly opened: OpenState }) {
  const rows = useRowModel(opened, AS_THEY_CAME, NONE);
  useEffect(() => rows.show(0, 1, COLUMNS), [rows]);
  return (
    <>
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
