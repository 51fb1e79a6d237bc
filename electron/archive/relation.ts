// What a snapshot reads: a table of the archive, or a subject, whose rows are read through from several tables.

import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { EXTRA } from '../service-client/record-line.ts';
import { orderOf, quoted } from './filter-sql.ts';
import { provisionalSql } from './provisional.ts';
import { raceNamesSql } from './race-names-sql.ts';

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
  /** `clause` restricts the table's rows: `where ...`, or a join. */
  select(names: readonly string[], clause: string): Selection;
}

/**
 * Columns that the catalogue does not know are read from the fields that came with the record, names of races that the
 * table does not have from the programs.
 */
export function tableRelation(table: Table): Relation {
  const known = new Set(table.columns.map((column) => column.name));
  const keys = new Map(raceNamesBeside(table.columns).map(({ column, key }) => [column.name, key]));
  const name = quoted(table.code);
  const plain = (each: string): string =>
    known.has(each) ? quoted(each) : `json_extract_string(${EXTRA}, ?)`;
  const pointersOf = (names: readonly string[]) =>
    names.filter((each) => !known.has(each) && !keys.has(each)).map(pointerOf);
  return {
    table: name,
    order: orderOf(table),
    awaits: provisionalSql(table),
    select: (names, clause) => {
      const joined = names.filter((each) => keys.has(each));
      const pointers = pointersOf(names);
      if (joined.length === 0)
        return { from: `${name} ${clause}`, rowid: 'rowid', list: names.map(plain), pointers };
      const joins = joined.map(
        (each, at) =>
          `left join ${raceNamesSql()} race_${at} on race_${at}.racekey = own.${quoted(keys.get(each) ?? '')}`,
      );
      return {
        from: `(select rowid as __own_row, * from ${name} ${clause}) own ${joins.join(' ')}`,
        rowid: '__own_row',
        list: names.map((each) =>
          keys.has(each)
            ? `race_${joined.indexOf(each)}.race_name`
            : known.has(each)
              ? `own.${quoted(each)}`
              : plain(each),
        ),
        pointers,
      };
    },
  };
}

/** The JSON pointer of a field that the catalogue does not know. */
const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
