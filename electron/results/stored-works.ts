// The stored works of a trainer's winners and of a horse before a day, by a few columns of the records themselves. The
// subject of all works of ten years takes half a minute to compute after a download.

import { WORK_FIELDS, type StoredWorks } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { recordsSql, runnerNumberSql, wholeSql } from '../archive/subjects/record-sql.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import { textOf } from './row.ts';
import { missingDays, periodOf, storedOf } from './stored-days.ts';

/** More than a trainer wins in a decade. */
const MOST = 1000;

export interface WantedWorks {
  readonly trainer_cd: string;
  readonly horse_id: string;
  /** YYYYMMDD, exclusive. */
  readonly before: string;
}

type Reader = Pick<Archive, 'rows' | 'facts' | 'coverage' | 'covered'>;
type Work = StoredWorks['ofHorse'][number];

/** `now`: epoch milliseconds. Errors: ARCHIVE_FAILED. */
export async function storedWorks(
  archive: Reader,
  { trainer_cd, horse_id, before }: WantedWorks,
  now: number,
): Promise<StoredWorks> {
  const [ofTrainer, ofHorse, withoutCard, summary] = await Promise.all([
    trainer_cd === '' ? [] : worksOfTrainer(archive, trainer_cd, before),
    horse_id === '' ? [] : worksOfHorse(archive, horse_id, before),
    worksWithoutCard(archive, before),
    summaryBefore(archive, before, now),
  ]);
  const winners = ofTrainer.filter(({ finish }) => finish === 1).map(({ work }) => work);
  return {
    winners: winners.slice(0, MOST),
    winnersInAll: winners.length,
    ofTrainer: ofTrainer.length,
    withResult: ofTrainer.filter(({ finish }) => finish !== undefined).length,
    withoutCard,
    ofHorse: ofHorse.slice(0, MOST),
    summary,
  };
}

const FIELDS = WORK_FIELDS.map((field) => `work.${field}`).join(', ');
const NEWEST_FIRST = 'order by work.racedate desc, work.exercise_date desc';

const workOf = (cells: readonly unknown[]): Work =>
  Object.fromEntries(WORK_FIELDS.map((field, at) => [field, textOf(cells[at])]));

/** Which runner a record is of, however it pads the number; a record without one is of none that is known. */
const RUNNER = `racedate, racekey, ${runnerNumberSql('horse_number')} as number`;

/** Of two records of a runner the past table's counts, because it has more fields; then the one fetched later. */
const chosenOf = (record: 'entry' | 'result', field: string): string =>
  `(select racedate, racekey, number, ${field} from (${tablesOfDay(record)
    .map((code, at) => `select ${RUNNER}, ${field}, ${at} as place, __fetched_at, __seq from ${code}`)
    .join(' union all ')}) semi join wanted using (racedate, racekey, number)
    qualify row_number() over (partition by racedate, racekey, number order by place, __fetched_at desc, __seq desc) = 1)`;

/** With the finishing position, if the result is stored. */
async function worksOfTrainer(
  archive: Reader,
  trainerCode: string,
  before: string,
): Promise<{ readonly work: Work; readonly finish: number | undefined }[]> {
  const OWN = 'trim(trainer_cd) = ? and racedate < ?';
  const named = tablesOfDay('entry');
  const found = await archive.rows(
    `with wanted as materialized (
       select distinct racedate, racekey, number
         from (${named.map((code) => `select ${RUNNER} from ${code} where ${OWN}`).join(' union all ')})),
     entries as ${chosenOf('entry', 'trainer_cd')},
     results as ${chosenOf('result', 'order_of_finish')},
     works as (select *, ${runnerNumberSql('horse_number')} as number from t_ch where racedate < ?)
     select ${FIELDS}, ${wholeSql('results.order_of_finish')}
       from works work join entries using (racedate, racekey, number)
         left join results using (racedate, racekey, number)
       where trim(entries.trainer_cd) = ? ${NEWEST_FIRST}`,
    [...named.flatMap(() => [trainerCode, before]), before, trainerCode],
  );
  return found.map((cells) => {
    const finish = cells[WORK_FIELDS.length];
    return { work: workOf(cells), finish: typeof finish === 'number' && finish >= 0 ? finish : undefined };
  });
}

async function worksOfHorse(archive: Reader, horseId: string, before: string): Promise<Work[]> {
  const found = await archive.rows(
    `select ${FIELDS} from t_ch work where horse_id = ? and racedate < ? ${NEWEST_FIRST}`,
    [horseId, before],
  );
  return found.map(workOf);
}

/** All days are counted at once, and remembered until the next write: it is the same question on every race's page. */
async function worksWithoutCard(archive: Reader, before: string): Promise<number> {
  const counted = await archive.facts(
    `select work.racedate, count(*)::INTEGER from (select ${RUNNER} from t_ch) work
       anti join (select ${RUNNER} from ${recordsSql('entry', ['racedate', 'racekey', 'horse_number'], `trim(trainer_cd) <> ''`)})
         using (racedate, racekey, number)
       group by work.racedate`,
    [],
  );
  return counted.reduce((sum, [day, count]) => (String(day) < before ? sum + Number(count) : sum), 0);
}

async function summaryBefore(archive: Reader, before: string, now: number): Promise<StoredWorks['summary']> {
  const { requires, uses } = SUBJECTS.works;
  const tables = [...requires, ...uses].flatMap(tablesOfDay);
  const period = await periodOf(archive, tables, { to: addDays(before, -1) });
  const context = { archive, now: () => now };
  const { reasons: recorded, ...totals } = await storedOf(context, tables, period);
  const missing = period === undefined ? [] : await missingDays(context, SUBJECTS.works, period);
  const reasons = unique([...recorded, ...missing]);
  return { ...totals, reasons, complete: reasons.length === 0 };
}
