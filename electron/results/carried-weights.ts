// What runners carried in past races, which no record of a past run or result has: read from the archive alone.

import type { CarriedWeight, RunKey } from '#shared/bridge/races.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { carriedWeight } from '#shared/racing/riders.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted } from '../archive/filter-sql.ts';
import { runnerNumberSql } from '../archive/subjects/record-sql.ts';
import { latestRows } from './latest-rows.ts';
import { textOf } from './row.ts';

const NUMBER = runnerNumberSql('horse_number');

/** As `runnerNumberSql` writes the number. */
const keyOf = ({ racekey, horse_number }: RunKey): string =>
  `${racekey} ${String(horse_number).padStart(2, '0')}`;

/** Of the runs whose weight the pre-race record or, without one, the card states. Errors: ARCHIVE_FAILED. */
export async function carriedWeights(
  archive: Pick<Archive, 'rows'>,
  runs: readonly RunKey[],
): Promise<CarriedWeight[]> {
  if (runs.length === 0) return [];
  const [late, cards] = await Promise.all([
    weightsIn(archive, 'prerace', runs),
    weightsIn(archive, 'entry', runs),
  ]);
  return runs.flatMap((run) => {
    const weight = carriedWeight(cards.get(keyOf(run)), late.get(keyOf(run)));
    return weight === null ? [] : [{ ...run, weight }];
  });
}

async function weightsIn(
  archive: Pick<Archive, 'rows'>,
  record: DayRecord,
  runs: readonly RunKey[],
): Promise<ReadonlyMap<string, { readonly weight_to_carry: string | null }>> {
  // One value for all runs: the text of the query is always the same, so that DuckDB plans it once.
  const found = await archive.rows(
    `with runs as materialized (select unnest(string_split(?, ',')) as run),
     wanted as materialized (select distinct string_split(run, ' ')[1] as racekey from runs)
     ${tablesOfDay(record)
       .map(
         (code) => `select run, weight_to_carry, __fetched_at
           from (select racekey || ' ' || ${NUMBER} as run, weight_to_carry, __fetched_at
                   from ${quoted(code)} semi join wanted using (racekey))
           semi join runs using (run)`,
       )
       .join(' union all ')}`,
    [runs.map(keyOf).join(',')],
  );
  return new Map(
    latestRows(found).map(([run, weight]) => [String(run), { weight_to_carry: textOf(weight) }]),
  );
}
