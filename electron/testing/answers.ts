// Answers as the client gives them, made of records for a test: taken in from a transport's body and written to files.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { receive, type Received } from '../service-client/receive.ts';
import type { Spool } from '../service-client/spool.ts';
import { envelope, inPieces } from './fake-service.ts';

/** What a service that is asked for `filter` says with these records. */
export const answerOf = (
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  spool?: Spool,
): Promise<Received> => receivedFrom(envelope(table, filter, records), { table, filter, spool });

/** What is taken in of any text. */
export const receivedFrom = (
  text: string | Uint8Array,
  {
    table = 't_ra',
    filter = {},
    spool,
    piece,
    ...given
  }: {
    readonly table?: TableCode;
    readonly filter?: Filter;
    readonly spool?: Spool | undefined;
    /** Bytes that come at once. */
    readonly piece?: number;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly now?: number;
  } = {},
): Promise<Received> =>
  receive(
    { status: given.status ?? 200, headers: given.headers ?? {}, body: inPieces(text, piece) },
    { table: TABLES[table], filter, now: () => given.now ?? 0, ...(spool ? { spool } : {}) },
  );
