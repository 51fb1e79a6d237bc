// railbird payoffs: figures by bet, and of one bet by course, month, popularity and amount.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { racekeyOf, recordOf } from '../../testing/fake-records.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

const PERIOD = '--from 20261107 --to 20261107';

const race = (number: number, values: Readonly<Record<string, string>>) =>
  recordOf('d_hj', { racedate: '20261107', racekey: racekeyOf('20261107', number), ...values });

const win = (payoff: string, popularity: string) => ({
  win_horse_number_1: '03',
  win_payoff_1: payoff,
  win_popularity_1: popularity,
});

const read = async (words: string): Promise<readonly Record<string, unknown>[]> => {
  const { out } = await cli.run(`payoffs ${PERIOD} ${words} --format json`);
  return JSON.parse(out) as Record<string, unknown>[];
};

test('bets have their quantiles and the number of payoffs from each amount on', async () => {
  cli.service.records.d_hj = [race(1, win('510', '1')), race(2, win('12000', '9'))];
  expect(await read('')).toEqual([
    {
      bet: 'win', n: 2, races: 2, min: 510, p10: 1659, p25: 3382.5, median: 6255, mean: 6255, p75: 9127.5, p90: 10_851,
      p99: 11_885.1, max: 12_000, from_10000: 1, from_100000: 0, from_1000000: 0,
    },
  ]); // prettier-ignore
  const [own] = await read('--above 12000,500');
  expect(own).toMatchObject({ from_500: 2, from_12000: 1 });
  expect(own).not.toHaveProperty('from_10000');
});

test('of one bet there are courses, months, amounts and ranks of popularity', async () => {
  cli.service.records.d_hj = [race(1, win('510', '1')), race(2, win('540', '1')), race(3, win('2000', '3'))];
  expect(await read('--bets win --by course')).toEqual([
    expect.objectContaining({ racecourse_cd: '05', n: 3, median: 540 }),
  ]);
  expect(await read('--bets win --by month')).toEqual([expect.objectContaining({ month: '2026-11', n: 3 })]);
  const amounts = await read('--bets win --by amount');
  expect(amounts[0]).toEqual({ from: 500, below: 630, n: 2 });
  expect(amounts.at(-1)).toEqual({ from: 2000, below: 2500, n: 1 });
  const [first, second, third] = await read('--bets win --by popularity');
  expect(first).toMatchObject({ popularity: 1, races: 3, hits: 2, hit_rate: 66.7, return: 350 });
  expect(second).toMatchObject({ hits: 0, return: 0, return_low: null, return_high: null });
  expect(third).toMatchObject({ hits: 1, return: 666.7 });
});

test('what is left out or apart is said', async () => {
  cli.service.records.d_hj = [
    race(1, { ...win('510', '1'), win_horse_number_2: '04', win_payoff_2: '900', refund_number_1: '07' }),
    race(2, { refund_number_1: '01' }),
  ];
  const { messages } = await cli.run(`payoffs ${PERIOD} --bets win --where 'payoff >=100' --by popularity`);
  expect(messages).toContain('1 races, 1 with a dead heat, 1 with stakes given back');
  expect(messages).toContain(`paid nothing: ${racekeyOf('20261107', 2)}`);
  // The second winner has no popularity.
  expect(messages).toContain('1 races are not counted');
  expect(messages).toContain('filters on payoff do not apply');
});

test('a question that cannot be answered is refused with what to do', async () => {
  const several = await cli.run(`payoffs ${PERIOD} --bets win,place --by month`);
  expect([several.code, several.messages]).toEqual([2, expect.stringContaining('--by month is of one bet')]);
  for (const above of ['much', '1,2,3,4,5', '-1', '1.5']) {
    const wrong = await cli.run(`payoffs ${PERIOD} --above ${above}`);
    expect([above, wrong.code, wrong.messages]).toEqual([above, 2, expect.stringContaining('whole yen')]);
  }
  const what = await cli.run(`payoffs ${PERIOD} --by jockey`);
  expect([what.code, what.messages]).toEqual([2, expect.stringContaining('popularity')]);
  const both = await cli.run(`payoffs ${PERIOD} --offline --refresh`);
  expect([both.code, both.messages]).toEqual([2, expect.stringContaining('Either --offline or --refresh')]);
});
