// What the archive's tables store and how much space they take, and the deletion of a part of them.

import type { Connection } from './connection.ts';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import { isVersioned } from '#shared/bridge/known-at.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { blockBytes } from './build-file.ts';
import { quoted } from './filter-sql.ts';
import { removeVersions } from './record-versions.ts';

/** Both ends are inclusive; an absent end is open. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Tables with records, in the catalogue's order. Bytes count the blocks that belong to the table alone. */
export async function readUsage(connection: Connection): Promise<TableUsage[]> {
  const found: TableUsage[] = [];
  const block = await blockBytes(connection);
  for (const code of TABLE_CODES) {
    const hasDays = hasRacedate(code);
    const counted = await connection.runAndReadAll(
      `select count(*)::INTEGER, ${hasDays ? 'count(distinct racedate)::INTEGER, min(racedate), max(racedate)' : '0, null, null'}
         from ${quoted(code)}`,
    );
    const [records, days, firstDay, lastDay] = counted.getRows()[0] ?? [];
    if (!records) continue;
    // Several columns may share a block.
    const blocks = await connection.runAndReadAll(
      'select count(distinct block_id) from pragma_storage_info(?) where persistent and block_id >= 0',
      [code],
    );
    found.push({
      table: code,
      records: Number(records),
      bytes: Number(blocks.getRows()[0]?.[0] ?? 0) * block,
      days: Number(days),
      ...(typeof firstDay === 'string' ? { firstDay } : {}),
      ...(typeof lastDay === 'string' ? { lastDay } : {}),
    });
  }
  return found;
}

/**
 * Deletes the records of these days and their coverage; without days, everything in the tables. Returns the number of
 * deleted records. A table without race dates can only be deleted whole.
 */
export async function removeDays(
  connection: Connection,
  tables: readonly TableCode[],
  { from, to }: Days,
): Promise<number> {
  let removed = 0;
  for (const code of tables) {
    const isWhole = from === undefined && to === undefined;
    if (!isWhole && !hasRacedate(code)) continue;
    const between = (day: string) => (isWhole ? 'true' : `(${day} >= ? and ${day} <= ?)`);
    const days = isWhole ? [] : [from ?? '', to ?? '99999999'];
    const rows = await connection.run(`delete from ${quoted(code)} where ${between('racedate')}`, days);
    removed += rows.rowsChanged;
    if (isVersioned(code)) await removeVersions(connection, code, { from, to });
    // Races and horses that were requested individually lose their records of these days.
    const units = `select unit from coverage where table_code = ? and ${between('last_day')}`;
    await connection.run(`delete from aside where table_code = ? and unit in (${units})`, [
      code,
      code,
      ...days,
    ]);
    await connection.run(`delete from coverage where table_code = ? and ${between('last_day')}`, [
      code,
      ...days,
    ]);
  }
  return removed;
}

const hasRacedate = (code: TableCode): boolean =>
  TABLES[code].columns.some((column) => column.name === 'racedate');
