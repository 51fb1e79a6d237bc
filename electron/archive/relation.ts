// What a snapshot reads: a table of the archive, or a subject, whose rows are read through from several tables.

import type { Table } from '#shared/catalogue/table.ts';
import { EXTRA } from '../service-client/record-line.ts';
import { orderOf, quoted } from './filter-sql.ts';
import { provisionalSql } from './provisional.ts';

/** Some columns of a relation, as the parts of a query. */
export interface Selection {
  /** What follows `from`, the condition included. */
  readonly from: string;
  /** The row's number in `from`. */
  readonly rowid: string;
  /** An expression for each column. */
  readonly list: readonly string[];
  /** The values of the `?` in `list`, in order. */
  readonly pointers: readonly string[];
}

export interface Relation {
  /** The table that has a row for each row of the relation, quoted: its `rowid` numbers them. */
  readonly table: string;
  /** What follows `order by`: the relation's own order, without ties. */
  readonly order: string;
  /** A condition on the table's own columns: the row's indices are still to come. */
  readonly awaits: string;
  /** Whether its columns are those of `table` alone. */
  readonly isTable: boolean;
  /** `clause` restricts the table's rows: `where ...`, or a join. */
  select(names: readonly string[], clause: string): Selection;
}

/** Columns that the catalogue does not know are read from the fields that came with the record. */
export function tableRelation(table: Table): Relation {
  const known = new Set(table.columns.map((column) => column.name));
  const name = quoted(table.code);
  return {
    table: name,
    order: orderOf(table),
    awaits: provisionalSql(table),
    isTable: true,
    select: (names, clause) => ({
      from: `${name} ${clause}`,
      rowid: 'rowid',
      list: names.map((each) => (known.has(each) ? quoted(each) : `json_extract_string(${EXTRA}, ?)`)),
      pointers: names.filter((each) => !known.has(each)).map(pointerOf),
    }),
  };
}

/** The JSON pointer of a field that the catalogue does not know. */
const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
