// The export dialog over a main process that exports by hand.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ORPCError } from '@orpc/client';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import type { ComposedCells, ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import { BridgeProvider } from '../../../client/bridge.tsx';
import { codedError } from '../../../testing/coded-error.ts';
import { NameStyleContext } from '../../../text/name-style.ts';
import { startI18n } from '../../../text/text.ts';
import { useExportJobs } from '../export-jobs.ts';
import { ExportButton } from '../ExportButton.tsx';
import { ScreenReasons } from '../screen-reasons.ts';

/** What is on screen. */
export const source = { kind: 'table', table: 'd_se', filter: { racekey: '05264101' } } as const;

export const ON_SCREEN = [{ column: 'racekey', text: '0526*' }];

/** A main process that exports by hand: `send` is the next event, `fail` ends the stream. */
function fakeMain(recall: () => Promise<{ json?: string }> = async () => ({})) {
  const requests: ExportRequest[] = [];
  const cancelled: string[] = [];
  const evicted = new Set<string>();
  const opened: unknown[] = [];
  const closed: string[] = [];
  const saved: SavedExport[] = [];
  const listing = { until: Promise.resolve(), failure: undefined as Error | undefined };
  const counted: unknown[] = [];
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
      async count(input: unknown) {
        counted.push(input);
        return { rows: 3, total: 18, problems: [] };
      },
      async close({ resultId }: { resultId: string }) {
        closed.push(resultId);
        return {};
      },
    },
    settings: { recall, remember: async () => ({}) },
    savedExports: {
      async list() {
        await listing.until;
        if (listing.failure !== undefined) throw listing.failure;
        return saved.map((each) => ({ ...each, revision: JSON.stringify(each) }));
      },
      async save({ basis, ...given }: SavedExport & { basis?: string }) {
        const at = saved.findIndex(({ id }) => id === given.id);
        const stored = at < 0 ? undefined : JSON.stringify(saved[at]);
        if (stored !== basis) throw codedError('CHANGED_ELSEWHERE', { name: given.name });
        saved.splice(at < 0 ? saved.length : at, 1, given);
        return {};
      },
      remove: async () => ({}),
    },
  } as unknown as BridgeClient;
  return {
    client,
    requests,
    saved,
    listing,
    counted,
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

interface Drawn {
  readonly resultId?: string | undefined;
  readonly composed?: () => ComposedCells;
  readonly groups?: GroupsRequest;
  /** The choices of the last export. */
  readonly recall?: () => Promise<{ json?: string }>;
  readonly names?: NameStyle;
  /** Why the screen is incomplete. */
  readonly reasons?: readonly Incompleteness[];
  /** Names of all columns, of which `racekey` and `horse_name` are shown. */
  readonly allColumns?: readonly string[];
  readonly summary?: Summary;
}

const ALL_COLUMNS = ['racekey', 'horse_name', 'margin'];

export function draw({ resultId, composed, groups, recall, names = 'kana', ...given }: Drawn = {}) {
  const main = fakeMain(recall);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BridgeProvider client={main.client}>
        <NameStyleContext value={names}>
          <ScreenReasons value={given.reasons ?? []}>
            <ExportButton
              source={source}
              resultId={resultId}
              columns={['racekey', 'horse_name']}
              allColumns={given.allColumns ?? ALL_COLUMNS}
              sort={[{ column: 'margin', direction: 'descending' }]}
              filters={ON_SCREEN}
              summary={given.summary}
              composed={composed}
              {...(groups === undefined ? {} : { groups })}
            />
          </ScreenReasons>
        </NameStyleContext>
      </BridgeProvider>
    </QueryClientProvider>,
  );
  return { main, user: userEvent.setup() };
}

/** Gives each test of a file English texts and a list of exports of its own. */
export function atTheDialog(): void {
  beforeAll(async () => {
    await startI18n('en');
  });

  afterEach(() => {
    cleanup();
    useExportJobs.setState({ jobs: [] });
  });
}
