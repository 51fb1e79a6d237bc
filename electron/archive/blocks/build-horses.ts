// Makes the blocks of horses: what the page of each reads of its runs, their races and its newest entry.

import { createHash } from 'node:crypto';
import type { DuckDBValue } from '@duckdb/node-api';
import { RIVAL_FIELDS } from '#shared/bridge/races.ts';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import type { Connection } from '../connection.ts';
import { literal, quoted } from '../filter-sql.ts';
import { NEWEST_ENTRY, newestEntriesSql, racesRunSql, runnersOfRacesSql } from '../horse-records.ts';
import { RUNS_OF_HORSE_ORDER, runsOfHorsesRelation, subjectRelation } from '../subjects/subject-relation.ts';
import { packBlock, packColumn, textOf, type BlockRows } from './block.ts';
import type { MadeHorse } from './stored-horses.ts';

/** To be raised when blocks get another form. */
const FORM = 2;

type Rows = readonly (readonly (DuckDBValue | undefined)[])[];

/** Changes whenever the blocks would be made differently from the same rows. */
export const HORSE_RULE = createHash('sha256')
  .update(
    JSON.stringify([
      FORM,
      RUNS_OF_HORSE_ORDER,
      subjectRelation('runs').select(HORSE_RUN_COLUMNS, ''),
      RIVAL_FIELDS,
      NEWEST_ENTRY,
    ]),
  )
  .digest('hex');

/**
 * The blocks of some horses that have none, those that ran last first, in one state of the archive; none if all have, or
 * if any row is outdated. Errors: those of DuckDB.
 */
export async function makeMissingHorses(connection: Connection, most: number): Promise<MadeHorse[]> {
  await connection.run('begin');
  const outdated = await connection.runAndReadAll('select 1 from subject_outdated limit 1');
  if (outdated.currentRowCount > 0) return [];
  const missing = await connection.runAndReadAll(
    `select horse_id from subject_runs where horse_id is not null and horse_id not in (select horse_id from horse_block)
       group by horse_id order by max(racedate) desc limit ${most}`,
  );
  const horses = missing.getRows().map(([horse_id]) => String(horse_id));
  return horses.length === 0 ? [] : makeHorses(connection, horses);
}

async function makeHorses(connection: Connection, horses: readonly string[]): Promise<MadeHorse[]> {
  const ofHorses = `horse_id in (${horses.map(literal).join(', ')})`;
  const runs = await runsByHorse(connection, ofHorses);
  const rivals = await rivalsByHorse(connection, ofHorses);
  const entries = await newestEntries(connection, ofHorses);
  const made: MadeHorse[] = [];
  for (const horse_id of horses) {
    const met = rivals.get(horse_id) ?? packed(RIVAL_FIELDS, []);
    const parts = new Map([
      ['runs', runs.get(horse_id) ?? packed(HORSE_RUN_COLUMNS, [])],
      ['newestEntry', entries.get(horse_id) ?? packed(NEWEST_ENTRY, [])],
      ...(met === 'unsure' ? [] : ([['rivals', met]] as const)),
    ] as const);
    made.push({ horse_id, bytes: await packBlock(parts) });
  }
  return made;
}

type ByHorse = ReadonlyMap<string, BlockRows>;

const packed = (names: readonly string[], rows: Rows, provisional = 0): BlockRows => ({
  records: rows.length,
  provisional,
  names,
  cells: names.map((_, column) => packColumn(rows.map((cells) => textOf(cells[column])))),
});

/** The cells by one statement: between two, a checkpoint may number the rows anew (snapshot.ts). */
async function runsByHorse(connection: Connection, ofHorses: string): Promise<ByHorse> {
  const { awaits, select } = await runsOfHorsesRelation(connection, ofHorses);
  const { from, list, pointers } = select(HORSE_RUN_COLUMNS, '');
  const cells = list.map((expression, at) => `${expression} as ${quoted(HORSE_RUN_COLUMNS[at] ?? '')}`);
  const read = await connection.runAndReadAll(
    `select * from (select own.horse_id as __horse, ${awaits} as __awaits, ${cells.join(', ')} from ${from})
       order by ${RUNS_OF_HORSE_ORDER}`,
    [...pointers],
  );
  const runs = Map.groupBy(read.getRows(), ([horse_id]) => String(horse_id));
  return new Map(
    [...runs].map(([horse_id, rows]) => [
      horse_id,
      packed(
        HORSE_RUN_COLUMNS,
        rows.map(([, , ...values]) => values),
        rows.filter(([, awaits]) => awaits === true).length,
      ),
    ]),
  );
}

/**
 * Unsure are those of a horse in one of whose races a record has another day than its own: such a record may change, and no
 * note of that would concern the horse.
 */
async function rivalsByHorse(
  connection: Connection,
  ofHorses: string,
): Promise<ReadonlyMap<string, BlockRows | 'unsure'>> {
  const raced = (await connection.runAndReadAll(racesRunSql(ofHorses))).getRows();
  const racekeys = [
    ...new Set(raced.flatMap(([, racekey]) => (typeof racekey === 'string' ? [racekey] : []))),
  ];
  const ofRaces = `racekey in (${racekeys.length === 0 ? 'null' : racekeys.map(literal).join(', ')})`;
  const ran = await connection.runAndReadAll(racesRunSql(ofRaces));
  const daysOf = Map.groupBy(ran.getRows(), ([, racekey]) => racekey);
  const runners = await connection.runAndReadAll(runnersOfRacesSql(ofRaces));
  const keyAt = RIVAL_FIELDS.indexOf('racekey');
  const runnersOf = Map.groupBy(
    runners.getRows().map((cells, place) => ({ cells, place })),
    ({ cells }) => cells[keyAt],
  );
  const rivals = new Map<string, BlockRows | 'unsure'>();
  for (const [horse_id, own] of Map.groupBy(raced, ([each]) => String(each))) {
    const races = own.filter(([, racekey]) => typeof racekey === 'string');
    const isSure = races.every(([, racekey, racedate]) =>
      daysOf.get(racekey)?.every(([, , day]) => day === racedate),
    );
    const rows = races
      .flatMap(([, racekey]) => runnersOf.get(racekey) ?? [])
      .toSorted((one, other) => one.place - other.place)
      .map(({ cells }) => cells);
    rivals.set(horse_id, isSure ? packed(RIVAL_FIELDS, rows) : 'unsure');
  }
  return rivals;
}

async function newestEntries(connection: Connection, ofHorses: string): Promise<ByHorse> {
  const entries = await connection.runAndReadAll(newestEntriesSql(ofHorses));
  return new Map(
    entries.getRows().map(([horse_id, ...cells]) => [String(horse_id), packed(NEWEST_ENTRY, [cells])]),
  );
}
