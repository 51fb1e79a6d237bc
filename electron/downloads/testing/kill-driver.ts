// A process that downloads as the app does, and kills itself at a given point. It prints what it finds stored, starts
// the job or finds it in the queue, and prints its outcome.

import { z } from 'zod';
import { selectionSchema } from '#shared/bridge/downloads.ts';
import { systemClock } from '../../service-client/clock.ts';
import type { Transport } from '../../service-client/transport.ts';
import { createUndiciTransport } from '../../service-client/undici-transport.ts';
import type { Archive } from '../../archive/archive.ts';
import { createDataCore } from '../../data-core.ts';
import { memoryKeychain } from '../../testing/memory-keychain.ts';
import { createDownloads } from '../downloads.ts';
import { PROCESS_HEADER } from './kill-front.ts';

export const orderSchema = z.object({
  process: z.string(),
  dataDir: z.string(),
  baseUrl: z.string(),
  selection: selectionSchema,
  /** Where to die: in the n-th body, or before or after the n-th window is written to the archive. */
  die: z.object({ at: z.enum(['body', 'before', 'after']), n: z.number().int() }).optional(),
});

export type Order = z.infer<typeof orderSchema>;

/** Lines of its standard output. */
export const reportSchema = z.union([
  z.object({ stored: z.record(z.string(), z.array(z.string())) }),
  z.object({ ended: z.string(), windowsDone: z.number(), windowsTotal: z.number() }),
]);

if (process.argv[1] === import.meta.filename)
  await main(orderSchema.parse(JSON.parse(process.argv[2] ?? '')));

async function main(order: Order): Promise<void> {
  const transport = createUndiciTransport();
  const core = await createDataCore({
    dataDir: order.dataDir,
    version: '0.0.0',
    host: 'web',
    env: { RAILBIRD_BASE_URL: order.baseUrl, RAILBIRD_API_KEY: 'app', RAILBIRD_USER_KEY: 'user' },
    platform: process.platform,
    clock: systemClock,
    transport: dyingTransport(order, transport.send),
    keychain: memoryKeychain(),
    sampleCommand: { command: '/nonexistent', args: [], env: {} },
  });
  const archive = dyingArchive(order, await core.archive());
  const downloads = createDownloads({
    identity: () => core.connection.identity(),
    archiveOf: async () => archive,
    client: core.client,
    inFlight: core.inFlight,
    activity: core.client.activity,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    perSecond: core.perSecond,
    notify: ({ what }) => fail(what.en),
    report: (error) => fail(String(error)),
  });
  say({ stored: await storedDays(archive) });
  const found = (await downloads.list())[0] ?? (await downloads.start(order.selection, {}));
  for await (const { jobs } of downloads.watch()) {
    const job = jobs.find(({ id }) => id === found.id);
    if (job?.finishedAt === undefined) continue;
    say({ ended: job.state, windowsDone: job.windowsDone, windowsTotal: job.windowsTotal });
    break;
  }
  await downloads.close();
  await core.close();
  await transport.close();
}

async function storedDays(archive: Archive): Promise<Record<string, string[]>> {
  const stored = await archive.rows(
    `select table_code, string_agg(last_day, ',') from coverage where starts_with(unit, 'day:') group by table_code`,
  );
  return Object.fromEntries(stored.map(([table, joined]) => [String(table), String(joined).split(',')]));
}

function dyingTransport({ die, process: name }: Order, send: Transport): Transport {
  let bodies = 0;
  return async (request) => {
    const response = await send({ ...request, headers: { ...request.headers, [PROCESS_HEADER]: name } });
    bodies += 1;
    return die?.at === 'body' && die.n === bodies ? { ...response, body: cutShort(response.body) } : response;
  };
}

async function* cutShort(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    await dieNow();
  }
}

function dyingArchive({ die }: Order, archive: Archive): Archive {
  let windows = 0;
  const write: Archive['write'] = async (window) => {
    const n = (windows += 1);
    if (die?.at === 'before' && die.n === n) await dieNow();
    const leftOut = await archive.write(window);
    if (die?.at === 'after' && die.n === n) await dieNow();
    return leftOut;
  };
  return new Proxy(archive, {
    get(target, name) {
      if (name === 'write') return write;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}

/** Nothing runs after this. */
async function dieNow(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

function say(line: z.infer<typeof reportSchema>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
