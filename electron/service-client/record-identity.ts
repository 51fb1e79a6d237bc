// A record's race, day and horse in the specification's form (section 1), however they were written. Records are found
// by these fields: a date with dashes would match no day, and a number has lost its leading zeros. So are the runs that
// a card names, which would be other runs than those with a result.

import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';

/** Fields by which queries select records. */
export const IDENTITY_FIELDS = ['racedate', 'racekey', 'holdingkey', 'horse_id', 'kettonum'] as const;

/** The fields of a table that are mended: its own identity, and the day and race of each run that a card names. */
export const mendedFields = ({ columns }: Pick<Table, 'columns'>): readonly MendedField[] => {
  const names = new Set(columns.map(({ name }) => name));
  const own = IDENTITY_FIELDS.map((field) => ({ name: field, form: field, isOwn: true }));
  const ofRuns = RUNS_BACK.flatMap((back) =>
    (['racedate', 'racekey'] as const).map((form) => ({ name: prefixOf(back) + form, form, isOwn: false })),
  );
  return [...own, ...ofRuns].filter(({ name }) => names.has(name));
};

export interface MendedField {
  readonly name: string;
  /** The field whose form the value has. */
  readonly form: IdentityField;
  /** Whether queries select records by it. */
  readonly isOwn: boolean;
}

export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** The number of digits and letters of a key that came as a number. */
const WIDTH: { readonly [field in IdentityField]?: number } = {
  racekey: 8,
  holdingkey: 6,
  horse_id: 12,
  kettonum: 8,
};

const PLAIN = /^[0-9A-Za-z]*$/;
/** The end of an instant: "Z", "+00:00", "+0900", or "+09". */
const OFFSET = /^(?<time>[^T ]+[T ].*?) ?(?<hours>Z|[+-][0-9]{2}):?(?<minutes>[0-9]{2})?$/;
const DATE = /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:$|[T ])/;

/** The value in the specification's form; empty text if there is none. */
export function identityText(field: IdentityField, value: unknown): string {
  if (typeof value === 'number') return String(value).padStart(WIDTH[field] ?? 0, '0');
  if (typeof value !== 'string') return '';
  if (PLAIN.test(value)) return value === 'null' ? '' : value;
  const text = value.normalize('NFKC').trim();
  return field === 'racedate' ? dateText(text) : text;
}

function dateText(text: string): string {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (year === '') return text;
  const { time = '', hours, minutes = '00' } = OFFSET.exec(text)?.groups ?? {};
  const zone = hours === 'Z' ? hours : `${hours}:${minutes}`;
  const instant = hours === undefined ? NaN : Date.parse(`${time.replace(' ', 'T')}${zone}`);
  // The day in Tokyo counts.
  if (Number.isFinite(instant)) return todayInTokyo(instant);
  return `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
}
