// A rule over ten years of the sample's racing (475,000 runners): milliseconds from the request to the report, with a
// thousand resamples, and what the report says. Flat bets on every runner are settled again by plain SQL; a hundred random
// rules show how many look better than the pay-out rate on the choosing period by chance, and how they did afterwards.
//
//   npm run bench -- rules [--file ARCHIVE] [--rules N]
//
// Making the archive takes some minutes; with --file it is kept there and found again.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BETS, type BetName } from '#shared/catalogue/bets.ts';
import { RANKED_BEFORE, rankColumn } from '#shared/catalogue/subjects/runners.ts';
import { RailbirdError } from '#shared/errors.ts';
import { payoutRateOf, returnOf } from '#shared/rules/judging.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import { Archive } from '../electron/archive/archive.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { intervalsOfStaked } from '../electron/query-engine/resampling.ts';
import { Yielder } from '../electron/query-engine/yielder.ts';
import { createResults } from '../electron/results/results.ts';
import { KeptRunners } from '../electron/rules/kept-runners.ts';
import { runRule } from '../electron/rules/run-rule.ts';
import { randomFrom } from '../electron/testing/random-from.ts';
import { makeSampleYears } from './archive/sample-years.ts';
import { median, rounded } from './measuring/figures.ts';
import { processorTime } from './measuring/process.ts';

