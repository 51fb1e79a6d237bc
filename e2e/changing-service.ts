// A service in front of another one whose records a test changes, as odds and riders change before a race.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

const recordSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const answerSchema = z.looseObject({ result: z.looseObject({ data: z.array(recordSchema) }) });

type ServedRecord = z.infer<typeof recordSchema>;
type Change = (record: ServedRecord) => ServedRecord;

export interface ChangingService {
  /** Without /v1. */
  readonly url: string;
  /** From now on, each record of answers is what this makes of it. */
  change(edit: Change): void;
  /** From now on, requests wait for an answer, until the returned function is called. */
  hold(): () => void;
  /** How many requests wait. */
  waiting(): number;
  stop(): Promise<void>;
}

export async function startChangingService(behind: string): Promise<ChangingService> {
  let edit: Change = (record) => record;
  let released: Promise<void> | undefined;
  let waiting = 0;
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    if (released !== undefined) {
      waiting += 1;
      response.once('close', () => (waiting -= 1));
      await released;
    }
    const answer = await fetch(new URL(url, behind), {
      method,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        'x-user-key': String(headers['x-user-key'] ?? ''),
      },
      ...(method === 'POST' ? { body: await buffer(request) } : {}),
    });
    const body = await answer.text();
    const parsed = answer.ok ? answerSchema.safeParse(JSON.parse(body)) : undefined;
    if (parsed?.success === true) parsed.data.result.data = parsed.data.result.data.map(edit);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(parsed?.success === true ? JSON.stringify(parsed.data) : body);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.destroy(new Error(String(error))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    change: (next) => {
      edit = next;
    },
    hold: () => {
      const release = Promise.withResolvers<void>();
      released = release.promise;
      return () => {
        released = undefined;
        release.resolve();
      };
    },
    waiting: () => waiting,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
