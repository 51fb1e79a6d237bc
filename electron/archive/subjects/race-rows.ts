// The rows of races, payoffs and works: their keys, the records that each is made of, and what is computed.

import { betOf, BETS, REFUND_SLOTS } from '#shared/catalogue/bets.ts';
import { quoted } from '../filter-sql.ts';
import { chosenSql, horseNumberSql, ID, isStatedSql, recordsSql, wholeSql } from './record-sql.ts';
import { courseSql, raceNumberSql, worksOfRunnersSql } from './runner-rows.ts';

const RACE = ['racedate', 'racekey'];

export const CREATE_RACES = `create table subject_races (
  racedate VARCHAR, racekey VARCHAR, racecourse_cd VARCHAR, race_number VARCHAR, race BIGINT, meeting BIGINT,
  race_state VARCHAR, runners_entered VARCHAR, runners_ran VARCHAR, winner_number VARCHAR, winner_name VARCHAR,
  winning_time VARCHAR, winning_pace VARCHAR, win_payoff VARCHAR, refunded_numbers VARCHAR)`;

const RESULT_FIELDS = ['time_record', 'race_pace', 'horse_name'];
const REFUNDS = Array.from({ length: REFUND_SLOTS }, (_, index) => `refund_number_${index + 1}`);

const SLOTS = BETS.flatMap((bet) =>
  Array.from({ length: bet.slots }, (_, index) => ({
    bet: bet.name,
    slot: index + 1,
    combination: bet.numberField(index + 1),
    payoff: bet.payoffField(index + 1),
    popularity: bet.popularityField(index + 1),
  })),
);

const PAYOFF_FIELDS = SLOTS.flatMap(({ combination, payoff, popularity }) => [
  combination,
  payoff,
  popularity,
]);

const POPULARITIES = new Set(SLOTS.map(({ popularity }) => popularity));

/** Inserts the rows of a scope, after those of its runners. */
export const insertRaces = (where: string): string => `
  insert into subject_races by name
  with finishes as (
    select runners.*, result.* exclude (${ID}), entry.horse_name as entered_name
      from (select * from subject_runners where ${where}) runners
      left join ${recordsSql('result', RESULT_FIELDS, where)} result on result.${ID} = runners.result
      left join ${recordsSql('entry', ['horse_name'], where)} entry on entry.${ID} = runners.entry),
  outcomes as (
    select racedate, racekey, count(*) as entered, count(*) filter (took_part) as ran,
        bool_or(coalesce(awaits, false)) as awaits, count(prerace) > 0 as has_prerace,
        arg_min(horse_number, runner) filter (finish = 1) as winner_number,
        string_agg(coalesce(horse_name, entered_name), '・' order by runner) filter (finish = 1) as winner_name,
        arg_min(time_record, runner) filter (finish = 1) as winning_time,
        arg_min(race_pace, runner) filter (finish = 1) as winning_pace,
        arg_min(win_payoff, runner) filter (finish = 1) as win_payoff
      from finishes group by racedate, racekey),
  programs as ${chosenSql('race', RACE, where)},
  payoffs as ${chosenSql('payoff', RACE, where)},
  meetings as ${chosenSql('meeting', ['racedate', 'holdingkey'], where)},
  keys as (
    select racedate, racekey from outcomes union select racedate, racekey from programs
      union select racedate, racekey from payoffs)
  select keys.racedate, keys.racekey, ${courseSql('keys')} as racecourse_cd, ${raceNumberSql('keys')} as race_number,
      programs.id as race, meetings.id as meeting,
      case when ran > 0 then case when awaits then 'result' else 'final' end
        when ${calledOffSql('refunds', ['entered', wholeSql('conditions.headcount')])} then 'called_off'
        when has_prerace then 'prerace' else 'card' end as race_state,
      entered::VARCHAR as runners_entered, case when ran > 0 then ran::VARCHAR end as runners_ran,
      winner_number, winner_name, winning_time, winning_pace, win_payoff,
      ${refundedSql('refunds')} as refunded_numbers
    from keys
    left join outcomes on ${sameRace('outcomes')}
    left join programs on ${sameRace('programs')}
    left join payoffs on ${sameRace('payoffs')}
    left join ${recordsSql('race', ['headcount'], where)} conditions on conditions.${ID} = programs.id
    left join ${recordsSql('payoff', [...PAYOFF_FIELDS, ...REFUNDS], where)} refunds on refunds.${ID} = payoffs.id
    left join meetings on meetings.racedate = keys.racedate and meetings.holdingkey = substr(keys.racekey, 1, 6)
    order by keys.racedate, keys.racekey`;

/**
 * Whether a payoff record says that the race was called off, as `outcomeOf` (shared/betting/outcome.ts) reads it of a race
 * in which no horse ran: it pays nothing, and refunds every horse, of which it has room for five. `sizes`: how many horses
 * there are, where that is known.
 */
