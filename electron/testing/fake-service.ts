// An in-memory service behind the transport's port: it answers from records as the specification says, and misbehaves
// on request.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { tableOfPath, TABLES } from '#shared/catalogue/tables.ts';
import { MEMBERSHIP_LIMIT, type Envelope, type WireRecord } from '#shared/service-api/envelope.ts';
import type { Transport } from '../service-client/transport.ts';

export interface ReceivedRequest {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Ends the connection instead of answering. */
  readonly breaks?: true;
}

export type Misbehave = (received: ReceivedRequest, count: number) => Reply | Promise<Reply> | undefined;

export class FakeService {
  readonly received: ReceivedRequest[] = [];
  readonly records: { [table in TableCode]?: readonly WireRecord[] };
  misbehave: Misbehave = () => undefined;

  constructor(records: { [table in TableCode]?: readonly WireRecord[] } = {}) {
    this.records = records;
  }

  /** The requests as text: `table value value`. */
  get requests(): string[] {
    return this.received.map(({ table, filter }) => [table, ...Object.values(filter)].join(' '));
  }

  readonly transport: Transport = async ({ url, headers, body, signal }) => {
    const table = tableOfPath(new URL(url).pathname);
    if (!table) throw new Error('no such table');
    const filter = JSON.parse(body) as Filter;
    const received = { table: table.code, filter, url, headers };
    this.received.push(received);
    const reply = (await abortable(this.misbehave(received, this.received.length), signal)) ?? {};
    if (reply.breaks) throw new Error(`connect ECONNREFUSED ${url}`);
    const text = reply.text ?? envelope(table.code, filter, this.matching(table.code, filter));
    return {
      status: reply.status ?? 200,
      headers: { 'content-type': 'application/json', ...reply.headers },
      body: inPieces(text),
    };
  };

  matching(table: TableCode, filter: Filter): readonly WireRecord[] {
    return (this.records[table] ?? []).filter((record) => matches(record, filter));
  }
}

export function envelope(
  table: TableCode,
  filter: Filter,
  data: readonly WireRecord[],
  count = data.length,
): string {
  const body: Envelope = {
    request: { parameters: filter },
    result: {
      status: 200,
      endpoint_uri: TABLES[table].path,
      membershipLimit: MEMBERSHIP_LIMIT,
      result_count: count,
      data,
    },
  };
  return JSON.stringify(body);
}

export const refusal = (code: string, message: string, reason?: string): string =>
  JSON.stringify({ success: false, error: { code, message, ...(reason ? { reason } : {}) } });

function matches(record: WireRecord, filter: Filter): boolean {
  const day = String(record.racedate);
  return (
    (filter.racedate ?? day) === day &&
    (filter.start_racedate ?? day) <= day &&
    (filter.end_racedate ?? day) >= day &&
    (filter.racekey ?? record.racekey) === record.racekey &&
    (filter.horse_id ?? record.horse_id) === record.horse_id
  );
}

async function abortable<T>(reply: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  return Promise.race([reply, promise]);
}

/** Cut in the middle of characters, as a network may do. */
export async function* inPieces(text: string | Uint8Array, piece = 4_097): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece);
}
