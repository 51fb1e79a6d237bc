// The rows of one horse's runs, computed from its records when they are read: bringing the rows of all of its days up to
// date would compute those of all other horses too.

import type { DuckDBValue } from '@duckdb/node-api';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import type { Connection } from '../connection.ts';
import { chosenSql, ID } from './record-sql.ts';
import { CARD_TABLES, runsSql } from './run-rows.ts';
import { paidRunnersSql } from './runner-rows.ts';
import { literal } from '../filter-sql.ts';

/** The columns of the table of runs, and the numbers of the race's program and meeting. */
const COLUMNS = {
  racedate: 'VARCHAR', racekey: 'VARCHAR', racecourse_cd: 'VARCHAR', race_number: 'VARCHAR', horse_number: 'VARCHAR',
  horse_id: 'VARCHAR', known_from: 'VARCHAR', entry: 'BIGINT', result: 'BIGINT', awaits: 'BOOLEAN', previous: 'BIGINT',
  previous_back: 'UTINYINT', previousNotes: 'BIGINT', previousNotes_back: 'UTINYINT', race: 'BIGINT', meeting: 'BIGINT', win_payoff: 'VARCHAR', place_payoff: 'VARCHAR',
  win_returned: 'VARCHAR', place_returned: 'VARCHAR',
} as const; // prettier-ignore

interface HorseRuns {
  /** The rows as a subquery, numbered in their order. */
  readonly table: string;
  /** A condition on the records of a kind that leaves those of the rows; undefined if no row has one. */
  readonly only: (record: DayRecord) => string | undefined;
}

/**
 * The rows are written into the subquery: of one whose size and values DuckDB does not know, it would read whole tables to
 * join some records of them.
 */
export async function horseRunsSql(connection: Connection, horse_id: string): Promise<HorseRuns> {
  const { racekeys, cards, own, named } = await recordsOf(connection, horse_id);
  // All runners of these races: another horse may have the number in a newer record.
  const records = `racekey in (${listOf(racekeys.map(literal))})`;
  const runs = runsSql({
    runners: paidRunnersSql(records),
    records,
    cards: `${ID} in (${listOf(cards)})`,
    runs: 'true',
    horse: literal(horse_id),
  });
  const keys = [...racekeys, ...named];
  const races = `racekey in (${listOf(keys.map(literal))})`;
  // A race key begins with the key of its meeting.
  const meetings = `holdingkey in (${listOf(keys.map((key) => literal(key.slice(0, 6))))})`;
  const names = Object.keys(COLUMNS);
  const read = await connection.runAndReadAll(
    `select ${names.join(', ')} from (
       select own.*, programs.id as race, meetings.id as meeting from (${runs}) own
         left join ${chosenSql('race', ['racedate', 'racekey'], races)} programs
           on programs.racedate = own.racedate and programs.racekey = own.racekey
         left join ${chosenSql('meeting', ['racedate', 'holdingkey'], meetings)} meetings
           on meetings.racedate = own.racedate and meetings.holdingkey = substr(own.racekey, 1, 6)) runs
       order by racedate, racekey, horse_number, horse_id`,
  );
  const rows = read.getRows();
  return {
    table: valuesSql(rows),
    only: (record) => {
      const at = names.indexOf(record);
      const numbers = rows.flatMap((cells) => (typeof cells[at] === 'bigint' ? [cells[at]] : []));
      if (numbers.length === 0) return undefined;
      // A scan for a value reads the other columns only where it finds it; one for several values reads all of them.
      if (numbers.every((number) => own.has(Number(number)))) return `horse_id = ${literal(horse_id)}`;
      return `${ID} in (select unnest([${numbers.join(', ')}]::BIGINT[]))`;
    },
  };
}

function valuesSql(rows: readonly (readonly DuckDBValue[])[]): string {
  const columns = Object.entries(COLUMNS).map(([name, type], at) => `c${at}::${type} as ${name}`);
  const values = rows.map((cells, at) => `(${[at, ...cells].map(valueSql).join(', ')})`);
  const empty = `(${[0, ...columns.map(() => null)].map(valueSql).join(', ')})`;
  const names = ['rowid', ...columns.map((_, at) => `c${at}`)];
  return `(select rowid, ${columns.join(', ')}
    from (values ${values.length === 0 ? empty : values.join(', ')}) as own(${names.join(', ')})
    where ${values.length > 0})`;
}

const valueSql = (value: DuckDBValue): string =>
  value === null ? 'null' : typeof value === 'string' ? literal(value) : String(value);

interface HorseRecords {
  /** Of its entries and results. */
  readonly racekeys: readonly string[];
  /** The numbers of its cards' records. */
  readonly cards: readonly number[];
  /** The numbers of all these records. */
  readonly own: ReadonlySet<number>;
  /** The race keys of the runs that its cards name. */
  readonly named: readonly string[];
}

async function recordsOf(connection: Connection, horse_id: string): Promise<HorseRecords> {
  const runners = (['entry', 'result'] as const).flatMap(tablesOfDay);
  const races = await connection.runAndReadAll(
    runners.map((code) => `select racekey, ${ID} from ${code} where horse_id = ?`).join(' union all '),
    runners.map(() => horse_id),
  );
  const keys = RUNS_BACK.map((back) => `${prefixOf(back)}racekey`).join(', ');
  const cards = await connection.runAndReadAll(
    CARD_TABLES.map((code) => `select ${ID}, ${keys} from ${code} where horse_id = ?`).join(' union all '),
    CARD_TABLES.map(() => horse_id),
  );
  const texts = (cells: readonly DuckDBValue[]) =>
    cells.flatMap((cell) => (typeof cell === 'string' ? [cell] : []));
  const ofCards = cards.getRows().map(([id]) => Number(id));
  return {
    racekeys: [...new Set(races.getRows().flatMap(texts))],
    cards: ofCards,
    own: new Set([...ofCards, ...races.getRows().map(([, id]) => Number(id))]),
    named: [...new Set(cards.getRows().flatMap(texts))],
  };
}

const listOf = (values: readonly (string | number)[]): string =>
  values.length === 0 ? 'null' : values.join(', ');
