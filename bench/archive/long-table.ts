// A table of an archive as after years of use: every day of a long period stored, every column filled, made in SQL in a
// minute. The values have the catalogue's kinds, about as many distinct ones as in real racing, and some blanks.

import { Archive } from '../../electron/archive/archive.ts';
import { EXTRA } from '../../electron/service-client/record-line.ts';
import { quoted } from '../../electron/archive/filter-sql.ts';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { racedatesBetween } from '#shared/racing/racedate.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';

export interface LongTable {
  readonly table: TableCode;
  /** Runners of the period; a table of races or meetings has the rows of those with a runner. */
  readonly rows: number;
  readonly each?: 'runner' | 'race' | 'meeting';
  readonly from: string;
  readonly to: string;
  /** The order of days in the file: chronological, or random as after filling gaps. */
  readonly days?: 'in order' | 'in no order';
}

/** A number below `most` that is constant for a row and a column. */
const drawn = (salt: number, most: number): string => `(hash(n, ${salt}) % ${most})::INTEGER`;

/** Ten courses, twelve races a day. */
const raceKey = (n: string): string =>
  `lpad((1 + ${n} // 12 % 10)::VARCHAR, 2, '0') || lpad((${n} // 120)::VARCHAR, 4, '0') || lpad((1 + ${n} % 12)::VARCHAR, 2, '0')`;

const VALUES: { readonly [kind in Kind]: (salt: number) => string } = {
  code: (salt) => `lpad(${drawn(salt, 9)}::VARCHAR, 1, '0')`,
  codes: (salt) => `lpad(${drawn(salt, 900)}::VARCHAR, 3, '0')`,
  decimal: (salt) => `printf('%5.1f', ${drawn(salt, 900)} / 10.0 - 10)`,
  integer: (salt) => `lpad(${drawn(salt, 120)}::VARCHAR, 3, '0')`,
  money: (salt) => `(${drawn(salt, 20_000)} * 10)::VARCHAR`,
  odds: (salt) => `printf('%.1f', 1 + ${drawn(salt, 3_000)} / 10.0)`,
  rate: (salt) => `printf('%.1f', ${drawn(salt, 1_000)} / 10.0)`,
  tenths: (salt) => `(550 + ${drawn(salt, 1_100)})::VARCHAR`,
  gap: (salt) => `printf('%+d', ${drawn(salt, 80)} - 20)`,
  weight: (salt) => `(400 + ${drawn(salt, 160)})::VARCHAR`,
  length: (salt) => `(1000 + 100 * ${drawn(salt, 26)})::VARCHAR`,
  date: () => 'racedate_of',
  clock: (salt) => `lpad((950 + 5 * ${drawn(salt, 140)})::VARCHAR, 4, '0')`,
  timestamp: () => `racedate_of || '235900'`,
  key: (salt) => `lpad(${drawn(salt, 900_000)}::VARCHAR, 8, '0')`,
  race: (salt) => raceKey(drawn(salt, 60_000)),
  number: (salt) => `(1 + ${drawn(salt, 18)})::VARCHAR`,
  numbers: (salt) => `lpad(${drawn(salt, 1818)}::VARCHAR, 4, '0')`,
  rank: (salt) => `lpad((1 + ${drawn(salt, 18)})::VARCHAR, 2, '0')`,
  mark: (salt) => `${drawn(salt, 6)}::VARCHAR`,
  name: (salt) => `'ウマノナマエ' || ${drawn(salt, 60_000)}`,
  text: (salt) => `'直線で前が詰まる' || ${drawn(salt, 3_000)}`,
};

/** One cell in this many is missing, and one blank, as in the real tables' later columns. */
const BLANKS = 12;

function valueOf(column: Column, salt: number): string {
  const codes = column.codeTable === undefined ? [] : Object.keys(CODE_TABLES[column.codeTable].codes);
  const list = codes.map((code) => `'${code.replaceAll("'", "''")}'`).join(', ');
  const value = codes.length > 0 ? `[${list}][1 + ${drawn(salt, codes.length)}]` : VALUES[column.kind](salt);
  return `case hash(n, ${salt}, 'blank') % ${BLANKS} when 0 then null when 1 then '' else ${value} end`;
}

/** As in real racing, a horse runs a dozen times within three years, of which these are the runners. */
const CAREER = 142_500;
const HORSES_AT_A_TIME = 11_875;
const HORSE = `(n // ${CAREER} * ${HORSES_AT_A_TIME} + n % ${HORSES_AT_A_TIME})`;

/** The code of a person, and the name of a person or horse, by number. */
const codeOf = (number: string): string => `(10001 + ${number})::VARCHAR`;
const nameOf = (what: string, number: string): string => `'${what}' || ${number}`;

/** As many as ten years name, more or less. The jockey changes with the race; trainer and parents are the horse's. */
const JOCKEY = `(hash(n, 'jockey') % 600)`;
const TRAINER = `(hash(${HORSE}, 'trainer') % 500)`;
const SIRE = `(hash(${HORSE}, 'sire') % 1500)`;
const DAM = `(${HORSE} * 7 // 10)`;
const bornIn = (number: string): string => `(1990 + ${number} % 25)::VARCHAR`;

