// Shorthands with which the subjects are written.

import type { Column } from '#shared/catalogue/column.ts';
import { DAY_TABLES, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { GroupKey } from '#shared/catalogue/groups.ts';
import { inGroup, type ColumnDraft } from '#shared/catalogue/records/build.ts';
import type { SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Text } from '#shared/text.ts';

/** The columns of a kind of record; the past table's, because a present table may lack some. */
export function columnsOfRecord(record: DayRecord): readonly Column[] {
  const [code] = tablesOfDay(record);
  return TABLES[code ?? DAY_TABLES[record].present].columns;
}

/** How the columns of a record are told from those of the same name in another record of the row. */
interface Marked {
  readonly prefix: string;
  /** Follows the label. */
  readonly label: Text;
  /** Follows the short label. */
  readonly short: Text;
  /** Replaces the column's own group. */
  readonly group?: GroupKey;
}

/** The columns of a record by name, as columns of the subject. */
export const fields = (record: DayRecord, names: readonly string[]): readonly SubjectColumn[] =>
  names.map((name) => {
    const column = columnsOfRecord(record).find((each) => each.name === name);
    if (column === undefined) throw new Error(`no such column: ${record} ${name}`);
    return { ...column, shown: false, origin: { record, field: name } };
  });

/** Every column of a record except those named. */
export const allBut = (record: DayRecord, left: readonly string[]): readonly SubjectColumn[] =>
  fields(
    record,
    columnsOfRecord(record)
      .map(({ name }) => name)
      .filter((name) => !left.includes(name)),
  );

/** The columns under other names. */
export const marked = (columns: readonly SubjectColumn[], mark: Marked): readonly SubjectColumn[] =>
  columns.map((column) => {
    // Under another name a column has nothing to do with the others that its definition names.
    const { sumOf: _sum, beside: _beside, sortsBy: _sorts, ...rest } = column;
    return {
      ...rest,
      name: `${mark.prefix}${column.name}`,
      label: joined(column.label, mark.label),
      short: joined(column.short, mark.short),
      ...(mark.group === undefined ? {} : { group: mark.group }),
    };
  });

/** Only the columns whose names are taken get other names. */
export function markedIfTaken(
  columns: readonly SubjectColumn[],
  taken: readonly SubjectColumn[],
  mark: Marked,
): readonly SubjectColumn[] {
  const names = new Set(taken.map(({ name }) => name));
  return columns.flatMap((column) => (names.has(column.name) ? marked([column], mark) : [column]));
}

const joined = (text: Text, end: Text): Text => ({ en: `${text.en} ${end.en}`, ja: `${text.ja}${end.ja}` });

export const computed = (group: GroupKey, drafts: readonly ColumnDraft[]): readonly SubjectColumn[] =>
  inGroup(group, 'S?', drafts).map((column) => ({ ...column, origin: { computed: true } }));

/** The columns with those named shown at first. Errors: a name that occurs twice, or not at all. */
export function subjectColumns(
  shown: readonly string[],
  ...groups: readonly (readonly SubjectColumn[])[]
): readonly SubjectColumn[] {
  const columns = groups.flat();
  const names = new Set(columns.map(({ name }) => name));
  if (names.size < columns.length) throw new Error('a column of a subject occurs twice');
  const missing = shown.find((name) => !names.has(name));
  if (missing !== undefined) throw new Error(`no such column: ${missing}`);
  return columns.map((column) => ({ ...column, shown: shown.includes(column.name) }));
}
