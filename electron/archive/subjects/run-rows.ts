// The rows of runs: from the results of runners, and from the parts of cards on the last five runs of each horse. A
// horse runs once a day at most, so its identifier and the day identify the run in both. A result has priority over all
// cards; of several cards the newest counts, among those with the run's values and among those with notes on it.

import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { CARD_RECORDS, type CardRecord } from '#shared/catalogue/subjects/subject.ts';
import { quoted } from '../filter-sql.ts';
import { horseNumberSql, ID, isStatedSql, recordsSql } from './record-sql.ts';
import { courseSql, raceNumberSql } from './runner-rows.ts';

/** The tables whose records name runs of earlier days. */
export const CARD_TABLES = CARD_RECORDS.flatMap(tablesOfDay);

/** The column that says which of the card's five runs the row's run is. */
export const backOf = (record: CardRecord): string => `${record}_back`;

/** What was paid for the runner, and what flat stakes on it returned: only of a run with a result. */
const PAID = ['win_payoff', 'place_payoff', 'win_returned', 'place_returned'];

export const CREATE_RUNS = `create table subject_runs (
  racedate VARCHAR, racekey VARCHAR, racecourse_cd VARCHAR, race_number VARCHAR, horse_number VARCHAR, horse_id VARCHAR,
  known_from VARCHAR, entry BIGINT, prerace BIGINT, result BIGINT, awaits BOOLEAN, ${PAID.map((name) => `${name} VARCHAR`).join(', ')},
  ${CARD_RECORDS.map((record) => `${record} BIGINT, ${backOf(record)} UTINYINT`).join(', ')})`;

/** Which runs are computed, and from what. */
interface Scope {
  /** The runners of these runs: race date, race key, number, records, `awaits`, what was paid; as a subquery. */
  readonly runners: string;
  /** A condition on the records of the runners. */
  readonly records: string;
  /** A condition on the records of cards. */
  readonly cards: string;
  /** A condition on the race date of a run. */
  readonly runs: string;
  /** SQL for the only horse that counts. */
  readonly horse?: string;
}

/** Inserts the rows of a scope, after those of its runners. */
export const insertRuns = (where: string): string =>
  `insert into subject_runs by name ${runsSql({
    runners: `(select * from subject_runners where ${where})`,
    records: where,
    cards: 'true',
    runs: where,
  })}`;

/** Tells horses apart; a record without an identifier is of a horse of its own. */
const horseSql = (record: string): string =>
  `case when trim(coalesce(horse_id, '')) = '' then '#' || ${record} else horse_id end as horse`;

export const runsSql = (scope: Scope): string => `
  with ran as (
    select *, ${horseSql('coalesce(result, entry)')} from (
      select runners.racedate, runners.racekey, runners.horse_number, runners.entry, runners.prerace, runners.result,
          runners.awaits,
          ${PAID.map((name) => `runners.${name}`).join(', ')},
          case when runners.result is null then entries.horse_id else results.horse_id end as horse_id
        from ${scope.runners} runners
        left join ${recordsSql('entry', ['horse_id'], scope.records)} entries on entries.${ID} = runners.entry
        left join ${recordsSql('result', ['horse_id'], scope.records)} results on results.${ID} = runners.result)
    ${scope.horse === undefined ? '' : `where horse_id = ${scope.horse}`}),
  entered as (
    select racedate, horse, max(entry) as entry, arg_max_null(prerace, entry) as prerace
      from ran where result is null group by racedate, horse),
  named as (
    select coalesce(valued.racedate, noted.racedate) as racedate, coalesce(valued.horse, noted.horse) as horse,
        coalesce(valued.run, noted.run) as run,
        valued.run.id as previous, valued.run.back as ${backOf('previous')},
        noted.run.id as previousNotes, noted.run.back as ${backOf('previousNotes')}
      from ${cardRunsSql('previous', scope)} valued
      full join ${cardRunsSql('previousNotes', scope)} noted
        on noted.racedate = valued.racedate and noted.horse = valued.horse),
  runs as (
    select ran.racedate, ran.racekey, ran.horse_number, ran.horse_id, 'result' as known_from, ran.entry, ran.prerace,
        ran.result, ran.awaits, ${PAID.map((name) => `ran.${name}`).join(', ')}, named.previousNotes, named.${backOf('previousNotes')}
      from ran left join named on named.racedate = ran.racedate and named.horse = ran.horse
      where ran.result is not null
    union all by name
    select named.racedate, run.racekey, ${horseNumberSql('run.horse_number')} as horse_number, run.horse_id,
        'card' as known_from, entered.entry, entered.prerace, ${CARD_RECORDS.map((record) => `named.${record}, named.${backOf(record)}`).join(', ')}
      from named
      anti join (select racedate, horse from ran where result is not null) known
        on known.racedate = named.racedate and known.horse = named.horse
      left join entered on entered.racedate = named.racedate and entered.horse = named.horse)
  select runs.*, ${courseSql('runs')} as racecourse_cd, ${raceNumberSql('runs')} as race_number from runs
    order by racedate, racekey, horse_number, horse_id`;

/** The runs that cards name, each with the newest card's part on it, as a subquery. */
function cardRunsSql(record: CardRecord, { cards, runs }: Scope): string {
  const tables = tablesOfDay(record);
  const parts = tables.flatMap((code, place) =>
    RUNS_BACK.map((back) => {
      const field = (name: string): string => quoted(prefixOf(back) + name);
      const priority = ["coalesce(card.racedate, '')", tables.length - place, '__fetched_at', '__seq', -back];
      return `
        select ${field('racedate')} as racedate, ${horseSql(`${ID} || '.' || ${back}`)},
            struct_pack(id := ${ID}, back := ${back}::UTINYINT, horse_id := horse_id, racekey := ${field('racekey')},
              horse_number := ${field('horse_number')}) as run,
            row(${priority.join(', ')}) as priority
          from ${quoted(code)} card where ${cards}`;
    }),
  );
  return `(select racedate, horse, arg_max(run, priority) as run from (${parts.join(' union all ')})
    where ${runs} and ${isStatedSql('racedate')} group by racedate, horse)`;
}
