// Answers as the client returns them, made of a test's records: parsed from a transport's body and written to files.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { StoredAnswer } from '../archive/stored-answer.ts';
import { receive, type Received } from '../service-client/receive.ts';
import type { Spool } from '../service-client/spool.ts';
import { envelope, inPieces } from './fake-service.ts';

/** The body that a service sends for `filter` with these records. */
export const answerOf = (
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  spool?: Spool,
): Promise<Received> => receivedFrom(envelope(table, filter, records), { table, filter, spool });

/** Requests in the order of these calls. */
let sent = 0;

/** What the archive writes of an answer with these records. `of`: what it has besides. */
export async function storedAnswerOf(
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  spool: Spool,
  { reasons = [], ...of }: Partial<StoredAnswer['answer']> & Pick<Partial<StoredAnswer>, 'reasons'> = {},
): Promise<StoredAnswer> {
  const answer = await answerOf(table, filter, records, spool);
  return {
    table,
    filter,
    reasons,
    answer: { ...answer, countDiffers: false, pagingHint: false, sentAt: (sent += 1), fetchedAt: 1, ...of },
  };
}

/** Parses any text as the client does. */
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
    /** Delivers all bytes at once. */
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
