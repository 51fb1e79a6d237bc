// Reads a horse's runs from the archive: results joined with race and entry, then the runs that only the
// past-run records know.

import { DERIVED } from '#shared/catalogue/derived.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from '../archive/archive.ts';
import { provisionalSql } from '../archive/provisional.ts';
import { quoted } from '../archive/filter-sql.ts';
import { latest } from './latest-rows.ts';
import { textOf, type Row } from './memory-contents.ts';
import { storedRaces } from './races.ts';

const RUNS_BACK = [1, 2, 3, 4, 5];
const NAMES = DERIVED.run.columns.map((column) => column.name);

/** Only the finish, its time and its indices come from the result; the rest is looked up in its own table. */
const SOURCES: readonly { readonly tables: readonly TableCode[]; readonly alias: string }[] = [
  { tables: tablesOfDay('result'), alias: 'se' },
  { tables: tablesOfDay('entry'), alias: 'ky' },
  { tables: tablesOfDay('race'), alias: 'ra' },
];

/** Race keys that the horse's newest entry names as its last five runs, newest first; undefined without an entry. */
export async function lastFive(
  archive: Pick<Archive, 'rows'>,
  horseId: string,
): Promise<readonly string[] | undefined> {
  const fields = RUNS_BACK.map((n) => `lastrace_racekey${n}`).join(', ');
  const newest = (code: string) => `select racedate, ${fields} from ${code} where horse_id = ?`;
  const found = await archive.rows(
    `select ${fields} from (${tablesOfDay('entry').map(newest).join(' union all ')}) order by racedate desc limit 1`,
    [horseId, horseId],
  );
  return found[0]?.flatMap((value) => textOf(value)?.trim() || []);
}

/** Newest first, no run twice; `earlier` are those known only from a past-run record. */
export async function readRuns(
  archive: Pick<Archive, 'rows'>,
  horseId: string,
): Promise<{ rows: Row[]; earlier: Row[]; provisional: number }> {
  const results = await resultRows(archive, horseId);
  const seen = new Set(results.flatMap(identitiesOf));
  const earlier: Row[] = [];
  for (const row of await earlierRows(archive, horseId)) {
    const identities = identitiesOf(row);
    if (identities.length === 0 || identities.some((identity) => seen.has(identity))) continue;
    for (const identity of identities) seen.add(identity);
    earlier.push(row);
  }
  const rows = [...results, ...(await withRaces(archive, horseId, earlier))];
  const awaiting = await archive.rows(
    `select count(*)::INTEGER from (${latest(tablesOfDay('result'), 'where horse_id = ?', 'racekey')})
       where ${provisionalSql(TABLES.d_se)}`,
    [horseId, horseId],
  );
  const provisional = Number(awaiting[0]?.[0] ?? 0);
  return { rows: rows.toSorted(newestFirst), earlier, provisional };
}

async function resultRows(archive: Pick<Archive, 'rows'>, horseId: string): Promise<Row[]> {
  const list = NAMES.map((name) => {
    const stating = SOURCES.filter(({ tables }) => hasColumn(tables[0], name));
    return expressionOf(
      name,
      stating.map(({ alias }) => alias),
    );
  });
  const found = await archive.rows(
    `with se as (${latest(tablesOfDay('result'), 'where horse_id = ?', 'racekey')}),
          ky as (${latest(tablesOfDay('entry'), 'where horse_id = ?', 'racekey')}),
          ra as (${latest(tablesOfDay('race'), 'where racekey in (select racekey from se)', 'racekey')})
     select ${list.join(', ')} from se
       left join ky on ky.racekey = se.racekey left join ra on ra.racekey = se.racekey`,
    [horseId, horseId, horseId, horseId],
  );
  return found.map((cells) => Object.fromEntries(NAMES.map((name, index) => [name, textOf(cells[index])])));
}

