// The answer to a query that passed the checks: the records, and the envelope around them (section 2.1).

import { MEMBERSHIP_LIMIT } from '#shared/service-api/envelope.ts';
import type { CheckedQuery } from './query.ts';
import { MOST_RECORDS, tooManyRecords } from './limits.ts';
import type { Reader, RecordFilter, RecordReader, Records, Store } from '../store/store.ts';

/** When `kettonum` was deprecated, RFC 9745: 2026-01-01. The specification gives no date for its removal. */
const KETTONUM_DEPRECATED = '@1767225600';

export interface QueryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
  readonly head: Buffer;
  readonly pages: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly tail: Buffer;
}

const TAIL = Buffer.from('\n]}}');
const TAIL_OF_NONE = Buffer.from(']}}');

/** @throws Refusal RANGE_TOO_LARGE */
export async function answerTo(query: CheckedQuery, store: Store, reader: Reader): Promise<QueryAnswer> {
  const { table, filter } = query;
  const read = (copy: RecordReader) => recordsFor(query, copy);
  const { headers, records } = await (store.onOneCopy?.(reader, read) ?? read(store));
  const opening = JSON.stringify({
    request: { parameters: filter },
    result: {
      status: 200,
      endpoint_uri: table.path,
      membershipLimit: MEMBERSHIP_LIMIT,
      result_count: records.count,
      data: [],
    },
  });
  // One record per line inside the array is still JSON, and lets a reader split it without parsing.
  return {
    headers,
    count: records.count,
    head: Buffer.from(records.count === 0 ? opening.slice(0, -3) : `${opening.slice(0, -3)}\n`),
    pages: records.pages,
    tail: records.count === 0 ? TAIL_OF_NONE : TAIL,
  };
}

interface Found {
  readonly headers: Readonly<Record<string, string>>;
  readonly records: Records;
}

async function recordsFor(query: CheckedQuery, copy: RecordReader): Promise<Found> {
  const headers: Record<string, string> = {};
  const selection = await selectionFor(query, copy, headers);
  if (selection?.kettonum !== undefined) {
    headers['deprecation'] = KETTONUM_DEPRECATED;
    headers['link'] = '</#kettonum>; rel="deprecation"; type="text/html"';
  }
  if (!selection) return { headers, records: { count: 0, pages: [] } };
  const records = await copy.answer(query.table.code, selection, MOST_RECORDS);
  if (records === 'too many') throw tooManyRecords(query.table);
  if (records.asOf) headers['x-data-as-of'] = records.asOf.toISOString();
  return { headers, records };
}

/** Without a filter, the newest race date that the table has; undefined if it has none. */
async function selectionFor(
  { table, selection }: CheckedQuery,
  copy: RecordReader,
  headers: Record<string, string>,
): Promise<RecordFilter | undefined> {
  if (Object.keys(selection).length > 0) return selection;
  const newest = await copy.newestRaceDate(table.code);
  if (newest === undefined) return undefined;
  headers['x-applied-filter'] = `racedate=${newest}`;
  return { from: newest, to: newest };
}
