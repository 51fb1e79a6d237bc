// The rows of one horse's runs. They are read from the table of runs, or computed from the horse's records where that table
// is outdated: bringing all of its days up to date would compute the rows of all other horses too.

import type { DuckDBValue } from '@duckdb/node-api';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { CARD_RECORDS } from '#shared/catalogue/subjects/subject.ts';
import type { Connection } from '../connection.ts';
import { chosenSql, ID } from './record-sql.ts';
import type { Days } from './outdated-rows.ts';
import { isOutdatedFor } from './outdated-runs.ts';
import { CARD_TABLES, runsSql } from './run-rows.ts';
import { paidRunnersSql } from './runner-rows.ts';
import { literal } from '../filter-sql.ts';

/** The columns of the table of runs, and the numbers of the race's program and meeting. */
const COLUMNS = {
  racedate: 'VARCHAR', racekey: 'VARCHAR', racecourse_cd: 'VARCHAR', race_number: 'VARCHAR', horse_number: 'VARCHAR',
  horse_id: 'VARCHAR', known_from: 'VARCHAR', entry: 'BIGINT', prerace: 'BIGINT', result: 'BIGINT', awaits: 'BOOLEAN', previous: 'BIGINT',
  previous_back: 'UTINYINT', previousNotes: 'BIGINT', previousNotes_back: 'UTINYINT', race: 'BIGINT', meeting: 'BIGINT', win_payoff: 'VARCHAR', place_payoff: 'VARCHAR',
  win_returned: 'VARCHAR', place_returned: 'VARCHAR',
} as const; // prettier-ignore

const NAMES = Object.keys(COLUMNS);
const ORDER = 'racedate, racekey, horse_number, horse_id';

/** Records of the horse itself: it is what they are found by. */
const OWN_RECORDS: ReadonlySet<DayRecord> = new Set(['result', ...CARD_RECORDS]);

/** Records found by the number of the runner, which may be of another horse than the result. */
const OF_RUNNER = ['entry', 'prerace'] as const;

type OfRunner = (typeof OF_RUNNER)[number];

type Rows = readonly (readonly DuckDBValue[])[];

/** The records that rows are made of. */
export interface RecordsOfRows {
  /** A condition on the records of a kind that leaves those of the rows; undefined if no row has one. */
  readonly only: (record: DayRecord) => string | undefined;
  /** Whether each row has a record of the kind. */
  readonly haveAll: (record: DayRecord) => boolean;
}

interface HorseRuns {
  /** The rows as a subquery, numbered in their order. */
  readonly table: string;
  readonly records: RecordsOfRows;
}

/**
 * The rows are written into the subquery: of one whose size and values DuckDB does not know, it would read whole tables to
 * join some records of them.
 */
export async function horseRunsSql(connection: Connection, horse_id: string): Promise<HorseRuns> {
  const records = (await isOutdatedFor(connection, horse_id))
    ? await recordsOf(connection, horse_id)
    : undefined;
  const { rows, areOwn } = await (records === undefined
    ? storedRows(connection, horse_id)
    : computedRows(connection, horse_id, records));
  const numbersOf = (record: DayRecord): number[] => {
    const at = NAMES.indexOf(record);
    return rows.flatMap((cells) => (typeof cells[at] === 'bigint' ? [Number(cells[at])] : []));
  };
  return {
    table: valuesSql(rows),
    records: {
      only: (record) => {
        const numbers = numbersOf(record);
        if (numbers.length === 0) return undefined;
        const isOwn = OWN_RECORDS.has(record) || areOwn.has(record);
        // A scan for a value reads the other columns only where it finds it; one for several values reads all of them. The
        // numbers of a horse's records span the few years of its racing.
        return isOwn
          ? `horse_id = ${literal(horse_id)} and ${ID} between ${Math.min(...numbers)} and ${Math.max(...numbers)}`
          : `${ID} in (select unnest([${numbers.join(', ')}]::BIGINT[]))`;
      },
      haveAll: (record) => numbersOf(record).length === rows.length,
    },
  };
}

/** The kinds of records that a run's row has the numbers of. */
const KINDS = [...OF_RUNNER, 'result', ...CARD_RECORDS, 'race', 'meeting'] as const;

/** The stored rows of many horses. `where`: a condition on `horse_id`. */
export async function runsOfHorsesSql(connection: Connection, where: string): Promise<HorseRuns> {
  const table = `(select own.rowid, own.*, races.race, races.meeting
    from (select rowid, * from subject_runs where ${where}) own
    left join subject_races races on races.racedate = own.racedate and races.racekey = own.racekey)`;
  const read = await connection.runAndReadAll(`select ${KINDS.join(', ')} from ${table}`);
  const columns = new Map<DayRecord, readonly DuckDBValue[]>(
    read.getColumns().map((column, at) => [KINDS[at] ?? 'race', column]),
  );
  const numbersOf = (record: DayRecord): bigint[] =>
    (columns.get(record) ?? []).filter((number) => typeof number === 'bigint');
  // Asked for again by each column.
  const conditions = new Map(
    KINDS.map((record): [DayRecord, string | undefined] => {
      const numbers = [...new Set(numbersOf(record))].toSorted((a, b) => (a < b ? -1 : 1));
      const condition = `${ID} between ${numbers[0]} and ${numbers.at(-1)} and ${ID} in (select unnest([${numbers.join(', ')}]::BIGINT[]))`;
      return [record, numbers.length === 0 ? undefined : condition];
    }),
  );
  return {
    table,
    records: {
      only: (record) => conditions.get(record),
      haveAll: (record) => numbersOf(record).length === read.currentRowCount,
    },
  };
}