function expressionOf(name: string, aliases: readonly string[]): string {
  const stated = aliases.map((alias) => `${alias}.${quoted(name)}`);
  if (name === 'race_number') return `substr(se.racekey, 7) as race_number`;
  if (name === 'racecourse_cd')
    return `coalesce(ra.racecourse_cd, substr(se.racekey, 1, 2)) as racecourse_cd`;
  if (stated.length === 0) return `null as ${quoted(name)}`;
  return `coalesce(${stated.join(', ')}) as ${quoted(name)}`;
}

/** Runs from the newest past-run records, with the fields that these have. */
async function earlierRows(archive: Pick<Archive, 'rows'>, horseId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const code of (['previous', 'previousNotes'] as const).flatMap(tablesOfDay)) {
    const fields = RUNS_BACK.flatMap((n) => recordedFields(code).map((name) => `race_back_${n}_${name}`));
    const found = await archive.rows(
      `select ${fields.map(quoted).join(', ')} from ${quoted(code)} where horse_id = ?
         order by racedate desc nulls last, __fetched_at desc limit 1`,
      [horseId],
    );
    const cells = found[0];
    if (cells) rows.push(...RUNS_BACK.map((_, back) => earlierRow(code, horseId, cells, back)));
  }
  return rows.filter((row) => !isBlank(row.racedate));
}

const recordedFields = (code: TableCode): string[] =>
  NAMES.filter((name) => columnOf(code, `race_back_1_${name}`) !== undefined);

function earlierRow(code: TableCode, horseId: string, cells: readonly unknown[], back: number): Row {
  const names = recordedFields(code);
  const given = Object.fromEntries(
    names.map((name, index) => [name, textOf(cells[back * names.length + index])]),
  );
  const racekey = given.racekey ?? '';
  return {
    ...given,
    horse_id: horseId,
    racecourse_cd: racekey.slice(0, 2) || null,
    race_number: racekey.slice(6) || null,
  };
}

/** The race's own conditions and the horse's entry in it, if they are stored. */
async function withRaces(
  archive: Pick<Archive, 'rows'>,
  horseId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = rows.flatMap((row) => row.racekey ?? []);
  if (keys.length === 0) return [...rows];
  const ofRace = await storedRaces(
    archive,
    keys,
    NAMES.filter((name) => hasColumn('d_ra', name)),
  );
  const races = new Map(ofRace.map((race) => [race.racekey ?? '', race]));
  const entries = await storedEntries(archive, horseId);
  return rows.map((row) => ({
    ...entries.get(row.racekey ?? ''),
    ...row,
    ...races.get(row.racekey ?? ''),
  }));
}

/** Bracket, rider and weight carried by race, which past-run records do not have. */
async function storedEntries(
  archive: Pick<Archive, 'rows'>,
  horseId: string,
): Promise<ReadonlyMap<string, Row>> {
  const names = ['racekey', ...NAMES.filter((name) => hasColumn('d_ky', name) && !hasColumn('d_ra', name))];
  const found = await archive.rows(
    `select ${names.map(quoted).join(', ')} from (${latest(tablesOfDay('entry'), 'where horse_id = ?', 'racekey')})`,
    [horseId, horseId],
  );
  return new Map(
    found.map((cells) => [
      textOf(cells[0]) ?? '',
      Object.fromEntries(names.map((name, at) => [name, textOf(cells[at])])),
    ]),
  );
}

/** By result key and by race: a record may lack one of them. */
const identitiesOf = (row: Row): string[] =>
  [row.resultkey, row.racekey].flatMap((key) => (isBlank(key) || !key ? [] : [key]));

const hasColumn = (code: TableCode | undefined, name: string): boolean =>
  code !== undefined && columnOf(code, name) !== undefined;

function newestFirst(a: Row, b: Row): number {
  const [left, right] = [a, b].map((row) => `${row.racedate ?? ''} ${row.racekey ?? ''}`);
  return left === right ? 0 : (left ?? '') < (right ?? '') ? 1 : -1;
}