const calledOffSql = (record: string, sizes: readonly string[]): string => {
  const refunded = `len(list_distinct([${REFUNDS.map((field) => `nullif(${wholeSql(`${record}.${field}`)}, 0)`).join(', ')}]))`;
  const paid = PAYOFF_FIELDS.filter((field) => !POPULARITIES.has(field))
    .map((field) => isStatedSql(`${record}.${field}`))
    .join(' or ');
  const horses = `coalesce(nullif(greatest(0, ${sizes.join(', ')}), 0), ${REFUND_SLOTS})`;
  return `${refunded} >= least(${REFUND_SLOTS}, ${horses}) and not (${paid})`;
};

/** The numbers of the horses whose stakes were returned, joined; null without any. */
const refundedSql = (record: string): string =>
  `nullif(concat(${REFUNDS.map((field) => `case when ${isStatedSql(`${record}.${field}`)} then ${horseNumberSql(`${record}.${field}`)} end`).join(', ')}), '')`;

const sameRace = (other: string): string =>
  `${other}.racedate is not distinct from keys.racedate and ${other}.racekey is not distinct from keys.racekey`;

export const CREATE_PAYOFFS = `create table subject_payoffs (
  racedate VARCHAR, racekey VARCHAR, racecourse_cd VARCHAR, race_number VARCHAR, place SMALLINT, bet VARCHAR,
  slot VARCHAR, combination VARCHAR, payoff VARCHAR, popularity VARCHAR, weekday VARCHAR, dead_heat VARCHAR,
  refunded_numbers VARCHAR)`;

/** Only a dead heat lets more combinations of a bet win than one order of finish has. */
const DEAD_HEAT = SLOTS.filter(({ bet, slot }) => slot === betOf(bet).winners + 1)
  .map(({ combination, payoff }) => `${isStatedSql(combination)} or ${isStatedSql(payoff)}`)
  .join(' or ');

/** The code of the weekday: 1 is Sunday (specification, section 2.4). */
const WEEKDAY = `(dayofweek(try_strptime(racedate, '%Y%m%d')) + 1)::VARCHAR`;

/** Inserts the rows of a scope: slots that are blank or padded with zeros are no payoffs. */
export const insertPayoffs = (where: string): string => `
  insert into subject_payoffs by name
  with paid as (
    select chosen.racedate, chosen.racekey, ${refundedSql('record')} as refunded_numbers,
        case when ${DEAD_HEAT} then '1' else '0' end as dead_heat,
        unnest([${SLOTS.map(structOf).join(', ')}], recursive := true)
      from ${chosenSql('payoff', RACE, where)} chosen
      join ${recordsSql('payoff', [...PAYOFF_FIELDS, ...REFUNDS], where)} record on record.${ID} = chosen.id)
  select racedate, racekey, ${courseSql('paid')} as racecourse_cd, ${raceNumberSql('paid')} as race_number, place, bet,
      slot, nullif(combination, '') as combination, nullif(payoff, '') as payoff, nullif(popularity, '') as popularity,
      ${WEEKDAY} as weekday, dead_heat, refunded_numbers
    from paid where ${isStatedSql('combination')} or ${isStatedSql('payoff')}
    order by racedate, racekey, place`;

const structOf = (
  { bet, slot, combination, payoff, popularity }: (typeof SLOTS)[number],
  at: number,
): string =>
  `{place: ${at}, bet: '${bet}', slot: '${slot}', combination: ${quoted(combination)}, payoff: ${quoted(payoff)}, popularity: ${quoted(popularity)}}`;

export const CREATE_WORKS = `create table subject_works (
  racedate VARCHAR, racekey VARCHAR, racecourse_cd VARCHAR, race_number VARCHAR, horse_number VARCHAR, training BIGINT,
  entry BIGINT, result BIGINT)`;

/** Inserts the rows of a scope, after those of its runners: one for each record of a work. */
export const insertWorks = (where: string): string => `
  insert into subject_works by name
  select work.racedate, work.racekey, ${courseSql('work')} as racecourse_cd, ${raceNumberSql('work')} as race_number,
      coalesce(runners.horse_number, work.horse_number) as horse_number, work.${ID} as training, runners.entry, runners.result
    from ${recordsSql('training', ['racedate', 'racekey', 'horse_number', 'exercise_date', '__seq'], where)} work
    left join ${worksOfRunnersSql(where)} own on own.id = work.${ID}
    left join (select * from subject_runners where ${where}) runners
      on runners.racedate = work.racedate and runners.racekey = work.racekey and runners.runner = own.runner
    order by work.racedate, work.racekey, ${wholeSql('runners.horse_number')}, work.exercise_date, work.__seq`;
