// Whether a result's indices are still to come: the one rule for counting in the coverage, in an open result and among
// a horse's runs. Everything else that shows "provisional" uses those counts.

import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { PROVISIONAL_DAYS } from '#shared/racing/awaited-indices.ts';
import { quoted, SPACES, whereOf } from './filter-sql.ts';
import { wholeSql } from './subjects/record-sql.ts';

const RESULTS: readonly TableCode[] = ['t_se', 'd_se'];
const PROGRAMS: readonly TableCode[] = ['t_ra', 'd_ra'];

const JUMPS = PROGRAMS.map((code) => `select racekey from ${quoted(code)} where trim(track_type) = '3'`);

/** Null for an invalid date: the record then counts as recent. */
const FETCHED_SOON = `coalesce(make_timestamp((__fetched_at + 32400000) * 1000)::DATE
  <= try_strptime(racedate, '%Y%m%d')::DATE + ${PROVISIONAL_DAYS}, true)`;

const HAS_NO_INDEX = `coalesce(lower(trim(idm, ${SPACES})), '') in ('', 'null')`;

const AWAITS = `(${HAS_NO_INDEX} and coalesce(${wholeSql('order_of_finish')}, 0) > 0
  and coalesce(${wholeSql('trouble_classification')}, 0) = 0
  and ${FETCHED_SOON} and not coalesce(racekey in (${JUMPS.join(' union all ')}), false))`;

/**
 * A condition on the table's own columns: the runner finished, and had no index when the record was fetched, which was
 * soon after the race. Jump races have no indices; they are excluded if the archive has their program. The condition
 * contains a query, so it cannot be the filter of an aggregate.
 */
export function provisionalSql(table: Table): string {
  const names = new Set(table.columns.map((column) => column.name));
  return names.has('order_of_finish') && names.has('idm') ? AWAITS : 'false';
}

/** A program that arrives after its results shows which of them are of jump races. */
export async function recountForPrograms(
  connection: Connection,
  { code }: Table,
  filter: Filter,
): Promise<void> {
  if (!PROGRAMS.includes(code)) return;
  for (const results of RESULTS) await recount(connection, TABLES[results], filter);
}

/** Recounts the coverage's provisional records by the current rule. `filter` restricts it to matching records. */
async function recount(connection: Connection, table: Table, filter?: Filter): Promise<void> {
  // By another rule, days without provisional records may have some.
  const mayChange = filter === undefined ? 'true' : 'provisional > 0';
  // Planning the update takes ten times as long as finding out that it would change nothing, as it nearly always would.
  const some = await connection.runAndReadAll(
    `select 1 from coverage where table_code = ? and ${mayChange} limit 1`,
    [table.code],
  );
  if (some.currentRowCount === 0) return;
  const { sql, values } = filter === undefined ? { sql: 'true', values: [] } : whereOf(table, filter);
  const days = `(select 'day:' || racedate from ${quoted(table.code)} where ${sql}
    union all select 'race:' || racekey from ${quoted(table.code)} where ${sql}
    union all select 'horse:' || horse_id from ${quoted(table.code)} where ${sql})`;
  const concerned = filter === undefined ? 'true' : `unit in ${days}`;
  await connection.run(
    `update coverage set provisional = coalesce((
       select sum(awaiting)::INTEGER from (
         select 'day:' || racedate as unit, count(*) as awaiting from awaits group by all
         union all select 'race:' || racekey, count(*) from awaits group by all
         union all select 'horse:' || horse_id, count(*) from awaits group by all) counted
       where counted.unit = coverage.unit), 0)
     where table_code = ? and ${mayChange} and ${concerned}`.replaceAll(
      'from awaits',
      `from (select racedate, racekey, horse_id from ${quoted(table.code)} where ${provisionalSql(table)})`,
    ),
    [table.code, ...(filter === undefined ? [] : [...values, ...values, ...values])],
  );
}

const NOTE = 'provisionalRule';
/** Change this number together with the rule. */
export const PROVISIONAL_RULE = createHash('sha256').update(AWAITS).digest('hex');

/** Recounts an archive whose counts follow another rule. */
export async function recountByThisRule(connection: Connection): Promise<void> {
  const found = await connection.runAndReadAll('select value from note where name = ?', [NOTE]);
  if (found.getRows()[0]?.[0] === PROVISIONAL_RULE) return;
  for (const code of RESULTS) await recount(connection, TABLES[code]);
  await connection.run('delete from note where name = ?', [NOTE]);
  await connection.run('insert into note values (?, ?)', [NOTE, PROVISIONAL_RULE]);
}
