// A bridge for component tests: a call that a test does not define fails, so that no call goes unnoticed.

import type { Activity } from '#shared/bridge/app.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Settings } from '#shared/bridge/settings.ts';

type Answers = {
  readonly [feature in keyof BridgeClient]?: {
    readonly [name in keyof BridgeClient[feature]]?: (input: never) => unknown;
  };
};

export const TODAY = '20261120';

export const SAMPLE: Connection = {
  mode: 'sample',
  baseUrl: 'http://127.0.0.1:1',
  accounts: [],
  userKey: 'session',
  keychain: { available: true },
};

export const IDLE: Activity = { inFlight: 0, queued: 0, answered: 3, reachable: true };

/** A stream that yields one value and then waits until it is canceled. */
export async function* standing<T>(value: T, signal?: AbortSignal): AsyncGenerator<T> {
  yield value;
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
}

const settings: Settings = {
  language: 'en',
  theme: 'light',
  density: 'normal',
  names: 'kana',
  sqlSeconds: 60,
  asksForUpdates: true,
};

const USUAL: Answers = {
  annotations: { read: async () => [], list: async () => [], undoable: async () => null },
  app: {
    about: async () => ({ version: '0.1.0', host: 'web', today: TODAY, dataDir: '/data' }),
    activity: async () => standing(IDLE),
  },
  days: { page: async () => ({ sheets: [] }) },
  connection: { status: async () => SAMPLE },
  downloads: { watch: async () => standing({ jobs: [], gone: [] }) },
  find: {
    search: async () => ({ items: [], total: 0 }),
    people: async () => [],
    prepare: async () => ({}),
  },
  notices: { watch: async () => standing([]) },
  rules: { watched: async () => [] },
  updates: {
    watch: async () =>
      standing({ version: '0.1.0', without: 'browser', installedBy: 'person', state: 'idle' }),
  },
  savedExports: { list: async () => [] },
  readings: { list: async () => [] },
  sql: { history: async () => [], remember: async () => ({}), forget: async () => ({}) },
  races: {
    page: async () => ({ sheets: [] }),
    conditions: async () => [],
    rivals: async () => [],
    carriedWeights: async () => [],
    versionTimes: async () => [],
  },
  settings: {
    get: async () => settings,
    update: async (change: Partial<Settings>) => ({ ...settings, ...change }),
    recall: async () => ({}),
    remember: async () => ({}),
  },
};

export function fakeBridge(answers: Answers = {}): BridgeClient {
  const features: readonly (keyof BridgeClient)[] = [
    'app', 'connection', 'settings', 'days', 'races', 'results', 'exports', 'savedExports', 'views', 'downloads', 'notices',
    'readings', 'find', 'annotations', 'bets', 'rules', 'sql', 'updates',
  ]; // prettier-ignore
  const entries = features.map((feature) => {
    const known: Readonly<Record<string, unknown>> = { ...USUAL[feature], ...answers[feature] };
    const procedures = new Proxy(known, {
      get: (target, name) =>
        typeof name === 'string' && name in target
          ? target[name]
          : () => Promise.reject(new Error(`the test answers no ${feature}.${String(name)}`)),
    });
    return [feature, procedures];
  });
  return Object.fromEntries(entries) as BridgeClient;
}
