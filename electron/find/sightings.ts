// The names in an archive's records: each horse, person, parent and race once, with the last race day it is named on.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted, whereOf } from '../archive/filter-sql.ts';
import { NAMED_KINDS, type Named, type NamedKind } from './name-index.ts';

interface Source {
  readonly tables: readonly TableCode[];
  readonly key: string;
  readonly name: string;
}

/** SQL's `trim` removes only the spaces that it is told. */
const trimmed = (column: string): string => `trim(${quoted(column)}, ' ' || chr(12288))`;

const named = (tables: readonly TableCode[], key: string, name: string): Source => ({
  tables,
  key: quoted(key),
  name: trimmed(name),
});

/** A parent has no identifier in the records: its name and birth year are its key. */
const parent = (name: string, birthYear: string): Source => {
  const given = (column: string): string => `nullif(${trimmed(column)}, '')`;
  return {
    tables: ['t_ky', 'd_ky'],
    key: `case when ${given(name)} is not null then concat_ws(' ', ${given(name)}, ${given(birthYear)}) end`,
    name: trimmed(name),
  };
};

/** The tables that name them. The horse master knows no race date: a horse that only it names was never seen. */
export const SOURCES: Readonly<Record<NamedKind, Source>> = {
  horse: named(['t_ky', 'd_ky', 't_se', 'd_se', 'm_uk'], 'horse_id', 'horse_name'),
  // The pre-race record names who rides instead.
  jockey: named(['t_ky', 'd_ky', 't_pd'], 'jockey_cd', 'jockey_name'),
  trainer: named(['t_ky', 'd_ky'], 'trainer_cd', 'trainer_name'),
  race: named(['t_ra', 'd_ra'], 'racekey', 'race_name'),
  // As shared/racing/person.ts has it.
  sire: parent('sire_name', 'sire_birth_year'),
  dam: parent('mare_name', 'mare_birth_year'),
};

export const kindsIn = (table: TableCode): readonly NamedKind[] =>
  NAMED_KINDS.filter((kind) => SOURCES[kind].tables.includes(table));

const SEPARATOR = String.fromCodePoint(31);
const plain = (expression: string): string => `replace(${expression}, chr(31), ' ')`;

interface Part {
  readonly sql: string;
  readonly values: readonly string[];
}

const EVERYTHING: Part = { sql: 'true', values: [] };

/**
 * Of names of one day the greatest counts, so that the result does not depend on an order. A record without a key names
 * nobody.
 */
async function read(
  archive: Pick<Archive, 'rows'>,
  kind: NamedKind,
  tables: readonly TableCode[],
  where: (table: TableCode, key: string) => Part,
): Promise<Named[]> {
  const { key, name } = SOURCES[kind];
  const parts = tables.map((table) => ({ table, ...where(table, key) }));
  const sightings = parts.map(({ table, sql }) => {
    const day = TABLES[table].grain === 'master' ? `''` : `coalesce(racedate, '')`;
    return `select ${key} as k, coalesce(${name}, '') as n, ${day} as d from ${quoted(table)} where trim(${key}) <> '' and ${sql}`;
  });
  // Three long texts instead of an array for each row: reading a hundred thousand rows would block for a second.
  const [row = []] = await archive.rows(
    `select string_agg(${plain('k')}, chr(31)), string_agg(${plain('n')}, chr(31)), string_agg(${plain('d')}, chr(31))
       from (select k, arg_max(n, d || chr(31) || n) as n, max(d) as d from (${sightings.join(' union all ')}) group by k)`,
    parts.flatMap(({ values }) => values),
  );
  const [keys, names, days] = row.map((cell) => (typeof cell === 'string' ? cell.split(SEPARATOR) : []));
  return (keys ?? []).flatMap((each, at) => {
    const text = names?.[at]?.trim() ?? '';
    const day = days?.[at] ?? '';
    // A race is found by its place, everything else only by its name.
    if (text === '' && kind !== 'race') return [];
    return [{ key: each, name: text, seen: /^\d{8}$/.test(day) ? Number(day) : 0 }];
  });
}

/** All of a kind. Errors: ARCHIVE_FAILED. */
export const allOf = (archive: Pick<Archive, 'rows'>, kind: NamedKind): Promise<Named[]> =>
  read(archive, kind, SOURCES[kind].tables, () => EVERYTHING);

/** Those that the records of one table name that match a filter. Errors: ARCHIVE_FAILED. */
export const matching = (
  archive: Pick<Archive, 'rows'>,
  kind: NamedKind,
  table: TableCode,
  filter: Filter,
): Promise<Named[]> => read(archive, kind, [table], () => whereOf(TABLES[table], filter));

/** Those with the keys, as far as any record still names them. Errors: ARCHIVE_FAILED. */
export const withKeys = (
  archive: Pick<Archive, 'rows'>,
  kind: NamedKind,
  keys: readonly string[],
): Promise<Named[]> => {
  const list = keys.join(SEPARATOR);
  return read(archive, kind, SOURCES[kind].tables, (_, key) => ({
    sql: `${key} in (select unnest(string_split(?, chr(31))))`,
    values: [list],
  }));
};
