// The archive's record of what it stores: rows of `coverage`, written with each window and read by the planner.

import type { DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { z } from 'zod';
import { incompletenessSchema } from '#shared/bridge/results.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { linesOf } from './ndjson.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { dayOf, unitsOf, type StoredUnit, type CoverageUnit } from './coverage.ts';
import { provisionalSql, recountForPrograms } from './provisional.ts';
import { inList, quoted, whereOf } from './filter-sql.ts';

const reasonsSchema = z.array(incompletenessSchema);
const presentSchema = z.array(z.string());

/** Replaces the rows of the window's units, with counts of the records that each day now has, and returns the units. */
export async function writeCoverage(
  connection: Connection,
  table: Table,
  window: StoredAnswer,
): Promise<readonly StoredUnit[]> {
  const { answer } = window;
  const units = unitsOf(window.filter);
  const { sql, values } = whereOf(table, window.filter);
  const hasDate = table.columns.some((column) => column.name === 'racedate');
  const day = hasDate ? 'racedate' : 'null';
  const counted = await connection.runAndReadAll(
    `select day, count(*)::INTEGER, (count(*) filter (awaits))::INTEGER
       from (select ${day} as day, ${provisionalSql(table)} as awaits from ${quoted(table.code)} where ${sql})
       group by all`,
    [...values],
  );
  const byDay = counted.getRows().map(([racedate, records, provisional]) => ({
    racedate: typeof racedate === 'string' ? racedate : undefined,
    records: Number(records),
    provisional: Number(provisional),
  }));
  const replaced = inList(units);
  for (const stored of ['coverage', 'aside'])
    await connection.run(`delete from ${stored} where table_code = ? and unit in (${replaced.marks})`, [
      table.code,
      ...replaced.values,
    ]);
  const written = units.map((unit, index): StoredUnit => {
    const own = dayOf(unit);
    const days = own === undefined ? byDay : byDay.filter((each) => each.racedate === own);
    const last =
      own ??
      days
        .map((each) => each.racedate ?? '')
        .toSorted()
        .at(-1);
    const sum = (count: 'records' | 'provisional') => days.reduce((total, each) => total + each[count], 0);
    const records = sum('records');
    // Facts about the whole window are stored once, on its first unit.
    const isFirst = index === 0;
    return {
      unit,
      ...(last ? { lastDay: last } : {}),
      fetchedAt: answer.fetchedAt,
      records,
      provisional: sum('provisional'),
      quarantined: isFirst ? answer.quarantined : 0,
      drift: isFirst ? answer.drift : 0,
      repeated: isFirst ? answer.repeated : 0,
      reasons: window.reasons,
      present: records > 0 ? answer.present : [],
    };
  });
  const rows = written.map((each) => rowOf(table, each));
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100);
    await connection.run(
      `insert into coverage values ${some.map((row) => `(${marks(row)})`).join(', ')}`,
      some.flat(),
    );
  }
  await recountForPrograms(connection, table, window.filter);
  const { aside } = answer.spooled;
  if (aside) {
    await connection.run(
      `insert into aside select ?, ?, record, ?::BIGINT from ${linesOf(aside, ['record'])}`,
      [table.code, units[0] ?? '', String(answer.fetchedAt), aside.path],
    );
  }
  return written;
}

const rowOf = (table: Table, { lastDay, ...unit }: StoredUnit): (string | null)[] => [
  table.code,
  unit.unit,
  lastDay ?? null,
  String(unit.fetchedAt),
  String(unit.records),
  String(unit.provisional),
  String(unit.quarantined),
  String(unit.drift),
  JSON.stringify(unit.reasons),
  JSON.stringify(unit.present),
  String(unit.repeated),
];

/** Of these units, or of all. Errors: those of DuckDB. */
export async function readCoverage(
  connection: Connection,
  table: TableCode,
  units?: readonly CoverageUnit[],
): Promise<ReadonlyMap<CoverageUnit, StoredUnit>> {
  const read = await connection.runAndReadAll(
    `select unit, last_day, fetched_at, records, provisional, set_aside, drift, reasons, present, repeated
       from coverage where table_code = ?
         ${units === undefined ? '' : `and unit in (select unnest(from_json(?, '["VARCHAR"]')))`}`,
    [table, ...(units === undefined ? [] : [JSON.stringify(units)])],
  );
  const parsed = new Map<string, readonly string[]>();
  return new Map(
    read
      .getRows()
      .map((row) => storedUnitsOf(row, parsed))
      .map((stored) => [stored.unit, stored]),
  );
}

function storedUnitsOf(row: readonly DuckDBValue[], parsed: Map<string, readonly string[]>): StoredUnit {
  const [unit, lastDay, fetchedAt, records, provisional, quarantined, drift, reasons, present, repeated] =
    row;
  // Thousands of days share a few lists of fields.
  const list = String(present);
  const fields = parsed.get(list) ?? presentSchema.parse(JSON.parse(list));
  parsed.set(list, fields);
  return {
    unit: String(unit),
    ...(typeof lastDay === 'string' ? { lastDay } : {}),
    fetchedAt: Number(fetchedAt),
    records: Number(records),
    provisional: Number(provisional),
    quarantined: Number(quarantined),
    drift: Number(drift),
    repeated: Number(repeated),
    reasons: reasons === '[]' ? [] : reasonsSchema.parse(JSON.parse(String(reasons))),
    present: fields,
  };
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
