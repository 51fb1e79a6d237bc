// The data core over a fake service and a real archive in a temporary folder, as the app composes it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../service-client/api-client.ts';
import { openSpool } from '../service-client/spool.ts';
import type { Archive } from '../archive/archive.ts';
import { createArchives } from '../archive/archives.ts';
import { createBets } from '../bets/bets.ts';
import { createFinder } from '../find/finder.ts';
import { InFlight } from '../downloads/in-flight.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { createRaceDays } from '../results/race-days.ts';
import { createRaces } from '../results/races.ts';
import { createSharedSql } from '../sql/shared-archive.ts';
import { createResults } from '../results/results.ts';
import { putEmptyArchiveOf } from './empty-archive.ts';
import { HastyClock } from './fake-clock.ts';
import type { FakeService } from './fake-service.ts';
import { NO_NOTICES } from './no-notices.ts';

export type Core = Awaited<ReturnType<typeof openCore>>;

export async function openCore(service: FakeService) {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-core-'));
  await putEmptyArchiveOf(dataDir, { kind: 'sample' });
  const clock = new HastyClock();
  // A second thread makes queries of a few records slower.
  const archives = createArchives({ dataDir, now: () => clock.now(), notices: NO_NOTICES, threads: 1 });
  const spool = openSpool(dataDir);
  let opened: Promise<Archive> | undefined;
  const archive = () => (opened = archives.of({ kind: 'sample' }));
  const context = async (): Promise<QueryContext> => ({
    archive: await archive(),
    client: client.of({ kind: 'sample' }),
    inFlight,
    now: () => clock.now(),
  });
  const client = createApiClient({
    transport: service.transport,
    credentials: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', apiKey: 'app', userKey: 'user' }),
    clock,
    spool,
    random: () => 0.5,
  });
  const reported: unknown[] = [];
  let ids = 0;
  const inFlight = new InFlight();
  const sql = createSharedSql();
  const results = createResults({
    context,
    newId: () => `r${(ids += 1)}`,
    runSql: (file, text, signal) => sql.rows(file, text, { signal, seconds: 60 }),
    report: (error) => reported.push(error),
  });
  return {
    clock,
    client,
    inFlight,
    archive,
    context,
    results,
    reported,
    raceDays: createRaceDays(context),
    races: createRaces(context),
    finder: createFinder({ archive, clock }),
    bets: createBets(context),
    annotations: async () => {
      await archive();
      return archives.annotationsOf({ kind: 'sample' });
    },
    async close() {
      await results.closeAll();
      // The folder goes: merging the log into the file would take a fifth of most tests' time.
      await opened?.then((file) => file.rows('pragma disable_checkpoint_on_shutdown')).catch(() => undefined);
      await archives.close();
      await sql.close();
      await spool.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