interface ReadRows {
  readonly rows: Rows;
  /** The kinds `OF_RUNNER` of which each record is the horse's, and not of another horse than the result. */
  readonly areOwn: ReadonlySet<DayRecord>;
}

async function storedRows(connection: Connection, horse_id: string): Promise<ReadRows> {
  const own = OF_RUNNER.map((record) => {
    const records = tablesOfDay(record).map(
      (code) => `select ${ID} from ${code} where horse_id = ${literal(horse_id)}`,
    );
    return `${record} is null or ${record} in (${records.join(' union all ')})`;
  });
  const read = await connection.runAndReadAll(
    `select ${NAMES.join(', ')}, ${own.join(', ')} from (
       select own.*, races.race, races.meeting from subject_runs own
         left join subject_races races on races.racedate = own.racedate and races.racekey = own.racekey
         where own.horse_id = ?) runs
       order by ${ORDER}`,
    [horse_id],
  );
  const rows = read.getRows();
  return {
    rows: rows.map((cells) => cells.slice(0, NAMES.length)),
    areOwn: new Set(OF_RUNNER.filter((_, at) => rows.every((cells) => cells[NAMES.length + at] === true))),
  };
}

async function computedRows(
  connection: Connection,
  horse_id: string,
  { racekeys, days, ofRunner, cards, named }: HorseRecords,
): Promise<ReadRows> {
  // All runners of these races: another horse may have the number in a newer record. The days bound the scan.
  const records = `racekey in (${listOf(racekeys.map(literal))})${days === undefined ? '' : ` and racedate between ${literal(days.from)} and ${literal(days.to)}`}`;
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
  const read = await connection.runAndReadAll(
    `select ${NAMES.join(', ')} from (
       select own.*, programs.id as race, meetings.id as meeting from (${runs}) own
         left join ${chosenSql('race', ['racedate', 'racekey'], races)} programs
           on programs.racedate = own.racedate and programs.racekey = own.racekey
         left join ${chosenSql('meeting', ['racedate', 'holdingkey'], meetings)} meetings
           on meetings.racedate = own.racedate and meetings.holdingkey = substr(own.racekey, 1, 6)) runs
       order by ${ORDER}`,
  );
  const rows = read.getRows();
  const isOwn = (record: OfRunner): boolean => {
    const at = NAMES.indexOf(record);
    return rows.every((cells) => cells[at] === null || ofRunner[record].has(Number(cells[at])));
  };
  return { rows, areOwn: new Set(OF_RUNNER.filter(isOwn)) };
}

function valuesSql(rows: Rows): string {
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
  /** The first and last of them; undefined if one has no day. */
  readonly days: Days | undefined;
  /** The numbers of its entries and pre-race records. */
  readonly ofRunner: Readonly<Record<OfRunner, ReadonlySet<number>>>;
  /** The numbers of its cards' records. */
  readonly cards: readonly number[];
  /** The race keys of the runs that its cards name. */
  readonly named: readonly string[];
}

async function recordsOf(connection: Connection, horse_id: string): Promise<HorseRecords> {
  const results = tablesOfDay('result');
  const races = await connection.runAndReadAll(
    results.map((code) => `select racekey, racedate from ${code} where horse_id = ?`).join(' union all '),
    results.map(() => horse_id),
  );
  const entries = await ofRunnerOf(connection, 'entry', horse_id);
  const preraces = await ofRunnerOf(connection, 'prerace', horse_id);
  const keys = RUNS_BACK.map((back) => `${prefixOf(back)}racekey`).join(', ');
  const cards = await connection.runAndReadAll(
    CARD_TABLES.map((code) => `select ${ID}, ${keys} from ${code} where horse_id = ?`).join(' union all '),
    CARD_TABLES.map(() => horse_id),
  );
  const texts = (cells: readonly DuckDBValue[]) =>
    cells.flatMap((cell) => (typeof cell === 'string' ? [cell] : []));
  const own = [...races.getRows(), ...entries];
  const dates = own.flatMap(([, racedate]) => (typeof racedate === 'string' ? racedate : [])).toSorted();
  const [from, to] = [dates[0], dates.at(-1)];
  const haveDays = dates.length === own.length && from !== undefined && to !== undefined;
  return {
    racekeys: [...new Set(own.flatMap(([racekey]) => (typeof racekey === 'string' ? racekey : [])))],
    days: haveDays ? { from, to } : undefined,
    ofRunner: { entry: numbersIn(entries), prerace: numbersIn(preraces) },
    cards: cards.getRows().map(([id]) => Number(id)),
    named: [...new Set(cards.getRows().flatMap(texts))],
  };
}

/** The race key, day and number of each of the horse's records of the kind. */
async function ofRunnerOf(connection: Connection, record: OfRunner, horse_id: string): Promise<Rows> {
  const tables = tablesOfDay(record);
  const read = await connection.runAndReadAll(
    tables
      .map((code) => `select racekey, racedate, ${ID} from ${code} where horse_id = ?`)
      .join(' union all '),
    tables.map(() => horse_id),
  );
  return read.getRows();
}

const numbersIn = (records: Rows): ReadonlySet<number> => new Set(records.map(([, , id]) => Number(id)));

const listOf = (values: readonly (string | number)[]): string =>
  values.length === 0 ? 'null' : values.join(', ');
