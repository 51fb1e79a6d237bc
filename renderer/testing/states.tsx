// Screens in a state that is rare with real data, over the bridge that tests use: `npm run dev`, then
// /testing/state.html lists them. To add one: a row here.

import type { ReactNode } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import type { Job } from '#shared/bridge/downloads.ts';
import { RailbirdError } from '#shared/errors.ts';
import { FailureNotice } from '../components/FailureNotice.tsx';
import { DownloadsScreen } from '../features/downloads/DownloadsScreen.tsx';
import { WelcomeScreen } from '../features/welcome/WelcomeScreen.tsx';
import { fakeBridge, standing } from './fake-bridge.ts';

interface State {
  readonly content: ReactNode;
  readonly client: BridgeClient;
}

const NO_KEYCHAIN: Connection = {
  mode: 'none',
  accounts: [],
  userKey: 'absent',
  keychain: { available: false, problem: { code: 'KEYCHAIN_NO_SERVICE', values: {} } },
};

const job = (more: Partial<Job>): Job => ({
  id: more.state ?? 'running',
  kind: 'period',
  tables: ['d_se', 'd_ra'],
  from: '20261001',
  to: '20261115',
  state: 'running',
  windowsDone: 3,
  windowsTotal: 12,
  records: 14_230,
  bytes: 22_500_000,
  recordsPerSecond: 400,
  reasons: [],
  createdAt: 1,
  ...more,
});

const downloads = (jobs: readonly Job[]): State => ({
  content: <DownloadsScreen from="20261001" to="20261115" tables={['d_ra', 'd_se']} />,
  client: fakeBridge({
    downloads: {
      plan: async () => [],
      watch: async () => standing({ jobs, gone: [] }),
      calendar: async () => [
        {
          table: 'd_ra',
          days: (['complete', 'provisional', 'incomplete', 'missing'] as const).map((state, index) => ({
            racedate: `202611${String(index + 7).padStart(2, '0')}`,
            state,
            records: state === 'missing' ? 0 : 24,
          })),
        },
      ],
      usage: async () => ({ tables: [], fileBytes: 3_000_000 }),
    },
  }),
});

export const STATES: Readonly<Record<string, () => State>> = {
  'welcome/no keychain': () => ({
    content: <WelcomeScreen connection={NO_KEYCHAIN} />,
    client: fakeBridge(),
  }),
  'downloads/every state of a job': () =>
    downloads(
      (['waiting', 'running', 'paused', 'parked', 'done', 'incomplete', 'failed', 'cancelled'] as const).map(
        (state) =>
          job({
            state,
            ...(state === 'parked' ? { parkedUntil: Date.now() + 3_600_000 } : {}),
            ...(state === 'incomplete'
              ? { reasons: [{ table: 'd_se' as const, reason: 'race_missing' as const, where: '05264101' }] }
              : {}),
          }),
      ),
    ),
  'downloads/none': () => downloads([]),
  'failure/unreachable': () => ({
    content: <FailureNotice thrown={new RailbirdError('UNREACHABLE')} onRetry={() => undefined} />,
    client: fakeBridge(),
  }),
};
