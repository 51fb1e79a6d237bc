// The parts behind the bridge with fakes at their edges, for tests of the bridge and its hosts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LearnedReading } from '#shared/bridge/readings.ts';
import type { RecordSource, ResultSource } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { ActivityBoard, type ActivitySource } from '../../service-client/activity.ts';
import type { Archive } from '../../archive/archive.ts';
import { createArchives } from '../../archive/archives.ts';
import { openBetLists } from '../../bets/bet-lists.ts';
import { createBets } from '../../bets/bets.ts';
import { InFlight } from '../../downloads/in-flight.ts';
import { createConnection } from '../../connection/connection.ts';
import { createFolderDestination } from '../../exports/destination.ts';
import { Exports } from '../../exports/exports.ts';
import { openSavedExports } from '../../exports/saved-exports.ts';
import { putEmptyArchiveOf } from '../../testing/empty-archive.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { fakeResult, fakeResults } from '../../testing/fake-result.ts';
import { noKeychain } from '../../testing/memory-keychain.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { openViewsFile } from '../../settings/saved-views-store.ts';
import { openNotices } from '../../files/notices.ts';
import { fakeRules } from './fake-rules.ts';
import { openSqlHistory } from '../../sql/history.ts';
import { fakeDownloads } from './fake-downloads.ts';
import { Updates } from '../../updates/updates.ts';
import { createRouter } from '../router.ts';

export const RACES = [
  { racedate: '20261115', racekey: '05264101', race_name: '東京 "新馬"\u{1F40E}' },
  { racedate: '20261115', racekey: '05264102', race_name: null },
];

/** Racekeys that make the fake results fail or wait. */
export const TROUBLE = {
  coded: '05264191',
  unknown: '05264192',
  waits: '05264193',
} as const;

