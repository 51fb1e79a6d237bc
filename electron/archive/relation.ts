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
  /** Whether only the one table is read, so that without a join in the clause its rows come in their order. */
  readonly isScan?: boolean;
}

export interface Relation {
  /** The table that has a row for each row of the relation, quoted: its `rowid` numbers them. */
  readonly table: string;
  /** What follows `order by`: the relation's own order, without ties. */
  readonly order: string;
  /** A condition on the table's own columns: the row's indices are still to come. */
  readonly awaits: string;
  /**
   * `clause` restricts the table's rows: `where ...`, or a join. `isFew`: it leaves few of them, and all are read; names
   * of other races are then left out before anything is joined.
   */
  select(names: readonly string[], clause: string, isFew?: boolean): Selection;
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
    select: (names, clause, isFew = false) => {
      const joined = names.filter((each) => keys.has(each));
      const pointers = pointersOf(names);
      if (joined.length === 0)
        return { from: `${name} ${clause}`, rowid: 'rowid', list: names.map(plain), pointers, isScan: true };
      const own = `(select rowid as __own_row, * from ${name} ${clause})`;
      const keyColumns = joined.map((each) => quoted(keys.get(each) ?? ''));
      return {
        from: isFew ? namedFew(own, keyColumns) : `${own} own ${joinsOf(keyColumns, raceNamesSql())}`,
        rowid: '__own_row',
        list: names.map((each) => {
          if (keys.has(each)) return `${raceAlias(joined.indexOf(each))}.race_name`;
          return known.has(each) ? `own.${quoted(each)}` : plain(each);
        }),
        pointers,
      };
    },
  };
}

const raceAlias = (at: number): string => `race_${at}`;

const joinsOf = (keys: readonly string[], names: string): string =>
  keys
    .map((key, at) => `left join ${names} ${raceAlias(at)} on ${raceAlias(at)}.racekey = own.${key}`)
    .join(' ');

/** Over ten years of programs this takes a fifth of the time; over many rows it would take ten times as long. */
function namedFew(own: string, keys: readonly string[]): string {
  const wanted = keys.map((key) => `select ${key} from picked`).join(' union all ');
  // Rows and names as structs, so that the parts keep the names under which the list reads them.
  const races = keys.map((_, at) => raceAlias(at));
  return `(with picked as materialized ${own}, race_names as materialized (select * from ${raceNamesSql(wanted)})
      select own.*, ${races.map((race) => `struct_pack(race_name := ${race}.race_name) as ${race}`).join(', ')}
        from picked own ${joinsOf(keys, 'race_names')}) own`;
}

/** The JSON pointer of a field that the catalogue does not know. */
const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
