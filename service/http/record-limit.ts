// How large an answer may be.

import type { Table } from '#shared/catalogue/table.ts';
import { Refusal } from './error-response.ts';

/** More are refused, never cut off (docs/decisions.md, "span and size"). */
export const MOST_RECORDS = 50_000;

/** The refusal of an answer that would be larger than any is. */
export const tooManyRecords = (table: Table): Refusal =>
  new Refusal('RANGE_TOO_LARGE', {
    details: [
      { param: table.filters[0] ?? 'body', problem: `more than ${MOST_RECORDS} records match; ask in parts` },
    ],
  });
