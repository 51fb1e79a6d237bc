// Reads payoff records from the archive and unfolds them: a row for each winning combination.

import type { ResultSource } from '#shared/bridge/source.ts';
import { BETS, payoffsOf, type Bet } from '#shared/catalogue/bets.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted } from '../archive/filter-sql.ts';
import { textOf, type Row } from './memory-contents.ts';

export type PayoffsSource = Extract<ResultSource, { kind: 'payoffs' }>;

const CONDITIONS = [
  'racecourse_cd',
  'race_name',
  'distance',
  'track_type',
  'grade_cd',
  'turf_condition_cd',
  'headcount',
];

/** By day and race, bets and slots in the order of the record. */
export async function readPayoffLines(
  archive: Pick<Archive, 'columns'>,
  source: PayoffsSource,
): Promise<Row[]> {
  const bets = BETS.filter((bet) => source.bets === undefined || source.bets.includes(bet.name));
  const fields = bets.flatMap(fieldsOf);
  const columns = await archive.columns(querySql(fields), [source.from, source.to, source.from, source.to]);
  const cell = (column: number, race: number): string | null => textOf(columns[column]?.[race]);
  const first = 2 + CONDITIONS.length;
  const rows: Row[] = [];
  for (let race = 0; race < (columns[0]?.length ?? 0); race += 1) {
    const conditions = conditionsOf((column) => cell(column, race));
    if (source.racecourses && !source.racecourses.includes(conditions.racecourse_cd ?? '')) continue;
    const record = Object.fromEntries(fields.map((name, index) => [name, cell(first + index, race)]));
    for (const { bet, combination, payoff, popularity } of payoffsOf(record)) {
      rows.push({
        ...conditions,
        bet,
        combination: combination || null,
        payoff: payoff || null,
        popularity: popularity || null,
      });
    }
  }
  return rows;
}

const fieldsOf = (bet: Bet): string[] =>
  Array.from({ length: bet.slots }, (_, index) => index + 1).flatMap((slot) => [
    bet.numberField(slot),
    bet.payoffField(slot),
    bet.popularityField(slot),
  ]);

/** Selects the past table's record of a race if both tables have one. */
function querySql(fields: readonly string[]): string {
  const list = ['racedate', 'racekey', ...fields].map(quoted).join(', ');
  const conditions = CONDITIONS.map(quoted).join(', ');
  const program = (code: string, place: number) =>
    `select ${place} as place, __fetched_at, racekey, ${conditions} from ${code}`;
  return `
    with payoffs as (
      select ${list} from d_hj where racedate between ? and ?
      union all
      select ${list} from t_hj where racedate between ? and ?
        and (racedate, racekey) not in (select (racedate, racekey) from d_hj where racekey is not null and racedate is not null)),
    programs as (
      select * from (${program('d_ra', 0)} union all ${program('t_ra', 1)})
        qualify row_number() over (partition by racekey order by place, __fetched_at desc) = 1)
    select payoffs.racedate, payoffs.racekey, ${CONDITIONS.map((name) => `programs.${quoted(name)}`).join(', ')}
        ${fields.map((name) => `, payoffs.${quoted(name)}`).join('')}
      from payoffs left join programs on programs.racekey = payoffs.racekey
      order by payoffs.racedate, payoffs.racekey`;
}

function conditionsOf(cell: (column: number) => string | null): Row {
  const racekey = cell(1);
  const conditions = Object.fromEntries(CONDITIONS.map((name, index) => [name, cell(2 + index)]));
  return {
    racedate: cell(0),
    racekey,
    ...conditions,
    // A race key begins with its course and ends with the race's number.
    racecourse_cd: conditions.racecourse_cd ?? racekey?.slice(0, 2) ?? null,
    race_number: racekey?.slice(6) ?? null,
  };
}
