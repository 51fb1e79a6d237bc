// Makes the blocks of horses: the rows of each one's runs, with the values of the records that they are made of.

import { createHash } from 'node:crypto';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import type { Connection } from '../connection.ts';
import { literal } from '../filter-sql.ts';
import { RUNS_OF_HORSE_ORDER, subjectRelation } from '../subjects/subject-relation.ts';
import { packBlock, packColumn, textOf } from './block.ts';
import type { MadeHorse } from './stored-horses.ts';

const RUNS = subjectRelation('runs');

/** Changes whenever the blocks would be made differently from the same rows. */
export const HORSE_RULE = createHash('sha256')
  .update(JSON.stringify([RUNS_OF_HORSE_ORDER, RUNS.select(HORSE_RUN_COLUMNS, '')]))
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
  const where = `where horse_id in (${horses.map(literal).join(', ')})`;
  const ordered = await connection.runAndReadAll(
    `select rowid, horse_id, ${RUNS.awaits} from ${RUNS.table} ${where} order by horse_id, ${RUNS_OF_HORSE_ORDER}`,
  );
  const rowsOf = Map.groupBy(ordered.getRows(), ([, horse_id]) => String(horse_id));
  const { from, rowid, list, pointers } = RUNS.select(HORSE_RUN_COLUMNS, where);
  const read = await connection.runAndReadAll(`select ${[rowid, ...list].join(', ')} from ${from}`, [
    ...pointers,
  ]);
  const [numbers = [], ...cells] = read.getColumns();
  const placeOf = new Map(numbers.map((number, place) => [number, place]));
  const made: MadeHorse[] = [];
  for (const [horse_id, rows] of rowsOf) {
    const places = rows.map(([number = null]) => placeOf.get(number) ?? -1);
    if (places.includes(-1)) throw new Error('a run was not found by its number');
    const bytes = await packBlock(
      new Map([
        [
          'runs',
          {
            records: rows.length,
            provisional: rows.filter(([, , awaits]) => awaits === true).length,
            names: HORSE_RUN_COLUMNS,
            cells: cells.map((column) => packColumn(places.map((place) => textOf(column[place])))),
          },
        ],
      ]),
    );
    made.push({ horse_id, bytes });
  }
  return made;
}
