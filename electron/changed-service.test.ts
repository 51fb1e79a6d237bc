// Another service is connected in the middle: what the first one sends is stored in its own archive, and what a command
// still wants of it is not asked of the other.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandCore } from './data-core.ts';
import { newJob } from './downloads/jobs/job.ts';
import { meetingOf, racekeyOf, racesOf, runnersOf } from './testing/fake-records.ts';
import { FakeService } from './testing/fake-service.ts';
import { openApp } from './testing/open-app.ts';

const OTHER = 'https://other.example';
const PERIOD = { from: '20260701', to: '20261110' };
/** A request for each month. */
const DAYS = ['20260711', '20260808', '20260905', '20261010', '20261107'];
const TABLES = ['d_ra', 'd_se', 'd_ka'] as const;

const serviceOf = (name: string) =>
  new FakeService({
    d_ra: DAYS.flatMap((racedate) =>
      racesOf('d_ra', { racedate, races: 1, runners: 2 }).map((race) => ({ ...race, race_name: name })),
    ),
    d_se: DAYS.flatMap((racedate) =>
      runnersOf('d_se', { racedate, races: 1, runners: 2 }, { horse_name: name }),
    ),
    d_ka: DAYS.map((racedate) => ({ ...meetingOf('d_ka', racedate), weather_code: name })),
  });

let dataDir: string;
let first: FakeService;
let other: FakeService;
let app: Awaited<ReturnType<typeof openApp>>;
let command: CommandCore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-changed-service-'));
  first = serviceOf('first');
  other = serviceOf('other');
  app = await openApp(dataDir, {
    service: {
      transport: (request) => (request.url.startsWith(OTHER) ? other : first).transport(request),
    },
  });
  command = await app.core.forCommand({ environment: {} });
});

afterEach(async () => {
  await command.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const download = () =>
  command.downloadNow(
    newJob({ tables: ['d_se'], ...PERIOD }, { id: 'job', kind: 'period', want: 'stale', since: 1 }),
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
const filter = { start_racedate: PERIOD.from, end_racedate: PERIOD.to };

it.each<[string, () => Promise<unknown>]>([
  ['a download', download],
  ['a query', () => command.results.open({ kind: 'table', table: 'd_se', filter })],
  ['the calendar of race days', () => command.raceDays.list(PERIOD.from, PERIOD.to)],
  [
    'the fetch of programs',
    () =>
      command.races.fetch(
        DAYS.map((racedate) => ({ racekey: racekeyOf(racedate, 1), racedate })),
        {},
      ),
  ],
  [
    'the fetch of payoffs',
    () => command.bets.fetch(DAYS.map((racedate) => ({ racekey: racekeyOf(racedate, 1), racedate }))),
  ],
])('%s ends, and nothing of the other service comes into the archive of the first', async (_, run) => {
  const archive = await command.archive();
  let switching: Promise<object> | undefined;
  first.misbehave = () =>
    (switching ??= app.client.connection
      .connect({ baseUrl: OTHER, apiKey: 'other-app-key', userKey: 'other-user-key' })
      .then(() => ({})));
  await expect(run()).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
  // The check of its keys.
  expect(other.received.map(({ table }) => table)).toEqual(['t_ka']);
  for (const table of TABLES) {
    const rows = await archive.rows(
      `select count(*)::INTEGER from ${table} where ${table}::TEXT like '%other%'`,
      [],
    );
    expect(rows).toEqual([[0]]);
  }
});