export async function openFakeApp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-bridge-'));
  const settings = await openSettingsFile({ dataDir, notify: () => undefined });
  const activity = new ActivityBoard();
  let listeners = 0;
  const counted: ActivitySource = {
    current: () => activity.current(),
    subscribe: (listener) => {
      const unsubscribe = activity.subscribe(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        unsubscribe();
      };
    },
  };
  const reported: unknown[] = [];
  const revealed: string[] = [];
  /** Signals of the waiting calls, in order of arrival. */
  const waiting: AbortSignal[] = [];
  const columns = TABLES.t_ra.columns.filter(({ name }) =>
    ['racedate', 'racekey', 'race_name'].includes(name),
  );
  const result = fakeResult({ columns, records: RACES });
  const results = fakeResults(result);

  const notices = openNotices({ dataDir, now: () => 1, report: (error) => reported.push(error) });
  await notices.add({
    key: 'quarantined',
    subject: 'views',
    what: { en: 'Set aside', ja: '退避しました' },
    file: 'views.json',
    saved: [],
    gone: [],
  });
  const destination = createFolderDestination(join(dataDir, 'exports'));
  const views = await openViewsFile({
    dataDir,
    notify: () => undefined,
    report: (error) => reported.push(error),
  });
  const exports = new Exports({
    results,
    destination,
    now: () => 0,
    newId: () => crypto.randomUUID(),
  });

  const connection = createConnection({
    saved: settings.state.connection,
    save: async (change) => {
      await settings.update((state) => ({ ...state, connection: change(state.connection) }));
      return settings.state.connection;
    },
    environment: {},
    keychain: noKeychain(),
    keychainLimitMs: 1000,
    sample: {
      credentials: async () => ({ baseUrl: 'http://127.0.0.1:9', apiKey: 'demo', userKey: 'demo' }),
      stop: async () => undefined,
    },
    check: async ({ userKey }) => {
      if (userKey === 'refused') throw new RailbirdError('UNAUTHORIZED');
    },
    report: (error) => reported.push(error),
  });

  const behave = async (source: ResultSource | RecordSource, signal: AbortSignal | undefined) => {
    const racekey = source.kind === 'table' ? source.filter.racekey : undefined;
    if (racekey === TROUBLE.coded) throw new RailbirdError('TOO_MANY_REQUESTS', { seconds: 7 });
    if (racekey === TROUBLE.unknown) throw new TypeError('an inner detail');
    if (racekey === TROUBLE.waits && signal !== undefined) {
      waiting.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new RailbirdError('CANCELLED');
    }
  };

  const learned: LearnedReading[] = [{ kind: 'tooMuch', detail: '400', since: 1 }];
  const archives = createArchives({ dataDir, now: () => 1, notices, threads: 1 });
  let opened: Promise<Archive> | undefined;
  const archive = () =>
    (opened ??= putEmptyArchiveOf(dataDir, { kind: 'sample' }).then(() => archives.of({ kind: 'sample' })));
  const router = createRouter({
    guard: { report: (_id, error) => reported.push(error), newId: () => 'id-1' },
    about: { version: '1.2.3', host: 'web', dataDir, today: () => '20261120' },
    addresses: async function* () {
      yield { address: 'railbird://settings' };
    },
    openedFiles: async function* () {
      yield { name: 'mine.railbird-bets', text: 'a line' };
    },
    report: {
      text: async () => 'what happened',
      hide: (text) => text.replaceAll('a-key', '•••'),
      today: () => '20261120',
      destination,
      offer: (path) => exports.offer(path),
    },
    activity: counted,
    connection,
    settings,
    exports: { jobs: exports, reveal: (path) => revealed.push(path) },
    savedExports: await openSavedExports({
      dataDir,
      notify: notices.add,
      report: (error) => reported.push(error),
    }),
    views: {
      file: views,
      newId: () => crypto.randomUUID(),
      destination,
      offer: (path) => exports.offer(path),
    },
    sql: {
      history: await openSqlHistory({
        dataDir,
        notify: notices.add,
        report: (error) => reported.push(error),
      }),
      now: () => 1,
    },
    bets: {
      bets: createBets(async () => ({
        archive: await archive(),
        client: { query: () => Promise.reject(new RailbirdError('UNREACHABLE', { baseUrl: '' })) },
        inFlight: new InFlight(),
        now: () => Date.UTC(2026, 10, 20),
      })),
      lists: await openBetLists({ dataDir, notify: notices.add, report: (error) => reported.push(error) }),
      now: () => 1,
      today: () => '20261120',
      destination,
      offer: (path) => exports.offer(path),
    },
    annotations: {
      annotations: async () => {
        await archive();
        return archives.annotationsOf({ kind: 'sample' });
      },
      destination,
      offer: (path) => exports.offer(path),
    },
    rules: {
      rules: await fakeRules(dataDir, archive),
      destination,
      offer: (path) => exports.offer(path),
    },
    dayPage: async () => ({ sheets: [] }),
    racePage: async ({ racekey }) =>
      racekey === '05264102' ? { racedate: '20261115', sheets: [] } : { sheets: [] },
    raceDays: {
      list: async (from) => ({ days: [{ racedate: from, racecourses: ['05'], past: true }], unknown: [] }),
      stored: async (table) => (table === 'd_hj' ? { from: '20260926', to: '20261115' } : {}),
    },
    downloads: fakeDownloads(),
    updates: new Updates({
      version: '1.2.3',
      origin: {
        installedBy: 'app',
        source: {
          feed: 'https://example.com/railbird',
          newest: async () => ({ version: '1.3.0', isTaken: true }),
          download: async (onPercent) => onPercent(100),
          cancel: () => undefined,
          install: async () => ({}),
        },
      },
      settings,
      clock: new FakeClock(),
      isBusy: async () => false,
      quit: () => undefined,
      notices,
      report: (error) => reported.push(error),
    }),
    notices,
    learnings: {
      list: async () => [...learned],
      forget: async () => {
        learned.length = 0;
      },
    },
    finder: {
      search: async (text) => ({
        items: [{ kind: 'horse', name: text, key: 'HX0000000101', match: 'exact', stored: true }],
        total: 1,
      }),
      people: async (_, codes) => codes.slice(0, 1).map((code) => ({ code, name: '田中一' })),
      prepare: async () => undefined,
      close: () => undefined,
    },
    races: {
      conditions: async (racekeys) => racekeys.slice(1).map((racekey) => ({ racekey, distance: '1600' })),
      rivals: async (horseIds) => horseIds.map((horse_id) => ({ racekey: '05264811', horse_id })),
      carriedWeights: async ([run]) => (run === undefined ? [] : [{ ...run, weight: '570' }]),
      versionTimes: async () => [1, 2],
      knownAt: async (racekey) => ({ race: [{ racekey }], entry: [], prerace: [] }),
      works: async ({ trainer_cd, before }) => ({
        winners: [{ racekey: trainer_cd, racedate: before }],
        winnersInAll: 1,
        ofTrainer: 2,
        withResult: 1,
        withoutCard: 0,
        ofHorse: [],
        summary: { complete: true, reasons: [], quarantined: 0, drift: 0, repeated: 0 },
      }),
      entries: async (horse_id, from) => ({
        entries: [{ entry: { racekey: '05264811', jockey_name: horse_id }, isWithdrawn: false }],
        days: [{ racedate: from, races: 12 }],
      }),
      fetch: async (wanted, { onProgress }) => {
        onProgress?.({ done: 0, total: 1 });
        return wanted.map(({ racekey }) => racekey);
      },
    },
    results: {
      ...results,
      awake: async () => result,
      open: async (source, openOptions = {}) => {
        openOptions.onProgress?.({ windowsDone: 0, windowsTotal: 1, records: 0 });
        await setImmediate();
        await behave(source, openOptions.signal);
        return result;
      },
      payoffFigures: async () => ({
        bets: [],
        races: 0,
        deadHeats: 0,
        refunded: 0,
        unreadable: 0,
        unpaid: [],
      }),
      renew: async () => ({
        summary: result.summary,
        arranged: { rows: result.rows, total: RACES.length, problems: [] },
        row: 0,
      }),
      stored: () => ({ bytes: 100, budget: 1000, results: [] }),
      closeAll: async () => undefined,
    },
  });

  return {
    router,
    dataDir,
    activity,
    notices,
    /** The number of open activity streams. */
    listening: () => listeners,
    exports,
    reported,
    waiting,
    close: async () => {
      await exports.close();
      await settings.close();
      await views.close();
      await archives.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type FakeApp = Awaited<ReturnType<typeof openFakeApp>>;
