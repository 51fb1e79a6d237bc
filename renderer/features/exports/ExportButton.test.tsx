import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ORPCError } from '@orpc/client';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import { ERRORS } from '#shared/errors.ts';
import { BridgeProvider } from '../../client/bridge.tsx';
import { startI18n } from '../../text/text.ts';
import { ExportButton } from './ExportButton.tsx';

const source = { kind: 'table', table: 'd_se', filter: { racekey: '05264101' } } as const;

const done: ExportEvent = {
  type: 'done',
  path: '/home/me/d_se.csv',
  download: 'files/1',
  records: 18,
  bytes: 12_345,
  sha256: 'ab'.repeat(32),
  complete: true,
  formulas: 0,
  formulaColumns: [],
};

/** A main process that exports by hand: `send` is the next event, `fail` ends the stream. */
function fakeMain() {
  const requests: ExportRequest[] = [];
  const cancelled: string[] = [];
  const evicted = new Set<string>();
  const opened: unknown[] = [];
  const closed: string[] = [];
  const queue: (() => ExportEvent)[] = [];
  let wake = (): void => undefined;
  const put = (event: () => ExportEvent): void => {
    queue.push(event);
    wake();
  };
  async function* events(): AsyncGenerator<ExportEvent> {
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) yield next();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const client = {
    exports: {
      async start(request: ExportRequest) {
        if (evicted.has(request.resultId))
          throw new ORPCError('RAILBIRD', { defined: true, data: { code: 'RESULT_CLOSED', values: {} } });
        requests.push(request);
        return { exportId: 'e1' };
      },
      watch: async () => events(),
      async cancel({ exportId }: { exportId: string }) {
        cancelled.push(exportId);
        put(() => ({ type: 'cancelled' }));
        return {};
      },
    },
    results: {
      async open(given: unknown) {
        opened.push(given);
        return (async function* () {
          yield { type: 'progress', windowsDone: 0, windowsTotal: 1, records: 0 };
          yield { type: 'opened', summary: { resultId: 'r2' } };
        })();
      },
      async close({ resultId }: { resultId: string }) {
        closed.push(resultId);
        return {};
      },
    },
    settings: { recall: async () => ({}), remember: async () => ({}) },
  } as unknown as BridgeClient;
  return {
    client,
    requests,
    cancelled,
    evicted,
    opened,
    closed,
    send: (event: ExportEvent) => put(() => event),
    fail: (thrown: Error) =>
      put(() => {
        throw thrown;
      }),
  };
}

function draw(resultId?: string) {
  const main = fakeMain();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BridgeProvider client={main.client}>
        <ExportButton
          source={source}
          resultId={resultId}
          columns={['racekey', 'horse_name']}
          allColumns={['racekey', 'horse_name', 'margin']}
          sort={[{ column: 'margin', direction: 'descending' }]}
        />
      </BridgeProvider>
    </QueryClientProvider>,
  );
  return { main, user: userEvent.setup() };
}

async function begun(...choices: string[]) {
  const { main, user } = draw('r1');
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  for (const choice of choices)
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${choice}`) }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(main.requests).toHaveLength(1));
  return { main, user };
}

beforeAll(async () => {
  await startI18n('en');
});

afterEach(cleanup);

describe('an export', () => {
  it('has the columns on screen in their order, raw, with field names', async () => {
    const { main } = await begun();
    expect(main.requests[0]).toEqual({
      resultId: 'r1',
      columns: ['racekey', 'horse_name'],
      sort: [{ column: 'margin', direction: 'descending' }],
      format: 'csv',
      header: 'name',
      values: 'raw',
      language: 'en',
    });
  });

  it.each(['that was evicted', 'that is not known'])(
    'of a result %s opens the source again, and closes it',
    async (kind) => {
      const { main, user } = draw(kind === 'that was evicted' ? 'r1' : undefined);
      main.evicted.add('r1');
      await user.click(screen.getByRole('button', { name: 'Export…' }));
      await user.click(screen.getByRole('button', { name: 'Export' }));
      await waitFor(() => expect(main.requests).toHaveLength(1));
      expect(main.requests[0]).toMatchObject({ resultId: 'r2', columns: ['racekey', 'horse_name'] });
      expect(main.opened).toEqual([{ source }]);
      await waitFor(() => expect(main.closed).toEqual(['r2']));
    },
  );

  it('marks text as UTF-8 for Excel on request', async () => {
    const { main } = await begun('UTF-8 with BOM');
    expect(main.requests[0]?.byteOrderMark).toBe(true);
    expect(main.requests[0]?.neutralize).toBe(true);
  });

  it('neutralizes formulas for Excel by default, and for programs on request', async () => {
    const excel = await begun('UTF-8 with BOM', 'Leave unchanged');
    expect(excel.main.requests[0]?.neutralize).toBeUndefined();
    cleanup();
    const programs = await begun('Neutralize');
    expect(programs.main.requests[0]).toMatchObject({ neutralize: true });
    expect(programs.main.requests[0]?.byteOrderMark).toBeUndefined();
    programs.main.send({ ...done, formulas: 2, formulaColumns: ['horse_name', '=x'] });
    expect(
      await screen.findByText(/2 cells .* prefixed with an apostrophe. Columns: horse_name, =x/),
    ).toBeTruthy();
  });

  it('has all columns and both headers on request', async () => {
    const { main } = await begun('All columns', 'Both');
    expect(main.requests[0]?.columns).toEqual(['racekey', 'horse_name', 'margin']);
    expect(main.requests[0]?.header).toBe('both');
  });

  it('has the chosen format; JSON offers no choice of header', async () => {
    const { main, user } = draw();
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'json');
    expect(screen.queryByRole('group', { name: 'Header row' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'parquet');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]).toMatchObject({ format: 'parquet', header: 'name' }));
  });

  it('shows its progress, and finally where the file is and that it is complete', async () => {
    const { main } = await begun();
    main.send({ type: 'progress', written: 9, total: 18 });
    expect(await screen.findByText('9 / 18')).toBeTruthy();
    main.send(done);
    expect(await screen.findByText('The file is complete')).toBeTruthy();
    expect(screen.getByText('/home/me/d_se.csv')).toBeTruthy();
    expect(screen.getByText('12.3 kB')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('files/1');
  });

  it('copies the path of the file to the clipboard', async () => {
    const { main, user } = await begun();
    main.send(done);
    await user.click(await screen.findByRole('button', { name: 'Copy path' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('/home/me/d_se.csv');
  });

  it('never calls an incomplete file done', async () => {
    const { main } = await begun();
    main.send({ ...done, complete: false });
    expect(await screen.findByText('The file is incomplete')).toBeTruthy();
    expect(screen.queryByText('The file is complete')).toBeNull();
  });

  it('can be canceled, and shows that nothing is left', async () => {
    const { main, user } = await begun();
    main.send({ type: 'progress', written: 1, total: 18 });
    await user.click(await screen.findByRole('button', { name: 'Cancel export' }));
    expect(main.cancelled).toEqual(['e1']);
    expect(await screen.findByText(/partial file was deleted/)).toBeTruthy();
  });

  it('shows why it failed', async () => {
    const { main } = await begun();
    main.fail(
      new ORPCError('RAILBIRD', {
        defined: true,
        data: { code: 'ARCHIVE_FAILED', values: { problem: 'x' } },
      }),
    );
    expect(await screen.findByText(ERRORS.ARCHIVE_FAILED.title.en)).toBeTruthy();
  });
});
