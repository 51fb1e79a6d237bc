// The archive's record of what it stores: rows of `coverage`, written with each window and read by the planner.

import type { DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { z } from 'zod';
import { incompletenessSchema, type Incompleteness } from '#shared/bridge/results.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { linesOf } from './ndjson.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { dayOf, dayUnit, nameOf, unitsOf, type StoredUnit, type CoverageUnit } from './coverage.ts';
import { isLoss, recordsGone } from './left-out.ts';
import { provisionalSql, recountForPrograms } from './provisional.ts';
import { inList, quoted, whereOf, type SqlFilter } from './filter-sql.ts';
import { unfinishedDays } from './unfinished-days.ts';

const reasonsSchema = z.array(incompletenessSchema);
const presentSchema = z.array(z.string());

type Losses = ReadonlyMap<CoverageUnit, readonly Incompleteness[]>;

/**
 * Replaces the rows of the window's units, with counts of the records that each day now has, and returns the units.
 * `staying`: units that the answer has nothing of.
 */
export async function writeCoverage(
  connection: Connection,
  table: Table,
  window: StoredAnswer,
  staying: readonly CoverageUnit[] = [],
  lost: Losses = new Map(),
): Promise<readonly StoredUnit[]> {
  const { answer } = window;
  const units = unitsOf(window.filter).filter((unit) => !staying.includes(unit));
  const byDay = await countByDay(connection, table, whereOf(table, window.filter));
  const replaced = inList(units);
  await connection.run(`delete from aside where table_code = ? and unit in (${replaced.marks})`, [
    table.code,
    ...replaced.values,
  ]);
  const unfinished = unfinishedDays(
    answer,
    units.flatMap((unit) => dayOf(unit) ?? []),
    new Set(byDay.flatMap(({ racedate }) => racedate ?? [])),
  );
  const isSaid = window.reasons.some(({ reason }) => reason === 'clock_ahead');
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
      reasons: [
        ...window.reasons,
        ...(lost.get(unit) ?? []),
        ...(own !== undefined && !isSaid && unfinished.has(own)
          ? [{ reason: 'clock_ahead', where: own } as const]
          : []),
      ],
      present: records > 0 ? answer.present : [],
    };
  });
  await replaceUnits(connection, table, written);
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

/**
 * Counts the days of a race anew after an answer for the race alone, and replaces what is said against the race there.
 * Returns those days of `days` that are stored.
 */
export async function followRace(
  connection: Connection,
  table: Table,
  { filter, answer, reasons }: StoredAnswer,
  days: readonly CoverageUnit[],
  lost: Losses,
): Promise<readonly StoredUnit[]> {
  if (days.length === 0) return [];
  const stored = [...(await readCoverage(connection, table.code, days)).values()];
  if (stored.length === 0) return [];
  const byDay = await countByDay(connection, table, onDays(stored.map(({ unit }) => nameOf(unit))));
  const written = stored.map((own): StoredUnit => {
    const { records = 0, provisional = 0 } = byDay.find(({ racedate }) => racedate === dayOf(own.unit)) ?? {};
    const others = own.reasons.filter((each) => each.where !== filter.racekey && !isLoss(each, own.unit));
    return {
      ...own,
      records,
      provisional,
      reasons: [...others, ...reasons, ...(lost.get(own.unit) ?? [])],
      present: [...new Set([...own.present, ...answer.present])],
    };
  });
  await replaceUnits(connection, table, written);
  return written;
}

/**
 * Notes that the service had nothing of these units, whose records stay. `days`: those of a race, whose coverage has
 * them as well. Returns those of them that are stored.
 */
export async function noteLeftOut(
  connection: Connection,
  table: Table,
  staying: readonly CoverageUnit[],
  days: readonly CoverageUnit[],
): Promise<readonly StoredUnit[]> {
  if (staying.length === 0) return [];
  const stored = await readCoverage(connection, table.code, [...staying, ...days]);
  const written = [...stored.values()].map((own): StoredUnit => {
    const where = nameOf(staying.includes(own.unit) ? own.unit : (staying[0] ?? own.unit));
    const others = own.reasons.filter(
      (each) => each.where !== where || each.because?.code !== 'RECORDS_GONE',
    );
    return { ...own, reasons: [...others, recordsGone(where)] };
  });
  await replaceUnits(connection, table, written);
  return written;
}

