// Downloads over a fake service and a real archive in a temporary folder, with a service and a clock that the test
// controls.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { createApiClient } from '../../service-client/api-client.ts';
import { serviceName, type ServiceIdentity } from '../../service-client/service-identity.ts';
import { openSpool } from '../../service-client/spool.ts';
import { createArchives } from '../../archive/archives.ts';
import { putEmptyArchiveOf } from '../../testing/empty-archive.ts';
import { HastyClock, type FakeClock } from '../../testing/fake-clock.ts';
import type { FakeService } from '../../testing/fake-service.ts';
import { createDownloads } from '../downloads.ts';
import { InFlight } from '../in-flight.ts';
import type { QueryContext } from '../query-context.ts';
import { NO_NOTICES } from '../../testing/no-notices.ts';

export type OpenDownloads = Awaited<ReturnType<typeof openDownloads>>;

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'railbird-downloads-'));

export const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true });

/** Opens an existing `dataDir`, as the app does after a restart. */
export async function openDownloads(
  service: FakeService,
  dataDir: string,
  clock: FakeClock = new HastyClock(),
) {
  await putEmptyArchiveOf(dataDir, { kind: 'sample' });
  // A second thread makes queries of a few records slower.
  const archives = createArchives({ dataDir, now: () => clock.now(), notices: NO_NOTICES, threads: 1 });
  const spool = openSpool(dataDir);
  let identity: ServiceIdentity | undefined = { kind: 'sample' };
  let userKey = 'user';
  const client = createApiClient({
    transport: service.transport,
    credentials: async (of) => {
      if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
      if (serviceName(identity) !== serviceName(of)) throw new RailbirdError('SERVICE_CHANGED');
      const baseUrl = identity.kind === 'sample' ? 'http://127.0.0.1:1' : identity.baseUrl;
      return { baseUrl, apiKey: 'app', userKey };
    },
    clock,
    spool,
    random: () => 0.5,
  });
  const reported: unknown[] = [];
  let ids = 0;
  const inFlight = new InFlight();
  const downloads = createDownloads({
    identity: () => identity,
    archiveOf: archives.of,
    client,
    inFlight,
    activity: client.activity,
    clock,
    newId: () => `job-${(ids += 1)}`,
    perSecond: () => 2,
    notify: (notice) => void reported.push(notice),
    report: (error) => reported.push(error),
  });
  return {
    clock,
    client,
    downloads,
    reported,
    archive: () => archives.of({ kind: 'sample' }),
    /** Of the service that is connected first. */
    context: async (): Promise<QueryContext> => ({
      archive: await archives.of({ kind: 'sample' }),
      client: client.of({ kind: 'sample' }),
      inFlight,
      now: () => clock.now(),
    }),
    /** Connects another service, or the same with other keys. */
    connect(next: ServiceIdentity | undefined, nextKey = userKey) {
      identity = next;
      userKey = nextKey;
      client.unblock();
      downloads.connectionChanged();
    },
    /** Waits for the job to be in such a state. */
    async until(id: string, isSo: (state: string) => boolean) {
      for await (const { jobs } of downloads.watch()) {
        const job = jobs.find((each) => each.id === id);
        if (job && isSo(job.state)) return job;
      }
      throw new Error('the watch ended');
    },
    async close() {
      await downloads.close();
      await archives.close();
      await spool.close();
    },
  };
}
