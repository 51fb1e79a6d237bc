// The rows of runners: their keys, the records that each is made of, what was paid for them, and their ranks.

import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { betOf, REFUND_SLOTS } from '#shared/catalogue/bets.ts';
import { RANKED, rankColumn } from '#shared/catalogue/subjects/runners.ts';
import type { SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { quoted } from '../filter-sql.ts';
import { provisionalSql } from '../provisional.ts';
import { TYPED } from '../typed-views.ts';
import {
  chosenSql,
  horseNumberSql,
  ID,
  isStatedSql,
  recordsSql,
  runnerNumberSql,
  tookPartSql,
  unnumberedSql,
  wholeSql,
} from './record-sql.ts';

const PARTS = ['entry', 'prerace', 'training', 'result'] as const satisfies readonly DayRecord[];

/** Of several works the last counts. */
const LAST_WORK = ['exercise_date', 'try_cast(number_of_times as INTEGER)'];
/** As many values, of the records of other kinds. */
const NO_WORK = ["''", '0'];

const RANKS = RANKED.map((column, at) => ({ column, value: `v${at}`, sorted: `s${at}` }));

/** `runner` tells the runners of a race apart. */
export const CREATE_RUNNERS = `create table subject_runners (
  racedate VARCHAR, racekey VARCHAR, racecourse_cd VARCHAR, race_number VARCHAR, horse_number VARCHAR, runner VARCHAR,
  ${PARTS.map((part) => `${part} BIGINT`).join(', ')}, awaits BOOLEAN, finish INTEGER, took_part BOOLEAN,
  win_payoff VARCHAR, place_payoff VARCHAR, win_returned VARCHAR, place_returned VARCHAR,
  ${RANKS.map(({ column }) => `${quoted(rankColumn(column.name))} VARCHAR`).join(', ')})`;

/** Inserts the rows of a scope, which has to be empty before; `where` is a condition on the race date. */
export const insertRunners = (where: string): string => `
  insert into subject_runners by name
  with runners as materialized ${runnersSql(where)},
  paid as ${betsSql(where)},
  valued as materialized (
    select runners.*, awaiting.awaits, ${FINISH} as finish, ${TOOK_PART} as took_part,
        ${PAID},
        ${RANKS.map(({ column, value }) => `${TYPED}.number_in(${valueOf(column)}) as ${value}`).join(', ')}
      from runners
      ${PARTS.map((part) => `left join ${recordsSql(part, fieldsOf(part), where)} as ${part}s on ${part}s.${ID} = runners.${part}`).join(' ')}
      left join ${awaitingSql(where)} awaiting on awaiting.${ID} = runners.result
      left join paid on paid.racedate = runners.racedate and paid.racekey = runners.racekey),
  races as materialized (
    select racedate, racekey,
        ${RANKS.map(({ value, sorted }) => `list(${value} order by ${value} desc) filter (${value} is not null) as ${sorted}`).join(', ')}
      from valued group by racedate, racekey)
  select valued.* exclude (number, ${RANKS.map(({ value }) => value).join(', ')}),
      ${courseSql('valued')} as racecourse_cd, ${raceNumberSql('valued')} as race_number,
      ${RANKS.map(({ column, value, sorted }) => `list_position(${sorted}, ${value})::VARCHAR as ${quoted(rankColumn(column.name))}`).join(', ')}
    from valued left join races on races.racedate is not distinct from valued.racedate
      and races.racekey is not distinct from valued.racekey
    order by valued.racedate, valued.racekey, valued.horse_number, valued.runner`;

/** The bets that each race paid out, with two digits to a number, and whether it is known who won them, as a subquery. */
const betsSql = (where: string): string => `(
    select chosen.racedate, chosen.racekey, bets.* exclude (${ID})
        replace (${NUMBER_FIELDS.map((field) => `${horseNumberSql(`bets.${field}`)} as ${field}`).join(', ')}),
        ${(['win', 'place'] as const).map((bet) => `${isSettledSql(bet)} as ${bet}_settled`).join(', ')}
      from ${chosenSql('payoff', ['racedate', 'racekey'], where)} chosen
      join ${recordsSql('payoff', PAID_FIELDS, where)} bets on bets.${ID} = chosen.id)`;

type Part = (typeof PARTS)[number];

/**
 * The records with their runner, as a subquery. A card from before the draw has no numbers: a record without one is of the
 * runner that its horse is in another record of the race, and otherwise of one of its own.
 */
const recordsOfRunnersSql = (where: string): string => `(
    with records as materialized (${PARTS.flatMap((part) => recordsOfPart(part, where)).join(' union all ')}),
    numbered as materialized (
      select racedate, racekey, horse_id, min(number) as number from records
        where number is not null and racekey in (select racekey from records where number is null)
          and ${isStatedSql('horse_id')}
        group by racedate, racekey, horse_id)
    select records.* exclude (number), coalesce(records.number, numbered.number) as number,
        case when records.number is null and numbered.number is null then records.horse_number end as delivered,
        coalesce(records.number, numbered.number,
          ${unnumberedSql('records.horse_id', `'record ' || part || ' ' || id`)}) as runner
      from records left join numbered on records.number is null and numbered.racedate = records.racedate
        and numbered.racekey = records.racekey and numbered.horse_id = records.horse_id)`;

/** With a priority that is the highest for the record that counts, as of `chosenSql`. */
const recordsOfPart = (part: Part, where: string): readonly string[] =>
  tablesOfDay(part).map((code, at, codes) => {
    const first = part === 'training' ? LAST_WORK : NO_WORK;
    const priority = [...first, String(codes.length - at), '__fetched_at', '__seq'];
    return `select '${part}' as part, ${ID} as id, racedate, racekey, horse_id, horse_number,
        ${runnerNumberSql('horse_number')} as number, row(${priority.join(', ')}) as priority
      from ${quoted(code)} where ${where}`;
  });

/**
 * The runners in these records, with the number of the record of each kind that counts, as a subquery. `number` is null
 * until there is one, `horse_number` is then as it was delivered.
 */
const runnersSql = (where: string): string => `(
    select racedate, racekey, runner, any_value(number) as number,
        coalesce(any_value(number), max(delivered)) as horse_number,
        ${PARTS.map((part) => `arg_max(id, priority) filter (part = '${part}') as ${part}`).join(', ')}
      from ${recordsOfRunnersSql(where)} records group by racedate, racekey, runner)`;

/** The records of works with the runner that each is of, as a subquery. */
export const worksOfRunnersSql = (where: string): string =>
  `(select id, runner from ${recordsOfRunnersSql(where)} records where part = 'training')`;

/** Whether the indices of each result are still to come, as a subquery. */
const awaitingSql = (where: string): string =>
  `(${tablesOfDay('result')
    .map((code) => `select ${ID}, ${provisionalSql(TABLES[code])} as awaits from ${code} where ${where}`)
    .join(' union all ')})`;

/** A race key begins with its course and ends with the race's number (specification, section 1). */
export const courseSql = (row: string): string => `substr(${row}.racekey, 1, 2)`;
export const raceNumberSql = (row: string): string => `substr(${row}.racekey, 7)`;

const slotsOf = (bet: 'win' | 'place'): readonly number[] =>
  Array.from({ length: betOf(bet).slots }, (_, index) => index + 1);

const REFUNDS = Array.from({ length: REFUND_SLOTS }, (_, index) => `refund_number_${index + 1}`);

const fieldsOfSlots = (field: 'numberField' | 'payoffField'): readonly string[] =>
  (['win', 'place'] as const).flatMap((bet) => slotsOf(bet).map((slot) => betOf(bet)[field](slot)));

/** The fields that name a horse. */
const NUMBER_FIELDS = [...fieldsOfSlots('numberField'), ...REFUNDS];

const PAID_FIELDS = [...NUMBER_FIELDS, ...fieldsOfSlots('payoffField')];

/** A chain of `when` and `then`: the amount of each slot by the number of its horse. */
const amounts = (bet: 'win' | 'place', amount: (field: string) => string): string =>
  slotsOf(bet)
    .map((slot) => {
      const { numberField, payoffField } = betOf(bet);
      return `when paid.${numberField(slot)} then ${amount(`paid.${payoffField(slot)}`)}`;
    })
    .join(' ');

/** What the bet paid for the runner; null unless it won. */
const paidSql = (bet: 'win' | 'place'): string =>
  `case runners.number ${amounts(bet, (field) => `nullif(trim(${field}), '')`)} end`;

/** Whether the bet was paid out, and every slot that is used names a horse: otherwise it is not known who lost. */
function isSettledSql(bet: 'win' | 'place'): string {
  const { numberField, payoffField } = betOf(bet);
  const isSlot = slotsOf(bet).map((slot) => {
    const [number, payoff] = [`bets.${numberField(slot)}`, `bets.${payoffField(slot)}`];
    const isUsed = `${isStatedSql(number)} or ${isStatedSql(payoff)}`;
    return `coalesce(${wholeSql(number)} between 1 and 18, false) or not (${isUsed})`;
  });
  const all = slotsOf(bet).map((slot) => `bets.${payoffField(slot)}`);
  return `(${isStatedSql(`concat(${all.join(', ')})`)} and ${isSlot.map((each) => `(${each})`).join(' and ')})`;
}

/** Whether the stakes on the runner were given back. */
const IS_REFUNDED = `coalesce(runners.number in (${REFUNDS.map((field) => `paid.${field}`).join(', ')}), false)`;

/**
 * What 100 yen returned; null where no stake counts, as none on the runner was taken or paid out, and where it is not known:
 * a winner without a readable amount has not lost, nor has a runner without a number.
 */
const returnedSql = (bet: 'win' | 'place'): string =>
  `case when ${TOOK_PART} and runners.number is not null and not ${IS_REFUNDED} and paid.${bet}_settled
    then case runners.number
      ${amounts(bet, (field) => `case when ${TYPED}.number_in(${field}) > 0 then trim(${field}) end`)} else '0' end end`;

function valueOf({ origin }: SubjectColumn): string {
  if (!('record' in origin)) throw new Error('only delivered values are ranked');
  return `${origin.record}s.${quoted(origin.field)}`;
}

/** Null unless the runner has a finishing position. */
const FINISH = `case when ${wholeSql('results.order_of_finish')} > 0 then ${wholeSql('results.order_of_finish')} end`;

const TOOK_PART = tookPartSql('results.order_of_finish', 'results.trouble_classification');

/** A result without a number: which runner it is of may depend on records of any kind. */
export const unnumberedResultsSql = (where: string): string =>
  tablesOfDay('result')
    .map(
      (code) => `select 1 from ${quoted(code)} where ${where} and ${runnerNumberSql('horse_number')} is null`,
    )
    .join(' union all ');

/** What was paid and returned; of `runners`, their `results` and the bets as `paid`. */
const PAID = (['win', 'place'] as const)
  .map((bet) => `${paidSql(bet)} as ${bet}_payoff, ${returnedSql(bet)} as ${bet}_returned`)
  .join(', ');

/**
 * The runners in these records, whether the indices of each result are still to come, and what was paid for each, as a
 * subquery.
 */
export const paidRunnersSql = (where: string): string => `(
    select runners.*, awaiting.awaits, ${PAID}
      from ${runnersSql(where)} runners
      left join ${recordsSql('result', ['order_of_finish', 'trouble_classification'], where)} results
        on results.${ID} = runners.result
      left join ${awaitingSql(where)} awaiting on awaiting.${ID} = runners.result
      left join ${betsSql(where)} paid on paid.racedate = runners.racedate and paid.racekey = runners.racekey)`;

const fieldsOf = (part: DayRecord): string[] => [
  ...(part === 'result' ? ['order_of_finish', 'trouble_classification'] : []),
  ...RANKED.flatMap(({ origin }) => ('record' in origin && origin.record === part ? [origin.field] : [])),
];
