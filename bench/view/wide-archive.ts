// An archive with a wide table as large as wanted, made by DuckDB itself: keys that differ in every row, names that
// tens of thousands of horses share, numbers, codes, comments, and blanks as the data has them.

import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Archive } from '../../electron/archive/archive.ts';

/** Runners of a race, races of a day. */
const RUNNERS = 16;
const DAY_RUNNERS = RUNNERS * 36;

/** From the row's number `i` and a number of the column's own, `n`. */
const EXPRESSIONS: Readonly<Partial<Record<Kind, (n: number) => string>>> = {
  date: () => `strftime(date '2010-01-02' + (i // ${DAY_RUNNERS} * 3)::INTEGER, '%Y%m%d')`,
  key: (n) => `'26' || lpad((hash(i + ${n}) % 900000)::VARCHAR, 10, '0')`,
  number: (n) => `lpad((hash(i + ${n}) % 18 + 1)::VARCHAR, 2, '0')`,
  rank: (n) => `lpad((hash(i + ${n}) % 19)::VARCHAR, 2, '0')`,
  name: (n) => `'ウマノナマエ' || (hash(i + ${n}) % 60000)::VARCHAR`,
  text: (n) => `'直線で前が詰まる' || (hash(i + ${n}) % 3000)::VARCHAR`,
  odds: (n) => `round((hash(i + ${n}) % 5000) / 10.0 + 1, 1)::VARCHAR`,
  code: (n) => `lpad((hash(i + ${n}) % ${2 + (n % 30)})::VARCHAR, 2, '0')`,
};
const DECIMAL = (n: number): string => `round((hash(i + ${n}) % 1000) / 10.0 - 40, 1)::VARCHAR`;

const OWN: Readonly<Record<string, string>> = {
  racekey: `lpad((i // ${RUNNERS})::VARCHAR, 8, '0')`,
  horse_number: `lpad((i % ${RUNNERS} + 1)::VARCHAR, 2, '0')`,
};

function expressionOf(column: Column, n: number): string {
  const own = OWN[column.name];
  if (own !== undefined) return own;
  if (column.name === 'racedate') return EXPRESSIONS.date?.(n) ?? 'null';
  const value = (EXPRESSIONS[column.kind] ?? DECIMAL)(n);
  // One in twelve is missing, one in twelve blank.
  return `case hash(i + ${n * 7}) % 12 when 0 then null when 1 then '' else ${value} end`;
}

/** The period that its records are of. */
export const PERIOD = { start_racedate: '20100101', end_racedate: '20991231' };

/** In a folder that the caller removes. Rows come in an order that is not the table's. */
export async function wideArchive(folder: string, table: TableCode, records: number): Promise<Archive> {
  const path = join(folder, 'wide.duckdb');
  await (await Archive.open(path, 0)).close();
  const instance = await DuckDBInstance.create(path, { threads: '2' });
  const connection = await instance.connect();
  const { columns } = TABLES[table];
  const list = columns.map(
    (column, index) => `${expressionOf(column, 1 + index * records)} as "${column.name}"`,
  );
  // Days as they are downloaded: each a piece, the pieces in no order.
  await connection.run(
    `insert into ${table} by name select ${list.join(', ')}, 0 as __fetched_at, i as __seq from (
       select (hash(r // ${DAY_RUNNERS}) % 7, r) as place, r as i from range(${records}) t(r) order by place)`,
  );
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
  return Archive.open(path, 0);
}
