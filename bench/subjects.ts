// The runners of ten years (475,000 with 313 columns) and their runs, used as the window does, beside the plain table of
// their entries in the same run: milliseconds from request to response in the main process. Also what the subjects' tables take of
// the disk, and of the time of loading. `subjects [runners]`; the machine's load shows how far to trust the clock.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Relation } from '../electron/archive/relation.ts';
import { Archive } from '../electron/archive/archive.ts';
import { tableRelation } from '../electron/archive/relation.ts';
import { subjectRelation } from '../electron/archive/subjects/subject-relation.ts';
import { QueryEngine } from '../electron/query-engine/query-engine.ts';
import { MemoryBudget } from '../electron/query-engine/memory-budget.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { ROW_SUBJECTS } from '#shared/catalogue/subjects/subject.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { BREAKDOWNS, filtersOfPerson } from '../renderer/features/record/breakdowns.ts';
import { makeLongTable } from './archive/long-table.ts';
import { makeProgram } from './archive/program.ts';
import { median, rounded } from './measuring/figures.ts';

const RUNNERS = Number(process.argv[2] ?? 475_000);
const PERIOD = { from: '20160101', to: '20251231' };
const ROUNDS = 7;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-subjects-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'archive.duckdb');

async function timed<T>(act: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const answer = await act();
  return [performance.now() - began, answer];
}

await makeLongTable(file, { table: 'd_ky', rows: RUNNERS, ...PERIOD });
await makeLongTable(file, { table: 'd_se', rows: RUNNERS, ...PERIOD });
await makeProgram(file);
let archive = await Archive.open(file, Date.now());
await archive.rows(
  `insert into d_hj (racedate, racekey, win_horse_number_1, win_payoff_1, place_horse_number_1, place_payoff_1,
      trifecta_number_1, trifecta_payoff_1, __fetched_at, __seq)
     select racedate, racekey, min(horse_number), '340', min(horse_number), '150', '010203', '33920', 1, 0
       from d_se group by racedate, racekey`,
);
/** What cards say of the last five runs, by the entries of the same horse before. */
const card = (code: string, fields: readonly string[]): Promise<unknown> => {
  const named = RUNS_BACK.flatMap((back) =>
    fields.map((field) => [prefixOf(back) + field, field, back] as const),
  );
  return archive.rows(
    `insert into ${code} (racedate, racekey, horse_number, horse_id, ${named.map(([name]) => name).join(', ')}, __fetched_at, __seq)
       select racedate, racekey, horse_number, horse_id,
           ${named.map(([, field, back]) => `lag(${field}, ${back}) over runs`).join(', ')}, 1, __seq
         from d_se window runs as (partition by horse_id order by racedate)`,
  );
};
await card('t_ze', ['racedate', 'racekey', 'horse_number', 'resultkey', 'idm', 'order_of_finish']);
await card('d_zk', ['racedate', 'racekey', 'horse_number', 'resultkey']);
// As many jockeys and trainers as there are, with as many rides as they have.
await archive.rows(
  `update d_ky set jockey_cd = lpad((hash(racekey, horse_number) % 150)::VARCHAR, 5, '0'),
     jockey_name = '騎手' || (hash(racekey, horse_number) % 150)::VARCHAR,
     trainer_cd = lpad((hash(horse_id) % 200)::VARCHAR, 5, '0'), trainer_name = '調教師' || (hash(horse_id) % 200)::VARCHAR`,
);
// As after an update of the app that computes the subjects differently.
await archive.rows(`delete from note where name = 'schema'`);
await archive.rows('checkpoint');
await archive.close();
archive = await Archive.open(file, Date.now());
const [rebuild] = await timed(() => archive.renewSubjects());
await archive.rows('checkpoint');

/** Columns of kinds that differ in cost, besides others. */
interface Tried {
  readonly decimal: string;
  readonly code: string;
  readonly [what: string]: string;
}

