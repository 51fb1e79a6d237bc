// The sample service as the test's own process: an account to connect to, or an independent source to compare the
// window with.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { programOf } from '../electron/testing/program.ts';

const readySchema = z.object({ url: z.string(), api_key: z.string(), user_key: z.string() });

const answerSchema = z.object({
  result: z.object({
    result_count: z.number(),
    data: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  }),
});

const progressSchema = z.object({ made: z.number().optional(), of: z.number().optional() });

/** While it generates racing at its start, the service answers 503. */
const READY_WITHIN_MS = 60_000;

export type ServiceRecord = Readonly<Record<string, string | number | null>>;

export interface SampleService {
  /** Without /v1. */
  readonly url: string;
  readonly apiKey: string;
  readonly userKey: string;
  /** Its own answer, over HTTP; rejects with the answer's text if the status is not 200. */
  query(table: TableCode, filter: Readonly<Record<string, string>>): Promise<readonly ServiceRecord[]>;
  /** Resolves when it has generated all its racing; never if everything existed before. */
  readonly made: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service on a folder in which the racing may already exist. */
export async function startSampleService(folder: string): Promise<SampleService> {
  const args = [
    programOf('service/main'),
    '--sample=weeks',
    '--port',
    '0',
    '--data-dir',
    folder,
    '--exit-with-parent',
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const made = allMade(createInterface({ input: child.stderr }));
  const exit = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exit;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, api_key: apiKey, user_key: userKey } = readySchema.parse(JSON.parse(line));
    const query: SampleService['query'] = async (table, filter) => {
      const address = new URL(TABLES[table].path, url);
      address.searchParams.set('api_key', apiKey);
      const question = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-key': userKey },
        body: JSON.stringify(filter),
      };
      let answer = await fetch(address, question);
      for (const until = Date.now() + READY_WITHIN_MS; answer.status === 503 && Date.now() < until;) {
        await setTimeout(100);
        answer = await fetch(address, question);
      }
      if (!answer.ok) throw new Error(`The sample service answered ${answer.status}: ${await answer.text()}`);
      const { result } = answerSchema.parse(await answer.json());
      if (result.data.length !== result.result_count) throw new Error('The sample service miscounts.');
      return result.data;
    };
    return { url, apiKey, userKey, query, made, stop };
  }
  throw new Error('The sample service ended without output.');
}

/** Reads its log of the generation up to the last day. */
function allMade(lines: Interface): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  lines.on('line', (line) => {
    const { made, of } = progressSchema.parse(line.startsWith('{') ? JSON.parse(line) : {});
    if (made !== undefined && made === of) resolve();
  });
  return promise;
}
