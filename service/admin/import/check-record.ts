// Checks a record against the catalogue: every column by its type, keys by their form. A record that passes is ready to
// be stored, as JSON with exactly the table's columns in the table's order.

import { isUtf8 } from 'node:buffer';
import type { Column, FieldType } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import type { ReadyRecord } from '../../store/bulk-writer.ts';
import { FORMS, NUL, isRead, quote } from './forms.ts';
import { PlainRecords } from './plain-record.ts';
import type { RawRecord } from './raw-record.ts';

export interface RecordProblem {
  /** Absent if the problem concerns the whole record. */
  readonly field?: string;
  readonly problem: string;
}

export type CheckedRecord =
  | { readonly ready: ReadyRecord; readonly unknown: readonly string[] }
  | { readonly problems: readonly RecordProblem[] };

export type Check = (raw: RawRecord) => CheckedRecord;

type Fields = Readonly<Record<string, unknown>>;

interface Type {
  readonly of: (value: unknown) => boolean;
  /** As in "must be ...". */
  readonly words: string;
  readonly nullable: boolean;
}

const TEXT = { of: (value: unknown) => typeof value === 'string', words: 'a string' };
const WHOLE = { of: (value: unknown) => Number.isSafeInteger(value), words: 'a whole number' };
const NUMBER = { of: (value: unknown) => Number.isFinite(value), words: 'a number' };

/** The legend of the specification's section 2. Nothing is converted: a number is not a string. */
const TYPES: Readonly<Record<FieldType, Type>> = {
  S: { ...TEXT, nullable: false },
  'S?': { ...TEXT, nullable: true },
  I: { ...WHOLE, nullable: false },
  'I?': { ...WHOLE, nullable: true },
  N: { ...NUMBER, nullable: false },
  'N?': { ...NUMBER, nullable: true },
};

const NOTHING: readonly string[] = [];

/** The check of one table, made once from its list of columns. */
export function checkOf(table: Table): Check {
  const columns = table.columns.map((column, at) =>
    compile(column, table.primaryKey.includes(column.name), at),
  );
  const plain = new PlainRecords(table);
  const names = new Set(table.columns.map(({ name }) => name));
  const kept = table.columns.map(({ name }) => name).filter((name) => isRead(name, table));
  const numeric = new Set(table.columns.filter(({ type }) => !type.startsWith('S')).map(({ name }) => name));

  function check(fields: Fields): CheckedRecord {
    let json = '{';
    let problems: RecordProblem[] | undefined;
    const absent: string[] = [];
    for (const column of columns) {
      const value = fields[column.name];
      if (value === undefined) absent.push(column.name);
      const problem = column.problemOf(value);
      if (problem !== undefined) (problems ??= []).push({ field: column.name, problem });
      else
        json += typeof value === 'string' ? column.head + quote(value) : column.head + String(value ?? null);
    }
    if (problems) return { problems };
    const given = Object.keys(fields);
    const misfit = absent.length === 0 ? undefined : misfitOf(table, given);
    if (misfit !== undefined) return { problems: [{ problem: misfit }] };
    const present = columns.length - absent.length;
    const unknown = given.length === present ? NOTHING : given.filter((name) => !names.has(name));
    // Does not keep the record itself, which would then stay in memory until its batch is committed.
    const ready = {
      fields: Object.fromEntries(kept.map((name) => [name, fields[name]])),
      json: Buffer.from(`${json}}`),
      ...(absent.length > 0 && { absent }),
    };
    return { ready, unknown };
  }

  return (raw) => {
    if ('problem' in raw) return { problems: [{ problem: raw.problem }] };
    if ('cells' in raw) return check(fromCells(raw.cells, numeric));
    const ready = plain.read(raw.json);
    if (ready) return { ready, unknown: NOTHING };
    if (!isUtf8(raw.json)) return { problems: [{ problem: 'is not UTF-8' }] };
    let value: unknown;
    try {
      value = JSON.parse(raw.json.toString());
    } catch {
      return { problems: [{ problem: 'is not JSON; expected one record per line, or an array of records' }] };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problems: [{ problem: 'is not a record, which is an object of fields' }] };
    }
    const checked = check(value as Fields);
    if ('ready' in checked && checked.unknown.length === 0) plain.learn(raw.json);
    return checked;
  };
}

/**
 * Why fields of these names make no record of the table; undefined if they may. A record of another table often has all
 * that a table requires: keys, and a few names that both have.
 */
export function misfitOf(table: Table, names: readonly string[]): string | undefined {
  const given = new Set(names);
  const own = table.columns.filter(({ name }) => given.has(name));
  if (own.every(({ name }) => isRead(name, table))) return `has no field of ${table.code} but keys and times`;
  const others = given.size - own.length;
  return others > own.length && own.length * 2 < table.columns.length
    ? `seems to be of another table: ${table.code} has ${own.length} of its ${given.size} fields`
    : undefined;
}

interface CompiledColumn {
  readonly name: string;
  /** The JSON before the value: comma, name, colon. */
  readonly head: string;
  readonly problemOf: (value: unknown) => string | undefined;
}

function compile({ name, type }: Column, isKey: boolean, at: number): CompiledColumn {
  const { of, words, nullable } = TYPES[type];
  const form = FORMS[name];
  const required = isKey || !nullable;
  const isMissing = (value: unknown) => value == null || (isKey && form !== undefined && value === '');
  const must = `must be ${form?.words ?? words}`;
  const problemOf = (value: unknown): string | undefined => {
    if (isMissing(value)) return required ? `is missing; it ${must}` : undefined;
    if (!of(value)) return `${must}${form ? ', as a string' : ''}`;
    if (typeof value === 'string' && value.includes(NUL)) return 'must not contain NUL (U+0000)';
    return form && value !== '' && !form.fits(String(value)) ? must : undefined;
  };
  return { name, head: `${at === 0 ? '' : ','}"${name}":`, problemOf };
}

const A_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** CSV has only text: cells of numeric columns that contain a number become one, others are left to the check. */
function fromCells(cells: Readonly<Record<string, string | null>>, numeric: ReadonlySet<string>): Fields {
  if (numeric.size === 0) return cells;
  const fields: Record<string, unknown> = { ...cells };
  for (const name of numeric) {
    const cell = cells[name];
    if (cell != null && A_NUMBER.test(cell)) fields[name] = Number(cell);
  }
  return fields;
}
