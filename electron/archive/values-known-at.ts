// What fields of programs, cards and pre-race records said when a bet was decided, for all races of a period, where that
// was recorded (record-versions.ts).

import { DAY_TABLES } from '#shared/catalogue/day-tables.ts';
import type { VersionedRecord } from '#shared/bridge/known-at.ts';
import { TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import type { Archive } from './archive.ts';
import { literal } from './filter-sql.ts';
import { LAST_VERSION, VERSION_ID } from './record-versions.ts';
import { recordsSql } from './subjects/record-sql.ts';

/** What the columns of one record of a race were: `cells[c][r]` of the record at `r`. */
export interface KnownRecords {
  readonly racedates: readonly string[];
  readonly racekeys: readonly string[];
  /** The number of the horse, as `VERSION_ID`; empty for a program. */
  readonly ids: readonly string[];
  /** The horse that the record names; empty without one, as for a program. */
  readonly horses: readonly string[];
  /** Whether there was the record; false if a complete answer no longer had it. */
  readonly exist: readonly boolean[];
  /** Raw text. */
  readonly cells: readonly (readonly (string | null)[])[];
}

interface Wanted {
  readonly from: string;
  readonly to: string;
  /** Minutes before the start of each race. */
  readonly minutes: number;
}

/** Whether any version of these days is kept. Errors: ARCHIVE_FAILED. */
export async function hasVersions(
  archive: Pick<Archive, 'rows'>,
  { from, to }: Omit<Wanted, 'minutes'>,
): Promise<boolean> {
  const found = await archive.rows('select 1 from record_version where racedate between ? and ? limit 1', [
    from,
    to,
  ]);
  return found.length > 0;
}

/** As `postClockOf` (shared/racing/race-words.ts) reads it. */
const POST_TIME = `lpad(replace(trim(post_time), ':', ''), 4, '0')`;

const HORSE = `trim(coalesce(json_extract_string(nullif(record, ''), '$.horse_id'), ''))`;

/**
 * The newest version of each record by the time of decision, counted from the post time that is stored last: the start
 * as it was. Races without one, and without a version by then, have none. What was learned last comes first. The rows of the
 * subjects must be up to date. Errors: ARCHIVE_FAILED.
 */
export async function valuesKnownAt(
  archive: Pick<Archive, 'columns'>,
  kind: VersionedRecord,
  fields: readonly string[],
  { from, to, minutes }: Wanted,
): Promise<KnownRecords> {
  const cells = fields.map((field) => `json_extract_string(nullif(record, ''), ${literal(`$."${field}"`)})`);
  const [racedates = [], racekeys = [], ids = [], horses = [], exist = [], ...columns] =
    await archive.columns(
      `with decided as (
       select races.racedate, races.racekey,
           epoch_ms(try_strptime(races.racedate || ${POST_TIME}, '%Y%m%d%H%M')) - ${TOKYO_OFFSET_MS + minutes * 60_000} as decided_at
         from (select racedate, racekey, race from subject_races where racedate between ? and ?) races
         join ${recordsSql('race', ['post_time'], 'racedate in (select racedate from record_version)')} program
           on program.__id = races.race
         where regexp_full_match(trim(post_time), '\\d{1,2}:?\\d{2}') and ${POST_TIME} <> '0000'),
     known as (
       select racedate, racekey, ${VERSION_ID} as id, ${LAST_VERSION} as record, max(record_version.rowid) as place
         from record_version join decided using (racedate, racekey)
         where table_code = ? and fetched_at <= decided_at group by all)
     select ${['racedate', 'racekey', 'id', HORSE, `record <> ''`, ...cells].join(', ')} from known order by place desc`,
      [from, to, DAY_TABLES[kind].present],
    );
  const texts = (column: readonly unknown[]): string[] => column.map(String);
  return {
    racedates: texts(racedates),
    racekeys: texts(racekeys),
    ids: texts(ids),
    horses: texts(horses),
    exist: exist.map((each) => each === true),
    cells: columns.map((column) => column.map((cell) => (cell === null ? null : String(cell)))),
  };
}
