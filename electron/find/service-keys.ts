// Keys that only the service uses: the registration number of a horse, and the key of a run. No index has them: there is
// one for each run, and one column of the archive is read in a few milliseconds.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted, whereOf } from '../archive/filter-sql.ts';

/** What a key of the service identifies among what is stored. */
export interface Identified {
  readonly run?: {
    readonly racedate: string;
    readonly racekey: string;
    /** Undefined before the draw. */
    readonly runner: number | undefined;
  };
  readonly horse_id?: string;
}

/** A registration number, and the race date that makes it the key of a run. */
const KEY = /^(?<number>\d{8}|\d{10})(?<racedate>\d{8})?$/;

/** Those whose records are of one run, what is final first. */
const RUNS: readonly TableCode[] = ['d_se', 't_se', 't_pd', 'd_ky', 't_ky'];

/** Undefined if the text is no such key, or of nothing that is stored. Errors: ARCHIVE_FAILED. */
export async function identifiedBy(
  archive: Pick<Archive, 'rows'>,
  text: string,
): Promise<Identified | undefined> {
  const { number, racedate } = KEY.exec(text.normalize('NFKC').trim())?.groups ?? {};
  if (number === undefined) return undefined;
  if (racedate !== undefined && isRacedate(racedate)) {
    const run = await runOf(archive, text.normalize('NFKC').trim(), racedate);
    if (run !== undefined) return run;
  }
  const { sql, values } = whereOf(TABLES.m_uk, { kettonum: number });
  const [row] = await archive.rows(
    `select horse_id from m_uk where ${sql} and trim(horse_id) <> '' order by horse_id limit 1`,
    values,
  );
  return typeof row?.[0] === 'string' ? { horse_id: row[0] } : undefined;
}

/** The date is asked for too: the key alone would be looked for in every day. */
async function runOf(
  archive: Pick<Archive, 'rows'>,
  key: string,
  racedate: string,
): Promise<Identified | undefined> {
  const parts = RUNS.map(
    (table, at) =>
      `select ${at} as place, racekey, try_cast(horse_number as integer) as number, horse_id from ${quoted(table)}
        where racedate = ? and trim(resultkey) = ? and trim(racekey) <> ''`,
  );
  const [row] = await archive.rows(
    `select racekey, nullif(number, 0), horse_id from (${parts.join(' union all ')}) order by place, racekey limit 1`,
    RUNS.flatMap(() => [racedate, key]),
  );
  const [racekey, runner, horse_id] = row ?? [];
  if (typeof racekey !== 'string') return undefined;
  return {
    run: { racedate, racekey, runner: typeof runner === 'number' ? runner : undefined },
    ...(typeof horse_id === 'string' && horse_id.trim() !== '' ? { horse_id } : {}),
  };
}
