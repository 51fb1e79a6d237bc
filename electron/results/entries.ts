// Where a horse is entered from a day on, by the stored cards, and which days' cards these are.

import { ENTRY_FIELDS, type Entries } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import type { Archive } from '../archive/archive.ts';
import { horseNumberSql, recordsSql } from '../archive/subjects/record-sql.ts';
import { textOf } from './row.ts';

const FROM = 'racedate >= ?';
const OWN = `${FROM} and horse_id = ?`;

const KEY = ['racekey', 'horse_number'];

/**
 * One record of each runner, the one fetched last. `where` has the same parameters for both tables of the record.
 */
const runnersSql = (
  record: 'entry' | 'prerace' | 'result',
  fields: readonly string[],
  where: string,
): string =>
  `(select ${['racekey', ...fields].join(', ')}, ${horseNumberSql('horse_number')} as number
      from ${recordsSql(record, [...new Set([...KEY, ...fields, '__fetched_at'])], where)}
      qualify row_number() over (partition by racekey, number order by __fetched_at desc) = 1)`;

/**
 * The entries of a horse from a race date (YYYYMMDD) on, without races of which its finish is stored. It was withdrawn if
 * its entry or its pre-race record says so. Errors: ARCHIVE_FAILED.
 */
export async function entriesOf(
  archive: Pick<Archive, 'rows'>,
  horseId: string,
  from: string,
): Promise<Entries> {
  const own = [from, horseId];
  // Few horses are entered, and planning the joins takes longest.
  const isEntered = await archive.rows(
    tablesOfDay('entry')
      .map((code) => `select 1 from ${code} where ${OWN}`)
      .join(' union all '),
    [...own, ...own],
  );
  const found = isEntered.length === 0 ? [] : await joinedEntries(archive, own);
  const days = await archive.rows(
    `select racedate, count(distinct racekey)::integer from ${recordsSql('entry', ['racedate', 'racekey'], FROM)}
       group by racedate order by racedate`,
    [from, from],
  );
  return {
    entries: found.map((cells) => ({
      entry: Object.fromEntries(ENTRY_FIELDS.map((field, at) => [field, textOf(cells[at])])),
      isWithdrawn: cells.slice(ENTRY_FIELDS.length).some((flag) => isStated(textOf(flag))),
    })),
    days: days.map(([racedate, races]) => ({ racedate: textOf(racedate) ?? '', races: Number(races) })),
  };
}

function joinedEntries(archive: Pick<Archive, 'rows'>, own: readonly string[]) {
  const fields = ENTRY_FIELDS.filter((field) => field !== 'racekey');
  return archive.rows(
    `select ${ENTRY_FIELDS.map((field) => `entries.${field}`).join(', ')}, entries.withdrawn_flag, prerace.withdrawn_flag
       from ${runnersSql('entry', [...fields, 'withdrawn_flag'], OWN)} entries
       left join ${runnersSql('prerace', ['withdrawn_flag'], OWN)} prerace using (racekey, number)
       left join ${runnersSql('result', ['order_of_finish'], OWN)} results using (racekey, number)
       where coalesce(try_cast(results.order_of_finish as integer), 0) = 0
       order by entries.racedate, entries.racekey`,
    // An entry and a result have two tables, the pre-race record has one.
    [...own, ...own, ...own, ...own, ...own],
  );
}