const { values: options } = parseArgs({
  options: { file: { type: 'string' }, rules: { type: 'string', default: '100' } },
});
const FIRST = 2016;
const LAST = 2025;
const ROUNDS = 5;
const CHOOSING: RulePeriod = { from: `${FIRST}0101`, to: `${LAST - 3}1231` };
const CHECKING: RulePeriod = { from: `${LAST - 2}0101`, to: `${LAST}1231` };
const ALL: RulePeriod = { from: CHOOSING.from, to: CHECKING.to };

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-rules-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = options.file ?? join(folder, 'archive.duckdb');
if (!existsSync(file)) await makeSampleYears(file, FIRST, LAST);
const archive = await Archive.open(file, Date.now());
const unavailable = () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED'));
const results = createResults({
  runSql: () => Promise.reject(new Error('this benchmark runs no SQL')),
  context: async () => ({
    archive,
    client: { query: unavailable },
    inFlight: new InFlight(),
    now: Date.now,
  }),
  newId: () => crypto.randomUUID(),
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
const runners = new KeptRunners(results);
const service = { archive: () => Promise.resolve(archive), annotations: unavailable };

const ruleOf = (bets: Rule['bets'], filters: Rule['filters'] = []): Rule => ({
  railbird: 'rule',
  version: 2,
  name: 'bench',
  choosing: CHOOSING,
  filters,
  bets,
});

async function timed(rule: Rule, period: RulePeriod) {
  const began = performance.now();
  const { tally, complete } = await runRule(runners, service, rule, period, {});
  return { ms: performance.now() - began, tally, complete };
}

const by = { column: 'integration_index', order: 'highest' } as const;
const TURF = ruleOf(
  [
    { bet: 'win', form: 'each', stake: 100 },
    { bet: 'quinella', form: 'box', take: 3, stake: 100, by },
  ],
  [
    { column: 'track_type', text: 'turf' },
    { column: 'distance', text: '>=1600' },
    { column: 'integration_index_rank', text: '<=4' },
  ],
);

const times: number[] = [];
const processorTimes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = processorTime(process.pid);
  times.push((await timed(TURF, ALL)).ms);
  processorTimes.push(processorTime(process.pid) - before);
}

/** Every race of ten years with a stake. */
async function resamplingMs(races: number): Promise<number> {
  const staked = {
    races: Uint32Array.from({ length: races }, (_, at) => at),
    stakes: new Float64Array(races).fill(1),
    yen: new Float64Array(races).fill(80),
  };
  const began = performance.now();
  await intervalsOfStaked([staked], races, new Yielder(() => false));
  return performance.now() - began;
}

/** What flat stakes on everything returned, by the payoffs and the number of starters alone. */
async function plainReturn(bet: BetName): Promise<number> {
  const [[percent] = []] = await archive.rows(
    `select sum(payoff::DOUBLE) / count(*) from (
       select runners.racekey, coalesce(sum(payoffs.payoff::DOUBLE), 0) as payoff
         from (select racedate, racekey, horse_number from subject_runners where took_part) runners
         left join (select * from subject_payoffs where bet = '${bet}') payoffs
           on payoffs.racedate = runners.racedate and payoffs.racekey = runners.racekey
          and payoffs.combination::INTEGER = runners.horse_number::INTEGER
         group by runners.racedate, runners.racekey, runners.horse_number)`,
  );
  return Number(percent);
}

const flat = await timed(
  ruleOf(
    BETS.map(
      ({ name, numbers }) => ({ bet: name, form: numbers === 1 ? 'each' : 'box', stake: 100 }) as const,
    ),
  ),
  ALL,
);

/** Rules that know nothing: the draw, the day, the numbers of things. */
function randomRules(count: number): Rule[] {
  const random = randomFrom(20_260_101);
  const below = (most: number): number => Math.floor(random() * most);
  const ranks = RANKED_BEFORE.filter(({ origin }) => 'record' in origin && origin.record === 'entry');
  return Array.from({ length: count }, () => {
    const column = ranks[below(ranks.length)]?.name ?? by.column;
    const rank = 1 + below(8);
    return ruleOf(
      [{ bet: 'win', form: 'each', stake: 100 }],
      [
        { column: rankColumn(column), text: `${rank}..${rank + 2}` },
        { column: 'racecourse_cd', text: `=${String(1 + below(10)).padStart(2, '0')}` },
        { column: 'horse_number', text: `>=${1 + below(6)}` },
      ],
    );
  });
}

const isAbove = (rule: Rule, { tally }: Awaited<ReturnType<typeof timed>>): boolean =>
  (tally.whole.interval?.low ?? 0) > (payoutRateOf(rule.bets, tally.bets) ?? Infinity);
const lucky: { readonly chosen: number; readonly checked: number }[] = [];
let checkedAbove = 0;
for (const rule of randomRules(Number(options.rules))) {
  const chosen = await timed(rule, CHOOSING);
  if (!isAbove(rule, chosen)) continue;
  const checked = await timed(rule, CHECKING);
  if (isAbove(rule, checked)) checkedAbove += 1;
  lucky.push({
    chosen: rounded(returnOf(chosen.tally.whole) ?? 0),
    checked: rounded(returnOf(checked.tally.whole) ?? 0),
  });
}

const { picked } = flat.tally;
process.stdout.write(
  `${JSON.stringify({
    name: 'rules',
    runners: picked.runners,
    races: picked.racesInAll,
    complete: flat.complete,
    ms: rounded(median(times)),
    first_ms: rounded(times[0] ?? 0),
    ms_wanted: 2000,
    // Of all threads: on a busy machine the request waits for them.
    processor_ms: rounded(median(processorTimes)),
    resampling_ms: rounded(await resamplingMs(picked.racesInAll)),
    resampling_ms_wanted: 1000,
    every_runner_and_bet_ms: rounded(flat.ms),
    flat: Object.fromEntries(
      BETS.map(({ name, payoutRate }, at) => {
        const figures = flat.tally.bets[at];
        return [
          name,
          {
            percent: rounded((figures && returnOf(figures)) ?? 0),
            low: rounded(figures?.interval?.low ?? 0),
            high: rounded(figures?.interval?.high ?? 0),
            pay_out_rate: 100 * payoutRate,
          },
        ];
      }),
    ),
    by_plain_sql: { win: rounded(await plainReturn('win')), place: rounded(await plainReturn('place')) },
    random_rules: Number(options.rules),
    above_when_chosen: lucky.length,
    above_when_checked: checkedAbove,
    lucky,
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
await results.closeAll();
await archive.close();