async function used(relation: Relation, columns: readonly Column[], names: Tried) {
  const engine = new QueryEngine(new MemoryBudget(2_000_000_000));
  engine.prepare();
  await setTimeout(1000);
  const all = columns.map(({ name }) => name);
  const shown = columns.filter((column) => column.shown).map(({ name }) => name);
  const where = { sql: 'racedate >= ? and racedate <= ?', values: [PERIOD.from, PERIOD.to] };
  const [open, snapshot] = await timed(() => archive.snapshotOf(relation, where, all));
  const rows = engine.open(columns, snapshot.rows);
  const [first] = await timed(() => rows.cells(shown, 0, 60));
  const [load] = await timed(() => rows.query('statistics', { columns: shown, from: 0, to: 1 }));
  const firstSort: Record<string, number> = {};
  for (const [what, column] of Object.entries(names)) {
    const [ms] = await timed(async () => {
      await rows.arrange({ sort: [{ column, direction: 'descending' }], filters: [] });
      await rows.cells(shown, 0, 60);
    });
    firstSort[what] = rounded(ms);
  }
  const { decimal, code } = names;
  const medianOf = async (act: (round: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(() => act(round)))[0]);
    return rounded(median(times));
  };
  const sort = await medianOf((round) =>
    rows.arrange({
      sort: [{ column: round % 2 ? decimal : code, direction: round % 4 < 2 ? 'ascending' : 'descending' }],
      filters: [],
    }),
  );
  const filter = await medianOf((round) =>
    rows.arrange({ sort: [], filters: [{ column: decimal, text: `>=${round} <40` }] }),
  );
  await rows.arrange({ sort: [], filters: [] });
  const group = await medianOf(() => rows.query('groups', { by: [code], measures: [decimal] }));
  const window = await medianOf((round) => rows.cells(shown, (round + 1) * 1_000, 60));
  rows.release();
  snapshot.close();
  await engine.stop();
  return {
    records: snapshot.records,
    columns: all.length,
    open_ms: rounded(open),
    first_window_ms: rounded(first),
    shown_columns_loaded_ms: rounded(load),
    first_sort_ms: firstSort,
    loaded_sort_ms: sort,
    filter_ms: filter,
    group_ms: group,
    window_ms: window,
  };
}

/** The figures of a jockey's page over the whole period: the first page opened, and others after it. */
async function personPages() {
  const engine = new QueryEngine(new MemoryBudget(2_000_000_000));
  engine.prepare();
  await setTimeout(1000);
  const { columns } = SUBJECTS.runners;
  const where = { sql: 'racedate >= ? and racedate <= ?', values: [PERIOD.from, PERIOD.to] };
  const jockeys = await archive.rows(
    `select jockey_cd, count(*)::INTEGER from d_ky where jockey_cd is not null group by 1 order by 2 desc, 1 limit ${ROUNDS + 1}`,
  );
  const names = columns.map(({ name }) => name);
  const [open, snapshot] = await timed(() => archive.snapshotOf(subjectRelation('runners'), where, names));
  const rows = engine.open(columns, snapshot.rows);
  const [record] = BREAKDOWNS.jockey;
  const groups = (by: readonly string[]) => rows.query('groups', { by: [...by], limit: 5000 });
  const recordOf = async (id: string): Promise<void> => {
    const filters = [...filtersOfPerson({ kind: 'jockey', id })];
    await rows.arrange({ sort: [{ column: 'racedate', direction: 'descending' }], filters });
    await groups(record?.by ?? []);
  };
  const records: number[] = [];
  const tables: number[] = [];
  for (const [id] of jockeys) {
    records.push((await timed(() => recordOf(String(id))))[0]);
    tables.push((await timed(() => Promise.all(BREAKDOWNS.jockey.map(({ by }) => groups(by)))))[0]);
  }
  rows.release();
  snapshot.close();
  await engine.stop();
  const [firstRecord = 0, ...otherRecords] = records;
  const [firstTables = 0, ...otherTables] = tables;
  return {
    runs: Number(jockeys[0]?.[1] ?? 0),
    record_wanted: 150,
    open_ms: rounded(open),
    first_record_ms: rounded(firstRecord),
    first_tables_ms: rounded(firstTables),
    loaded_record_ms: rounded(median(otherRecords)),
    loaded_tables_ms: rounded(median(otherTables)),
  };
}

