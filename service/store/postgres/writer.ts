// Writes records to PostgreSQL: many per statement, in transactions.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type pg from 'pg';
import { inTransactionAgain } from './pool.ts';
import type { OnNewerElsewhere, ReadyRecord } from '../bulk-writer.ts';
import type { RaceDay } from '../moved-races.ts';
import { isByRace } from '../moved-races.ts';
import { completed } from '../partial-record.ts';
import type { TableLayout } from '../sqlite/tables.ts';
import { layoutOf } from '../sqlite/tables.ts';
import { movedRaces } from './moved-races.ts';

type Value = string | number | Buffer;

interface Row {
  readonly key: string;
  readonly values: readonly Value[];
  readonly record: ReadyRecord;
}

/** A statement may have 65,535 values; beyond a few hundred rows a larger one is no faster. */
const ROWS_A_STATEMENT = 250;

/** An arbitrary number that no other program locks in this database. */
const WRITING = 7_245_225;

/**
 * Waits until no other transaction writes records. Two writers at once would not see each other's records, and a race
 * that they bring under two days would stay on both. A transaction begins with it: whoever holds a row or makes a year
 * then waits for no other writer, so there is no deadlock.
 */
export async function writeAlone(client: pg.PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [WRITING]);
}

/**
 * Adds records, all of them or none, like `BulkWriter.keep`.
 *
 * @returns how many were new or newer
 */
export const keepInPostgres = (
  pool: pg.Pool,
  table: TableCode,
  records: readonly ReadyRecord[],
  onNewerElsewhere?: OnNewerElsewhere,
): Promise<number> =>
  inTransactionAgain(pool, async (client) => {
    await writeAlone(client);
    return keepInTransaction(client, table, records, onNewerElsewhere);
  });

/** Like `keepInPostgres`, within the caller's transaction, which writes alone. */
export async function keepInTransaction(
  client: pg.PoolClient,
  table: TableCode,
  records: readonly ReadyRecord[],
  onNewerElsewhere?: OnNewerElsewhere,
): Promise<number> {
  const layout = layoutOf(tableOf(table));
  const { columns, order } = layout;
  const names = [...columns.map(({ name }) => name), 'record'];
  const keyAt = order.map((name) => names.indexOf(name));
  const all = records.map((record): Row => {
    const { fields, json } = record;
    const values: Value[] = columns.map(({ read }) => read(fields));
    // Bytes are sent as they are; PostgreSQL checks that they are UTF-8.
    values.push(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
    return { key: JSON.stringify(keyAt.map((at) => values[at])), values, record };
  });
  const textOf = ({ values }: Row, name: string) => String(values[names.indexOf(name)] ?? '');
  const raceOf = (row: Row): RaceDay => ({
    racekey: textOf(row, 'racekey'),
    racedate: textOf(row, 'racedate'),
    newest: textOf(row, 'updated_at'),
  });
  const races = isByRace(tableOf(table))
    ? await movedRaces(client, tableOf(table), all.map(raceOf))
    : undefined;
  const rows = races ? all.filter((row) => races.isKept(raceOf(row))) : all;
  if (order[0] === 'racedate') await addYears(client, table, rows);
  let changed = 0;
  for (const round of roundsOf(rows)) {
    for (let at = 0; at < round.length; at += ROWS_A_STATEMENT) {
      const some = await completedRows(client, layout, round.slice(at, at + ROWS_A_STATEMENT));
      const { rowCount } = await client.query({
        ...(some.length === ROWS_A_STATEMENT && { name: `keep ${table}` }),
        text: statementFor(table, names, order, some.length),
        values: some.flatMap(({ values }) => values),
      });
      changed += rowCount ?? 0;
    }
  }
  await races?.removeRest();
  if (races !== undefined && onNewerElsewhere !== undefined)
    for (const row of all) if (!races.isKept(raceOf(row))) onNewerElsewhere(raceOf(row));
  return changed;
}

/** The rows, with the stored values in place of those that their records say nothing of. */
async function completedRows(
  client: pg.PoolClient,
  { table, columns, order }: TableLayout,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const partial = rows.filter(({ record }) => record.absent);
  if (partial.length === 0) return rows;
  const keys = columns.flatMap(({ name, type }, at) => (order.includes(name) ? [{ name, type, at }] : []));
  const names = keys.map(({ name }) => name).join(', ');
  const lists = keys.map(({ type }, at) => `$${at + 1}::${type === 'INTEGER' ? 'bigint' : 'text'}[]`);
  const { rows: found } = await client.query<{ at: number; record: string }>(
    `SELECT wanted.at::integer AS at, stored.record FROM unnest(${lists.join(', ')})
       WITH ORDINALITY AS wanted (${names}, at) JOIN ${table} AS stored USING (${names}) FOR UPDATE OF stored`,
    keys.map(({ at }) => partial.map(({ values }) => values[at])),
  );
  const stored = new Map(found.map(({ at, record }) => [partial[at - 1], Buffer.from(record)]));
  return rows.map((row) => {
    const before = stored.get(row);
    if (!before) return row;
    const fields = completed(row.record, before);
    const values = columns.map(({ read }) => read(fields));
    return { ...row, values: [...values, Buffer.from(JSON.stringify(fields))] };
  });
}

/** Makes the partitions of the years that are new. */
async function addYears(client: pg.PoolClient, table: TableCode, rows: readonly Row[]): Promise<void> {
  // The race date is the first column, as it is the first of the order.
  const years = [...new Set(rows.map(({ values: [racedate] }) => String(racedate).slice(0, 4)))];
  await client.query({
    name: 'add years',
    text: `SELECT add_year($1, year) FROM unnest($2::text[]) AS year WHERE to_regclass($1 || '_' || year) IS NULL`,
    values: [table, years],
  });
}

/** One statement cannot change a row twice, so a second version of a record goes into a second round. */
function roundsOf(rows: readonly Row[]): Row[][] {
  const rounds: Row[][] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const round = seen.get(row.key) ?? 0;
    seen.set(row.key, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}

function statementFor(
  table: TableCode,
  names: readonly string[],
  order: readonly string[],
  rows: number,
): string {
  const width = names.length;
  const places = Array.from(
    { length: rows },
    (_, row) => `(${names.map((_name, column) => `$${row * width + column + 1}`).join(', ')})`,
  );
  const changes = names.map((name) => `${name} = excluded.${name}`).join(', ');
  const newer = names.includes('updated_at') ? `excluded.updated_at >= ${table}.updated_at AND` : '';
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES ${places.join(', ')}
    ON CONFLICT (${order.join(', ')}) DO UPDATE SET ${changes}
    WHERE ${newer} excluded.record <> ${table}.record`;
}
