// Where a horse is entered from a day on, by the stored cards, and which days' cards these are.

import { ENTRY_FIELDS, type Entries } from '#shared/bridge/races.ts';
import { tookPart, withdrawalOf } from '#shared/racing/runner-words.ts';
import type { Archive } from '../archive/archive.ts';
import { recordsSql } from '../archive/subjects/record-sql.ts';
import { textOf, type Row } from './row.ts';

const FROM = 'racedate >= ?';
const OWN = `${FROM} and horse_id = ?`;

/** One record of the horse in each race, the one fetched last: an earlier one may be from before the draw. */
const ownSql = (record: 'entry' | 'prerace' | 'result', fields: readonly string[]): string =>
  `(select ${['racekey', ...fields].join(', ')}
      from ${recordsSql(record, ['racekey', ...fields, '__fetched_at'], OWN)}
      qualify row_number() over (partition by racekey order by __fetched_at desc) = 1)`;

/** The withdrawn horses of each race by its program, the one fetched last. */
const PROGRAMS = `(select racekey, cancel_horse
    from ${recordsSql('race', ['racekey', 'cancel_horse', '__fetched_at'], FROM)}
    qualify row_number() over (partition by racekey order by __fetched_at desc) = 1)`;

/**
 * The entries of a horse from a race date (YYYYMMDD) on, without races that are over for it: finished, stopped or
 * disqualified. It was withdrawn if its result, entry, pre-race record or the program says so. Errors: ARCHIVE_FAILED.
 */
export async function entriesOf(
  archive: Pick<Archive, 'rows' | 'facts'>,
  horseId: string,
  from: string,
): Promise<Entries> {
  // Both are the same questions on every horse's page. Few horses are entered, and planning the joins takes longest.
  const [entered, days] = await Promise.all([
    archive.facts(`select distinct horse_id from ${recordsSql('entry', ['horse_id'], FROM)}`, [from, from]),
    archive.facts(
      `select racedate, count(distinct racekey)::integer from ${recordsSql('entry', ['racedate', 'racekey'], FROM)}
         group by racedate order by racedate`,
      [from, from],
    ),
  ]);
  const isEntered = entered.some(([horse_id]) => horse_id === horseId);
  const found = isEntered ? await joinedEntries(archive, from, horseId) : [];
  return {
    entries: found.flatMap((cells) => {
      const entry: Row = Object.fromEntries(ENTRY_FIELDS.map((field, at) => [field, textOf(cells[at])]));
      const { horse_number = null } = entry;
      const [onCard, before, order_of_finish, trouble_classification, cancel_horse] = cells
        .slice(ENTRY_FIELDS.length)
        .map(textOf);
      const result: Row = {
        horse_number,
        order_of_finish: order_of_finish ?? null,
        trouble_classification: trouble_classification ?? null,
      };
      if (tookPart(result)) return [];
      const withdrawn = withdrawalOf(
        {
          race: { cancel_horse: cancel_horse ?? null },
          card: [{ horse_number, withdrawn_flag: onCard ?? null }],
          prerace: [{ horse_number, withdrawn_flag: before ?? null }],
          results: [result],
        },
        'en',
      );
      return [{ entry, isWithdrawn: withdrawn !== undefined }];
    }),
    days: days.map(([racedate, races]) => ({ racedate: textOf(racedate) ?? '', races: Number(races) })),
  };
}

function joinedEntries(archive: Pick<Archive, 'rows'>, from: string, horseId: string) {
  const own = [from, horseId];
  const fields = ENTRY_FIELDS.filter((field) => field !== 'racekey');
  return archive.rows(
    `select ${ENTRY_FIELDS.map((field) => `entries.${field}`).join(', ')}, entries.withdrawn_flag, prerace.withdrawn_flag,
         results.order_of_finish, results.trouble_classification, programs.cancel_horse
       from ${ownSql('entry', [...fields, 'withdrawn_flag'])} entries
       left join ${ownSql('prerace', ['withdrawn_flag'])} prerace using (racekey)
       left join ${ownSql('result', ['order_of_finish', 'trouble_classification'])} results using (racekey)
       left join ${PROGRAMS} programs using (racekey)
       order by entries.racedate, entries.racekey`,
    // An entry, a result and a program have two tables, the pre-race record has one.
    [...own, ...own, ...own, ...own, ...own, from, from],
  );
}
