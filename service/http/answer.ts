// The answer to a query that passed the checks: the records, and the envelope around them (section 2.1).

import type { Table } from '#shared/catalogue/table.ts';
import { MEMBERSHIP_LIMIT } from '#shared/service-api/envelope.ts';
import type { CheckedQuery } from './query.ts';
import { giveBack } from '../store/give-back.ts';
import { MOST_RECORDS, tooManyRecords } from './limits.ts';
import type { Reader, RecordFilter, RecordReader, Records, Store } from '../store/store.ts';

/** When `kettonum` was deprecated, RFC 9745: 2026-01-01. The specification gives no date for its removal. */
const KETTONUM_DEPRECATED = '@1767225600';

export interface QueryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
  /** What comes before the records: the bytes of its UTF-8, each as a character of Latin-1. */
  readonly head: string;
  readonly pages: Records['pages'];
  readonly release: (page: Buffer) => void;
  /** What comes after them, likewise. */
  readonly tail: string;
}

const NONE: Records = { count: 0, pages: [] };
const TAIL = '\n]}}';
const TAIL_OF_NONE = ']}}';

/** @throws Refusal RANGE_TOO_LARGE */
export async function answerTo(query: CheckedQuery, store: Store, reader: Reader): Promise<QueryAnswer> {
  const { table, filter } = query;
  const read = (copy: RecordReader) => recordsFor(query, copy);
  const { headers, records } = await (store.onOneCopy?.(reader, read) ?? read(store));
  const { count, pages, release = giveBack } = records;
  // Filters are ASCII by their forms.
  const opening = `{"request":{"parameters":${JSON.stringify(filter)}},${resultOf(table)}${count},"data":[`;
  // One record per line inside the array is still JSON, and lets a reader split it without parsing.
  return count === 0
    ? { headers, count, head: opening, pages, release, tail: TAIL_OF_NONE }
    : { headers, count, head: `${opening}\n`, pages, release, tail: TAIL };
}

const results = new Map<Table, string>();

/**
 * The result's fields before its count, which are the same in every answer of the table. Text in Latin-1 is sent in one
 * piece with the headers, at the cost of neither; other text would be encoded for each answer.
 */
function resultOf(table: Table): string {
  const made = results.get(table);
  if (made !== undefined) return made;
  const fields = JSON.stringify({
    status: 200,
    endpoint_uri: table.path,
    membershipLimit: MEMBERSHIP_LIMIT,
    result_count: 0,
  });
  const result = Buffer.from(`"result":${fields.slice(0, -'0}'.length)}`).toString('latin1');
  results.set(table, result);
  return result;
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
  if (!selection) return { headers, records: NONE };
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
