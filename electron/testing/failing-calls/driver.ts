// A process that uses the app on a folder from opening to closing it, while one of its system calls fails. It reports
// for each step whether it was acknowledged, and with which error it was refused.

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { RailbirdError, type ErrorCode } from '#shared/errors.ts';
import { createFolderDestination, type Destination } from '../../exports/destination.ts';
import { openApp } from '../open-app.ts';
import { threeDays } from '../three-days.ts';
import { CALLS, Control, FAILURES } from './control.ts';

export const orderSchema = z.object({
  dataDir: z.string(),
  /** Absent: nothing fails. */
  plan: z
    .object({ call: z.enum(CALLS), error: z.enum(FAILURES), nth: z.number(), times: z.number() })
    .optional(),
});

export const stepSchema = z.object({
  name: z.string(),
  /** Absent if the step was acknowledged. */
  failed: z.string().optional(),
  /** The step's answer, for its own check. */
  answer: z.unknown(),
});

export const accountSchema = z.object({
  /** The number of calls of each of `CALLS`. */
  seen: z.array(z.number()),
  injected: z.number(),
  path: z.string(),
  steps: z.array(stepSchema),
  notices: z.array(z.string()),
  /** Uncaught failures. */
  uncaught: z.array(z.string()),
});

export type Account = z.infer<typeof accountSchema>;

export const PERIOD = { from: '20261107', to: '20261114' };

const uncaught: string[] = [];

if (process.argv[1] === import.meta.filename) {
  process.on('unhandledRejection', (error) => uncaught.push(String(error)));
  process.on('uncaughtException', (error) => uncaught.push(String(error)));
  const control = new Control(process.env['RAILBIRD_FAILING_CALLS'] ?? '');
  for await (const line of createInterface({ input: process.stdin })) {
    const order = orderSchema.parse(JSON.parse(line));
    process.stdout.write(`${JSON.stringify(await use(order, control))}\n`);
  }
}

async function use({ dataDir, plan }: z.infer<typeof orderSchema>, control: Control): Promise<Account> {
  const steps: z.infer<typeof stepSchema>[] = [];
  const notices: string[] = [];
  uncaught.length = 0;
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T | undefined> => {
    try {
      const answer = await act();
      steps.push({ name, answer: answer ?? null });
      return answer;
    } catch (error) {
      steps.push({ name, failed: codeOf(error), answer: null });
      return undefined;
    }
  };
  control.arm(plan, dataDir);
  let app: Awaited<ReturnType<typeof openApp>> | undefined;
  await step('open', async () => {
    app = await openApp(dataDir, {
      service: threeDays(),
      destination: overOrBeside(join(dataDir, 'exports')),
    });
    app.core.start();
  });
  if (app !== undefined) {
    const { client } = app;
    await useWindow(client, step);
    notices.push(...(await app.notices().catch(() => [])).map(({ what }) => what.en));
    await step('close', app.close);
  }
  return { ...control.disarm(), steps, notices, uncaught: [...uncaught] };
}

type DoStep = <T>(name: string, act: () => Promise<T>) => Promise<T | undefined>;

async function useWindow(client: BridgeClient, step: DoStep): Promise<void> {
  await step('theme', async () => void (await client.settings.update({ theme: 'dark' })));
  await step('remember', async () => void (await client.settings.remember({ key: 'grid', json: '{"n":2}' })));
  await step('view', async () => {
    await client.views.save({
      id: 'new',
      table: 'd_ra',
      name: 'new',
      content: { columns: { shown: ['racekey'], widths: {} }, sort: [], filters: [], quick: '' },
    });
  });
  await step('layout', () => client.views.freeze({ table: 'd_ra', name: 'macro', columns: ['racekey'] }));
  const job = await step('download', async () => {
    const { id } = await client.downloads.start({ tables: ['d_ra', 'd_se'], ...PERIOD });
    return { id };
  });
  if (job !== undefined) await step('downloaded', () => endOf(client, job.id));
  for (const table of ['d_ra', 'd_se'] as const) await step(`export ${table}`, () => exported(client, table));
  await step('views written', () => client.views.write({ language: 'en' }));
}

/** The final state of the job. Errors: the error that the job shows. */
async function endOf(client: BridgeClient, id: string): Promise<{ state: string }> {
  for await (const { jobs } of await client.downloads.watch()) {
    const job = jobs.find((each) => each.id === id);
    if (job?.error !== undefined) throw new RailbirdError(job.error.code as ErrorCode, job.error.values);
    if (job?.finishedAt !== undefined) return { state: job.state };
  }
  throw new Error('the watch ended');
}

async function exported(client: BridgeClient, table: 'd_ra' | 'd_se') {
  const filter = { start_racedate: PERIOD.from, end_racedate: PERIOD.to };
  const { resultId } = await client.results.read({ source: { kind: 'table', table, filter } });
  const { exportId } = await client.exports.start({
    resultId,
    columns: ['racedate', 'racekey'],
    format: table === 'd_ra' ? 'csv' : 'parquet',
    header: 'name',
    form: 'delivered',
    language: 'en',
  });
  for await (const event of await client.exports.watch({ exportId })) {
    if (event.type === 'done') return { path: event.path, sha256: event.sha256, records: event.records };
  }
  throw new Error('the export ended without its last event');
}

/** Races overwrite an earlier export, everything else goes to a new file. */
function overOrBeside(folder: string): Destination {
  const beside = createFolderDestination(folder);
  return async (name, language) => {
    const mine = join(folder, 'mine.csv');
    const isThere = await access(mine).then(
      () => true,
      () => false,
    );
    return name.endsWith('.csv') && isThere ? { path: mine, fetched: false } : beside(name, language);
  };
}

function codeOf(error: unknown): string {
  if (error instanceof RailbirdError) return error.code;
  const { data } = error as { data?: { code?: string } };
  return data?.code ?? `other: ${String(error)}`;
}
