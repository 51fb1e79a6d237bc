// One attempt: the request as the specification (sections 4.1 and 5) wants it, and its answer read to the end.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { Failure } from './failure.ts';
import { readAnswer, type Reading } from './read-answer.ts';
import { isTimeout, type Transport } from './transport.ts';

/** The widest table's month is a third of it; one string holds little more. */
const MOST_CHARACTERS = 300_000_000;

/** Half of the window may be answered at a length that can be read. */
const TOO_LONG: Reading = {
  ok: false,
  failure: { kind: 'too_large', message: 'The answer is too long to read. / 応答が長すぎて読み込めません。' },
};

export interface Sent {
  readonly reading: Reading;
  /** Absent where no answer came. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Never throws: whatever goes wrong is a failure of the reading, with the keys struck out of its words. */
export async function sendOnce(
  transport: Transport,
  credentials: Credentials,
  request: {
    readonly table: Table;
    readonly filter: Filter;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    readonly mostCharacters?: number;
  },
): Promise<Sent> {
  let status: number | undefined;
  let headers: Readonly<Record<string, string>> = {};
  try {
    const response = await transport({
      url: addressOf(credentials, request.table),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-user-key': credentials.userKey,
      },
      body: JSON.stringify(request.filter),
      signal: request.signal,
    });
    ({ status, headers } = response);
    const text = await readText(response.body, request.mostCharacters ?? MOST_CHARACTERS);
    if (text === undefined) return { reading: TOO_LONG, status, headers };
    const reading = readAnswer({ status, headers, text, asked: request }, request.clock.now());
    return { reading: withoutKeys(reading, credentials), status, headers };
  } catch (error) {
    // What the network says is not kept: it may quote the address, and the key is in it.
    const failure: Failure = {
      kind: isTimeout(error) ? 'timeout' : status === undefined ? 'unreachable' : 'cut_short',
    };
    return { reading: { ok: false, failure }, headers, ...(status === undefined ? {} : { status }) };
  }
}

function addressOf({ baseUrl, apiKey }: Credentials, table: Table): string {
  return `${baseUrl.replace(/\/+$/, '')}${table.path}?api_key=${encodeURIComponent(apiKey)}`;
}

/** Undefined for an answer without end: leaving the loop ends the connection. */
async function readText(body: AsyncIterable<Uint8Array>, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) return undefined;
  }
  return text + decoder.decode();
}

/** A service may quote what it was sent. */
function withoutKeys(reading: Reading, { apiKey, userKey }: Credentials): Reading {
  if (reading.ok || !('message' in reading.failure)) return reading;
  const strike = (text: string, key: string) => (key === '' ? text : text.replaceAll(key, '…'));
  const message = strike(strike(reading.failure.message, apiKey), userKey);
  return { ok: false, failure: { ...reading.failure, message } };
}
