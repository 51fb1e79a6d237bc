// The figures of payoffs as the screen asks for them: a year of races with all bets, stored. Milliseconds from request
// to answer in the main process: the first figures after opening, with their columns still on disk, and later ones; and
// in the same run DuckDB's SQL over the same payoffs, whose figures must be the same. `payoffs [races]`.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FIRST_THRESHOLDS, type PayoffFigures } from '#shared/bridge/payoffs.ts';
import { BET_NAMES } from '#shared/catalogue/bets.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { Archive } from '../electron/archive/archive.ts';
import { QueryEngine } from '../electron/query-engine/query-engine.ts';
import { makePayoffs, RACES_A_YEAR } from './archive/payoffs.ts';
import { median, rounded } from './measuring/figures.ts';

const RACES = Number(process.argv[2] ?? RACES_A_YEAR);
const ROUNDS = 7;
const WANTED_MS = 300;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-payoffs-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'archive.duckdb');
await makePayoffs(file, RACES);
const archive = await Archive.open(file, Date.now());
await archive.renewSubjects();
await archive.rows('checkpoint');

async function timed<T>(act: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const answer = await act();
  return [performance.now() - began, answer];
}

const medianOf = async (act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(act))[0]);
  return rounded(median(times));
};

const above = FIRST_THRESHOLDS;
const QUANTILES = { p10: 0.1, p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9, p99: 0.99 } as const;

/** The same figures in SQL: one row for each bet, columns as below. */
const FIGURES_SQL = `
  select bet, count(payoff), count(distinct racekey || racedate), min(payoff), avg(payoff), max(payoff),
      ${Object.values(QUANTILES)
        .map((share) => `quantile_cont(payoff::DOUBLE, ${share})`)
        .join(', ')},
      ${above.map((threshold) => `count(*) filter (payoff >= ${threshold})`).join(', ')}
    from typed.payoffs group by bet`;
const COLUMNS = ['n', 'races', 'min', 'mean', 'max', ...Object.keys(QUANTILES)] as const;

function expectSame({ bets }: Pick<PayoffFigures, 'bets'>, rows: readonly (readonly unknown[])[]): void {
  const byBet = new Map(rows.map(([bet, ...figures]) => [bet, figures.map(Number)]));
  if (bets.length !== byBet.size) throw new Error(`${bets.length} bets instead of ${byBet.size}`);
  for (const figures of bets) {
    const found = [...COLUMNS.map((name) => figures[name as keyof typeof figures]), ...figures.above].map(
      Number,
    );
    const expected = byBet.get(figures.bet) ?? [];
    for (const [at, figure] of found.entries())
      if (!(Math.abs(figure - (expected[at] ?? NaN)) <= 1e-6 * Math.max(1, figure)))
        throw new Error(`${figures.bet} ${COLUMNS[at] ?? 'above'}: ${figure}, by SQL ${expected[at]}`);
  }
}

const { columns } = SUBJECTS.payoffs;
const engine = new QueryEngine();
engine.prepare();
await setTimeout(1000);
const [opened, snapshot] = await timed(() =>
  archive.subject(
    'payoffs',
    {},
    columns.map(({ name }) => name),
  ),
);
const rows = engine.open(columns, snapshot.rows);
const cpuBefore = process.cpuUsage();
const [first, figures] = await timed(() => rows.query('payoffs', { above }));
const cpu = process.cpuUsage(cpuBefore);
const [firstOfBet] = await timed(() => rows.query('payoffsOfBet', { bet: 'win', above }));
const [firstRanks] = await timed(() => rows.query('payoffRanks', { bet: 'win' }));
const [sqlFirst, bySql] = await timed(() => archive.rows(FIGURES_SQL));
expectSame(figures, bySql);

const bets = await medianOf(() => rows.query('payoffs', { above }));
const ofAllBets = await medianOf(async () => {
  for (const bet of BET_NAMES) await rows.query('payoffsOfBet', { bet, above });
});
const ranks = await medianOf(() => rows.query('payoffRanks', { bet: 'win' }));
const filtered = await medianOf(async () => {
  await rows.arrange({ sort: [], filters: [{ column: 'track_type', text: '=1' }] });
  await rows.query('payoffs', { above });
  await rows.arrange({ sort: [], filters: [] });
});
const sql = await medianOf(() => archive.rows(FIGURES_SQL));
rows.release();
snapshot.close();
await engine.stop();
await archive.close();

process.stdout.write(
  `${JSON.stringify({
    name: 'payoffs',
    races: RACES,
    payoffs: snapshot.records,
    wanted_ms: WANTED_MS,
    open_ms: rounded(opened),
    first: {
      bets_ms: rounded(first),
      // Of all threads together: unlike the clock it hardly depends on what else the machine does.
      bets_cpu_ms: rounded((cpu.user + cpu.system) / 1000),
      one_bet_ms: rounded(firstOfBet),
      ranks_with_intervals_ms: rounded(firstRanks),
      by_sql_ms: rounded(sqlFirst),
    },
    loaded: {
      bets_ms: bets,
      every_bet_in_detail_ms: ofAllBets,
      ranks_with_intervals_ms: ranks,
      filter_and_bets_ms: filtered,
      by_sql_ms: sql,
    },
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
