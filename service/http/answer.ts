// The answer to a query that passed the checks: the records, and the envelope around them (section 2.1).

import type { Awaitable } from '../awaitable.ts';
import { andThen } from '../awaitable.ts';
import type { CheckedQuery } from './query.ts';
import { giveBack } from '../store/give-back.ts';
import { MOST_RECORDS, tooManyRecords } from './limits.ts';
import type { Reader, RecordFilter, RecordReader, Records, Store } from '../store/store.ts';

/** When `kettonum` was deprecated, RFC 9745: 2026-01-01. The specification gives no date for its removal. */
const KETTONUM_DEPRECATED = '@1767225600';

export interface QueryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
  /** What comes before the pages: the bytes of its UTF-8, each as a character of Latin-1. */
  readonly head: string;
  readonly pages: Records['pages'];
  readonly release: (page: Buffer) => void;
  /** What comes after them, likewise. */
  readonly tail: string;
}

/** A day on which no race can be. */
const NO_DAY = '99999999';

/** @throws Refusal RANGE_TOO_LARGE */
export function answerTo(query: CheckedQuery, store: Store, reader: Reader): Awaitable<QueryAnswer> {
  const found = store.onOneCopy
    ? store.onOneCopy(reader, async (copy) => recordsFor(query, copy))
    : recordsFor(query, store);
  return andThen(found, (records) => answerOf(query, records));
}

/** One record per line inside the array is still JSON, and lets a reader split it without parsing. */
function answerOf({ opening }: CheckedQuery, { headers, records }: Found): QueryAnswer {
  const { count, pages, release = giveBack } = records;
  if (count === 0) {
    return { headers, count, head: `${opening}0,"data":[`, pages, release, tail: ']}}' };
  }
  const around = () => ({ head: `${opening}${count},"data":[\n`, tail: '\n]}}' });
  const whole = records.within?.(opening, around);
  return whole
    ? { headers, count, head: '', pages: [whole], release, tail: '' }
    : { headers, count, ...around(), pages, release };
}

interface Found {
  readonly headers: Readonly<Record<string, string>>;
  readonly records: Records;
}

function recordsFor(query: CheckedQuery, copy: RecordReader): Awaitable<Found> {
  const { table, selection } = query;
  if (isEmpty(selection)) return newestRecords(query, copy);
  return andThen(copy.answer(table.code, selection, MOST_RECORDS), (records) =>
    foundBy(query, records, headersOf(selection)),
  );
}

/**
 * Without a filter, those of the newest race date that the table has. An import between the two reads can move the only
 * race of that day, so a day without records is looked for again.
 */
async function newestRecords(query: CheckedQuery, copy: RecordReader): Promise<Found> {
  const found = await recordsOfNewest(query, copy);
  return found.records.count === 0 ? recordsOfNewest(query, copy) : found;
}

async function recordsOfNewest(query: CheckedQuery, copy: RecordReader): Promise<Found> {
  const { code } = query.table;
  const newest = await copy.newestRaceDate(code);
  // An empty table is read as well: only an answer confirms the keys, and tells how old it is.
  const day = newest ?? NO_DAY;
  const records = await copy.answer(code, { from: day, to: day }, MOST_RECORDS);
  return foundBy(query, records, newest === undefined ? {} : { 'x-applied-filter': `racedate=${newest}` });
}

function isEmpty(selection: RecordFilter): boolean {
  for (const _ in selection) return false;
  return true;
}

const headersOf = ({ kettonum }: RecordFilter): Found['headers'] =>
  kettonum === undefined ? {} : DEPRECATION;

const DEPRECATION = {
  deprecation: KETTONUM_DEPRECATED,
  link: '</#kettonum>; rel="deprecation"; type="text/html"',
};

/** @throws Refusal RANGE_TOO_LARGE */
function foundBy({ table }: CheckedQuery, records: Records | 'too many', headers: Found['headers']): Found {
  if (records === 'too many') throw tooManyRecords(table);
  const { asOf } = records;
  return { headers: asOf ? { ...headers, 'x-data-as-of': asOf.toISOString() } : headers, records };
}