/** Counts days anew from which records were moved to another. Returns those that are stored. */
export async function countAgain(
  connection: Connection,
  table: Table,
  days: readonly string[],
): Promise<readonly StoredUnit[]> {
  if (days.length === 0) return [];
  const stored = [...(await readCoverage(connection, table.code, days.map(dayUnit))).values()];
  const byDay = await countByDay(connection, table, onDays(days));
  const written = stored.map((own): StoredUnit => {
    const has = byDay.find(({ racedate }) => racedate === dayOf(own.unit));
    if (has !== undefined) return { ...own, records: has.records, provisional: has.provisional };
    // Nothing stays of what an answer had none of.
    const reasons = own.reasons.filter(({ because }) => because?.code !== 'RECORDS_GONE');
    return { ...own, records: 0, provisional: 0, present: [], reasons };
  });
  await replaceUnits(connection, table, written);
  return written;
}

function onDays(days: readonly string[]): SqlFilter {
  const { marks: wanted, values } = inList(days);
  return { sql: `racedate in (${wanted})`, values };
}

async function countByDay(connection: Connection, table: Table, { sql, values }: SqlFilter) {
  const hasDate = table.columns.some((column) => column.name === 'racedate');
  const day = hasDate ? 'racedate' : 'null';
  const counted = await connection.runAndReadAll(
    `select day, count(*)::INTEGER, (count(*) filter (awaits))::INTEGER
       from (select ${day} as day, ${provisionalSql(table)} as awaits from ${quoted(table.code)} where ${sql})
       group by all`,
    [...values],
  );
  return counted.getRows().map(([racedate, records, provisional]) => ({
    racedate: typeof racedate === 'string' ? racedate : undefined,
    records: Number(records),
    provisional: Number(provisional),
  }));
}

async function replaceUnits(
  connection: Connection,
  table: Table,
  units: readonly StoredUnit[],
): Promise<void> {
  if (units.length === 0) return;
  const replaced = inList(units.map(({ unit }) => unit));
  await connection.run(`delete from coverage where table_code = ? and unit in (${replaced.marks})`, [
    table.code,
    ...replaced.values,
  ]);
  const rows = units.map((each) => rowOf(table, each));
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100);
    await connection.run(
      `insert into coverage values ${some.map((row) => `(${marks(row)})`).join(', ')}`,
      some.flat(),
    );
  }
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

const COLUMNS =
  'unit, last_day, fetched_at, records, provisional, set_aside, drift, reasons, present, repeated';

/** Of these units. Errors: those of DuckDB. */
export async function readCoverage(
  connection: Connection,
  table: TableCode,
  units: readonly CoverageUnit[],
): Promise<ReadonlyMap<CoverageUnit, StoredUnit>> {
  const read = await connection.runAndReadAll(
    `select ${COLUMNS} from coverage
       where table_code = ? and unit in (select unnest(from_json(?, '["VARCHAR"]')))`,
    [table, JSON.stringify(units)],
  );
  const parsed = new Map<string, readonly string[]>();
  return new Map(
    read.getRows().map((row) => {
      const stored = storedUnitsOf(row, parsed);
      return [stored.unit, stored];
    }),
  );
}

/** Of every unit of these tables. Errors: those of DuckDB. */
export async function readWholeCoverage(
  connection: Connection,
  tables: readonly TableCode[],
): Promise<ReadonlyMap<TableCode, ReadonlyMap<CoverageUnit, StoredUnit>>> {
  const read = await connection.runAndReadAll(
    `select table_code, ${COLUMNS} from coverage where table_code in (select unnest(string_split(?, ' ')))`,
    [tables.join(' ')],
  );
  const parsed = new Map<string, readonly string[]>();
  const found = new Map(tables.map((table) => [table, new Map<CoverageUnit, StoredUnit>()]));
  for (const [table, ...row] of read.getRows()) {
    const stored = storedUnitsOf(row, parsed);
    found.get(String(table) as TableCode)?.set(stored.unit, stored);
  }
  return found;
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
