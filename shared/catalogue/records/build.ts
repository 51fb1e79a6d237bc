// Shorthands with which the record files are written, so that they read like tables.

import type { Column, FieldType, Kind, Unit } from '#shared/catalogue/column.ts';
import type { GroupKey } from '#shared/catalogue/groups.ts';
import type { CodeTableName } from '#shared/catalogue/code-tables.ts';

/** The texts of a column in one language: label, short label, one sentence of meaning. */
type Words = readonly [label: string, short: string, meaning: string];

interface Extra {
  /** Set if the column's type differs from that of its group. */
  readonly type?: FieldType;
  readonly unit?: Unit;
  readonly signed?: true;
  readonly sumOf?: readonly string[];
  readonly beside?: string;
  readonly sortsBy?: readonly string[];
  readonly english?: Readonly<Record<string, string>>;
}

/** A column to which its record has not yet added group, type and whether it is shown at first. */
export type ColumnDraft = Omit<Column, 'group' | 'type' | 'shown'> & { readonly type?: FieldType };

type Plain = (name: string, en: Words, ja: Words, extra?: Extra) => ColumnDraft;
type Coded = (name: string, codeTable: CodeTableName, en: Words, ja: Words, extra?: Extra) => ColumnDraft;
type Measured = (name: string, unit: Unit, en: Words, ja: Words, extra?: Extra) => ColumnDraft;

const plain =
  (kind: Kind): Plain =>
  (name, en, ja, extra = {}) => ({
    name,
    kind,
    label: { en: en[0], ja: ja[0] },
    short: { en: en[1], ja: ja[1] },
    meaning: { en: en[2], ja: ja[2] },
    ...extra,
  });

const coded =
  (kind: Kind): Coded =>
  (name, codeTable, en, ja, extra = {}) => ({ ...plain(kind)(name, en, ja, extra), codeTable });

const measured =
  (kind: Kind): Measured =>
  (name, unit, en, ja, extra = {}) => ({ ...plain(kind)(name, en, ja, extra), unit });

export const clock = plain('clock');
export const code = coded('code');
export const codes = coded('codes');
export const date = plain('date');
export const decimal = plain('decimal');
export const integer = plain('integer');
export const key = plain('key');
export const length = measured('length');
export const mark = coded('mark');
export const money = measured('money');
export const name = plain('name');
export const number = plain('number');
export const numbers = plain('numbers');
export const odds = plain('odds');
export const race = plain('race');
export const rank = plain('rank');
export const text = plain('text');
export const timestamp = plain('timestamp');
export const weight = measured('weight');

export const rate: Plain = (column, en, ja, extra = {}) =>
  plain('rate')(column, en, ja, { unit: '%', ...extra });
export const tenths: Plain = (column, en, ja, extra = {}) =>
  plain('tenths')(column, en, ja, { unit: '0.1 s', ...extra });
export const gap: Plain = (column, en, ja, extra = {}) =>
  plain('gap')(column, en, ja, { unit: '0.1 s', signed: true, ...extra });

/** `count` drafts, numbered from 1: how the specification's ranges (`x_1` .. `x_5`) are expanded. */
export const upTo = (count: number, draft: (n: number) => ColumnDraft): readonly ColumnDraft[] =>
  Array.from({ length: count }, (_, index) => draft(index + 1));

/** Adds the group and the type that the specification states; a draft's own type has priority. */
export const inGroup = (
  group: GroupKey,
  type: FieldType,
  drafts: readonly ColumnDraft[],
): readonly Column[] => drafts.map((draft) => ({ type, ...draft, group, shown: false }));

/** The columns of a record in the specification's order. `shown` names those that a table shows at first. */
export function record(
  shown: readonly string[],
  ...groups: readonly (readonly Column[])[]
): readonly Column[] {
  const first = new Set(shown);
  const columns = groups.flat().map((column) => ({ ...column, shown: first.delete(column.name) }));
  if (first.size > 0) throw new Error(`no such column: ${[...first].join(', ')}`);
  return columns;
}
