// The forms of values by which records are found: dates, keys and times (specification, section 1).

import type { Table } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { FIRST_RACEDATE, dayNumber } from '#shared/racing/racedate.ts';

interface Form {
  readonly fits: (value: string) => boolean;
  /** As in "must be ...". */
  readonly words: string;
}

const matches = (pattern: RegExp, words: string): Form => ({ fits: (value) => pattern.test(value), words });

const ruled = (name: 'racekey' | 'horse_id' | 'kettonum'): Form =>
  matches(FILTER_RULES[name].pattern, FILTER_RULES[name].form.en);

/** Of the last year there is no partition in PostgreSQL: it would end with a year of five digits. */
const AFTER_LAST_RACEDATE = '99990101';

/** Remembers the last value, because thousands of records of one day follow each other. */
let lastRaceDate = '';

const RACEDATE: Form = {
  fits(value) {
    if (value === lastRaceDate) return true;
    const real = dayNumber(value) !== undefined && value >= FIRST_RACEDATE && value < AFTER_LAST_RACEDATE;
    if (real) lastRaceDate = value;
    return real;
  },
  words: 'a real calendar date, YYYYMMDD, from 1873 to 9998',
};

const TIME =
  /^[0-9]{8}$|^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/;

/** By column name, for values that are neither null nor empty. */
export const FORMS: Readonly<Record<string, Form>> = {
  racedate: RACEDATE,
  racekey: ruled('racekey'),
  holdingkey: matches(/^[0-9]{4}[0-9A-Za-z]{2}$/, '6 characters, such as 052641'),
  horse_number: matches(/^(?:0?[1-9]|[1-9][0-9])$/, 'a number from 1 to 99'),
  horse_id: ruled('horse_id'),
  kettonum: ruled('kettonum'),
  updated_at: matches(TIME, 'a time as ISO 8601, or YYYYMMDD'),
};

/** Whether keys, order or filters use the column, so that its value is stored beside the JSON. */
export const isRead = (name: string, { primaryKey, order }: Table): boolean =>
  FORMS[name] !== undefined || primaryKey.includes(name) || order.includes(name);

/** Text columns of PostgreSQL cannot hold it, and JSON only with an escape. */
export const NUL = '\u0000';

/** Characters that JSON leaves unescaped: all but quotes, backslashes, control characters and surrogates. */
const NEEDS_ESCAPE = /["\\]|[^ -\ud7ff\ue000-\uffff]/;

/** A string as JSON. Almost no string needs an escape; then quotes around it are enough. */
export const quote = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);