/** The columns that identify records and define their order, and those that name somebody. */
const OWN: Readonly<Record<string, string>> = {
  racedate: 'racedate_of',
  // Twelve races of sixteen runners a meeting.
  resultkey: `lpad(${HORSE}::VARCHAR, 8, '0') || racedate_of`,
  holdingkey: `lpad((1 + (n // 192) % 10)::VARCHAR, 2, '0') || lpad((n // 1920 % 10000)::VARCHAR, 4, '0')`,
  racekey: `lpad((1 + (n // 192) % 10)::VARCHAR, 2, '0') || lpad((n // 1920 % 10000)::VARCHAR, 4, '0') || lpad((1 + (n // 16) % 12)::VARCHAR, 2, '0')`,
  horse_number: `(1 + n % 16)::VARCHAR`,
  horse_id: `lpad(${HORSE}::VARCHAR, 12, '0')`,
  horse_name: nameOf('ウマノナマエ', HORSE),
  jockey_cd: codeOf(JOCKEY),
  jockey_name: nameOf('キシュ', JOCKEY),
  trainer_cd: codeOf(TRAINER),
  trainer_name: nameOf('チョウキョウシ', TRAINER),
  sire_name: nameOf('チチウマ', SIRE),
  sire_birth_year: bornIn(SIRE),
  mare_name: nameOf('ハハウマ', DAM),
  mare_birth_year: bornIn(DAM),
};

/** Of how many runners each row is one. */
const RUNNERS_EACH = { runner: 1, race: 16, meeting: 192 } as const;

/** Fills `file` and records coverage of every day of the period as complete. */
export async function makeLongTable(
  file: string,
  { table: code, rows, each = 'runner', from, to, days: order = 'in order' }: LongTable,
): Promise<void> {
  const archive = await Archive.open(file, 0);
  const table = TABLES[code];
  const now = Date.now();
  const days = [...racedatesBetween(from, to)];
  const racedates = days.filter((_, at) => at % 7 < 2);
  const raced = order === 'in order' ? racedates : everyNth(racedates, 7);
  // Uses the archive's own connection: it must stay the only writer of the file.
  const run = (sql: string) => archive.rows(sql);
  await run(
    `create temp table raced as select unnest([${raced.map((day) => `'${day}'`).join(', ')}]) as day, unnest(range(${raced.length})) as at`,
  );
  for (let start = 0; start < rows; start += 50_000) {
    const end = Math.min(rows, start + 50_000);
    await run(
      insertOf(
        code,
        now,
        `select range as n, day as racedate_of from range(${start}, ${end})
           join raced on raced.at = range // 192 * 192 * ${raced.length} // ${rows}
           where range % ${RUNNERS_EACH[each]} = 0`,
      ),
    );
  }
  const present = JSON.stringify(table.columns.map(({ name }) => name)).replaceAll("'", "''");
  await run(
    `insert into coverage
       select '${code}', 'day:' || day, day, ${now}, coalesce(records, 0), 0, 0, 0, '[]',
              case when records > 0 then '${present}' else '[]' end, 0
         from (select unnest([${days.map((day) => `'${day}'`).join(', ')}]) as day)
         left join (select racedate, count(*)::INTEGER as records from ${quoted(code)} group by racedate)
           on day = racedate`,
  );
  await run('drop table raced');
  await run('checkpoint');
  await archive.close();
}

/** Adds the masters of the horses of so many runners, as they are stored once a horse was looked at. */
export async function makeHorses(archive: Archive, runners: number): Promise<void> {
  const now = Date.now();
  await archive.rows(
    insertOf(
      'm_uk',
      now,
      `select career + horse as n, '20200405' as racedate_of
         from (select unnest(range(0, ${runners}, ${CAREER})) as career),
           (select unnest(range(${HORSES_AT_A_TIME})) as horse)`,
    ),
  );
  const present = JSON.stringify(TABLES.m_uk.columns.map(({ name }) => name)).replaceAll("'", "''");
  await archive.rows(
    `insert into coverage
       select 'm_uk', 'horse:' || horse_id, null, ${now}, 1, 0, 0, 0, '[]', '${present}', 0 from m_uk`,
  );
}

/** SQL that fills a table. `rows`: a query for a number `n` and the day `racedate_of` of each row. */
function insertOf(code: TableCode, now: number, rows: string): string {
  const { columns } = TABLES[code];
  const expressions = columns.map(
    (column, salt) => `${OWN[column.name] ?? valueOf(column, salt)} as ${quoted(column.name)}`,
  );
  return `insert into ${quoted(code)} (${columns.map(({ name }) => quoted(name)).join(', ')}, ${EXTRA}, __fetched_at, __seq)
    select ${expressions.join(', ')}, null, ${now}, n::INTEGER from (${rows})`;
}

/** The first of each `n`, then the second of each, and so on. */
const everyNth = <T>(all: readonly T[], n: number): T[] =>
  Array.from({ length: n }, (_, first) => all.filter((_each, at) => at % n === first)).flat();