async function blocksOf(tables: readonly string[]): Promise<number> {
  let blocks = 0;
  for (const table of tables) {
    const found = await archive.rows(
      'select count(distinct block_id)::INTEGER from pragma_storage_info(?) where persistent and block_id >= 0',
      [table],
    );
    blocks += Number(found[0]?.[0] ?? 0);
  }
  const [size] = await archive.rows('select block_size::INTEGER from pragma_database_size()');
  return blocks * Number(size?.[0] ?? 0);
}

const entries = await used(tableRelation(TABLES.d_ky), TABLES.d_ky.columns, {
  decimal: 'adjust_idm',
  code: 'sex_cd',
  text: 'sire_name',
});
const runners = await used(subjectRelation('runners'), SUBJECTS.runners.columns, {
  decimal: 'adjust_idm',
  code: 'sex_cd',
  text: 'sire_name',
  of_the_result: 'time_record',
  of_the_race: 'distance',
  rank: 'integration_index_rank',
});
const runs = await used(subjectRelation('runs'), SUBJECTS.runs.columns, {
  decimal: 'idm',
  code: 'race_pace',
  text: 'winning_horse',
  of_the_entry: 'jockey_name',
  of_the_race: 'distance',
  of_cards: 'race_comment',
});
const jockeyPages = await personPages();
const names = SUBJECTS.runs.columns.map(({ name }) => name);
const ofHorse: number[] = [];
for (let horse = 100; horse < 100 + ROUNDS; horse += 1) {
  const part = { horse_id: String(horse).padStart(12, '0') };
  const [ms, snapshot] = await timed(() => archive.subject('runs', part, names));
  if (snapshot.records === 0) throw new Error('the horse has no runs');
  ofHorse.push(ms);
}
await archive.rows(`insert into subject_outdated values ('t_ze', '20230107', '20230107', null)`);
const [cardsOfDay] = await timed(() => archive.renewSubjects());
await archive.rows(`insert into subject_outdated values ('d_se', '20230107', '20230107', null)`);
const [resultsOfDay] = await timed(() => archive.renewSubjects());
await archive.rows(
  `insert into subject_outdated select distinct 'runs', racedate, racedate, null from subject_runs`,
);
const [allRuns] = await timed(() => archive.renewSubjects());
const sql = async (text: string): Promise<number> => rounded((await timed(() => archive.rows(text)))[0]);
process.stdout.write(
  `${JSON.stringify({
    name: 'subjects',
    open_wanted: 500,
    entries,
    runners,
    runs,
    jockey_page: jockeyPages,
    runs_of_a_horse_ms: rounded(median(ofHorse)),
    renewal_ms: {
      cards_of_a_day: rounded(cardsOfDay),
      results_of_a_day: rounded(resultsOfDay),
      all_runs: rounded(allRuns),
    },
    rebuild_of_all_ms: rounded(rebuild),
    disk_mb: {
      runs: rounded((await blocksOf(['subject_runs'])) / 1e6),
      subjects: rounded((await blocksOf(ROW_SUBJECTS.map((name) => `subject_${name}`))) / 1e6),
      file: rounded(statSync(file).size / 1e6),
    },
    sql_ms: {
      jockeys_of_runners: await sql(
        'select jockey_name, count(*), avg(order_of_finish) from typed.runners group by all',
      ),
      jockeys_by_hand: await sql(
        'select jockey_name, count(*), avg(order_of_finish) from typed.d_ky join typed.d_se using (racedate, racekey, horse_number) group by all',
      ),
    },
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
await archive.close();
