// A rule runs over one service from beginning to end: runners of one are never settled by the payoffs of another.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Rule } from '#shared/rules/rule.ts';
import { RailbirdError } from '#shared/errors.ts';
import { Archive } from '../archive/archive.ts';
import { InFlight } from '../downloads/in-flight.ts';
import type { OpenResults } from '../results/results.ts';
import { createResults } from '../results/results.ts';
import { openSpool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { racekeyOf, racesOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import { openRuleLooks, type RuleLooksFile } from './rule-looks.ts';
import { createRules, type Rules } from './rules.ts';

const NOW = Date.UTC(2026, 10, 15);
const DAY = { racedate: '20261108', races: 1, runners: 2 };
const PERIOD = { from: '20261101', to: '20261110' };
const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'every runner to win',
  choosing: PERIOD,
  filters: [],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  watch: true,
};

let dir: string;
let archives: { readonly [name in 'one' | 'other']: Archive };
let connected: keyof typeof archives;
let results: OpenResults;
let looks: RuleLooksFile;
let rules: Rules;
/** Called each time runners are about to be opened, and when they are. */
let opening: () => void;
let opened: () => void;

async function archiveWith(name: string, yen: number): Promise<Archive> {
  const path = join(dir, `${name}.duckdb`);
  await putEmptyArchive(path);
  const archive = await Archive.open(path, NOW);
  const spool = openSpool(dir);
  const filter = { start_racedate: PERIOD.from, end_racedate: PERIOD.to };
  const paid = {
    racedate: DAY.racedate,
    racekey: racekeyOf(DAY.racedate, 1),
    win_horse_number_1: '01',
    win_payoff_1: String(yen),
  };
  const tables = {
    d_ra: racesOf('d_ra', DAY),
    d_ky: runnersOf('d_ky', DAY),
    d_se: runnersOf('d_se', DAY),
    d_hj: [recordOf('d_hj', paid)],
  } as const;
  for (const table of ['d_ra', 'd_ky', 'd_se', 'd_hj'] as const)
    await archive.write(await storedAnswerOf(table, filter, tables[table], spool, { fetchedAt: NOW }));
  return archive;
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-rule-service-'));
  archives = { one: await archiveWith('one', 300), other: await archiveWith('other', 9900) };
  connected = 'one';
  opening = opened = () => undefined;
  const unavailable = () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED'));
  const unexpected = (error: unknown): never => {
    throw error;
  };
  results = createResults({
    runSql: unavailable,
    context: async () => ({
      archive: archives[connected],
      client: { query: unavailable },
      inFlight: new InFlight(),
      now: () => NOW,
    }),
    newId: () => crypto.randomUUID(),
    report: unexpected,
  });
  looks = await openRuleLooks({ dataDir: dir, notify: unexpected, report: unexpected });
  rules = createRules({
    results: {
      ...results,
      open: async (...given) => {
        opening();
        const result = await results.open(...given);
        opened();
        return result;
      },
    },
    files: {
      list: async () => ({ rules: [{ id: 'r', rule: RULE }], unreadable: [] }),
    } as unknown as Rules['files'],
    looks,
    service: () => {
      const name = connected;
      return { name, archive: async () => archives[name], annotations: unavailable };
    },
    now: () => NOW,
  });
});

afterEach(async () => {
  await results.closeAll();
  await Promise.all([archives.one.close(), archives.other.close()]);
  await rm(dir, { recursive: true, force: true });
});

const connectOther = () => {
  connected = 'other';
};

it.each([
  ['before the runners are opened', () => (opening = connectOther)],
  ['once the runners are open', () => (opened = connectOther)],
])('a switch %s ends the run, and no look is counted', async (_, prepare) => {
  prepare();
  await expect(rules.run(RULE, PERIOD)).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
  expect(looks.state.runs).toEqual([]);
  const { tally, looks: counted } = await rules.run(RULE, PERIOD);
  expect(tally.whole.returned).toBe(9900);
  expect(counted.rulesTried).toBe(1);
  expect(looks.state.runs.map(({ service, times }) => [service, times])).toEqual([['other', 1]]);
});

it('watched runners stand beside the record of their own service', async () => {
  await rules.run(RULE, PERIOD);
  opened = connectOther;
  const [watched] = await rules.watched(DAY.racedate);
  expect(watched?.records.choosing?.figures.returned).toBe(300);
  connected = 'one';
  opened = () => undefined;
  opening = connectOther;
  await expect(rules.watched(DAY.racedate)).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
});
