// How often data was used is counted honestly, over restarts too.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RuleFigures } from '#shared/bridge/rules.ts';
import type { Rule } from '#shared/rules/rule.ts';
import {
  looksAt,
  openRuleLooks,
  recordsOfRule,
  ruleHash,
  withRun,
  type RuleLooksFile,
} from './rule-looks.ts';

let dataDir: string;
let file: RuleLooksFile;
const open = () =>
  openRuleLooks({
    dataDir,
    notify: () => expect.unreachable(),
    report: (error) => expect.unreachable(String(error)),
  });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-looks-'));
  file = await open();
});
afterEach(async () => {
  await file.close();
  await rm(dataDir, { recursive: true, force: true });
});

const CHOOSING = { from: '20160101', to: '20221231' };
const CHECKING = { from: '20230101', to: '20251231' };

const rule = (most: number, name = `first ${most}`): Rule => ({
  railbird: 'rule',
  version: 2,
  name,
  choosing: CHOOSING,
  checking: CHECKING,
  filters: [{ column: 'integration_index_rank', text: `<=${most}` }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
});

const figures = (returned: number): RuleFigures => ({
  races: 1,
  racesHit: 1,
  bets: 1,
  hits: 1,
  stake: 100,
  returned,
  refunded: 0,
});

const run = (wanted: Rule, period: Rule['choosing'], returned = 80, service = 'sample') =>
  file.update((state) =>
    withRun(
      state,
      { service, rule: ruleHash(wanted), period },
      { figures: figures(returned), complete: returned > 90, at: 7 },
    ),
  );

it('different rules on the same races are counted, the same one under another name once', async () => {
  await run(rule(1), CHOOSING);
  await run(rule(1, 'another name'), CHOOSING);
  await run(rule(2), { from: '20200101', to: '20200131' });
  expect(looksAt(file.state, 'sample', rule(3)).rulesTried).toBe(3);
  expect(looksAt(file.state, 'sample', rule(1)).rulesTried).toBe(2);
  // Races of other days, and of another service, say nothing about these.
  await run(rule(4), { from: '20150101', to: '20151231' });
  await run(rule(5), CHOOSING, 80, 'https://other.example');
  expect(looksAt(file.state, 'sample', rule(1)).rulesTried).toBe(2);
});

it('each run over days of the checking period is a look at it, by whichever rule and after a restart', async () => {
  expect(looksAt(file.state, 'sample', rule(1)).looks).toBe(0);
  await run(rule(1), CHECKING);
  await run(rule(1), CHECKING);
  await file.close();
  file = await open();
  await run(rule(2), { from: '20220101', to: '20230101' });
  expect(looksAt(await file.read(), 'sample', rule(1)).looks).toBe(3);
  expect(looksAt(file.state, 'sample', { ...rule(1), checking: undefined }).looks).toBe(0);
});

it('the last figures over each period are the rule’s record', async () => {
  await run(rule(1), CHOOSING, 90);
  await run(rule(1), CHOOSING, 95);
  await run(rule(1), { from: '20160101', to: '20160131' }, 1000);
  expect(recordsOfRule(file.state, 'sample', rule(1))).toEqual({
    choosing: { period: CHOOSING, figures: figures(95), complete: true, at: 7 },
  });
  expect(recordsOfRule(file.state, 'sample', rule(2))).toEqual({});
  await run(rule(1), CHOOSING, 90);
  expect(recordsOfRule(file.state, 'sample', rule(1)).choosing?.complete).toBe(false);
});

it('of a run by an earlier version it is not known whether it was complete', async () => {
  await run(rule(1), CHOOSING);
  await file.update(({ runs }) => ({
    version: 1,
    runs: runs.map(({ complete: _unknown, ...each }) => each),
  }));
  await file.close();
  file = await open();
  expect(recordsOfRule(await file.read(), 'sample', rule(1)).choosing).toEqual({
    period: CHOOSING,
    figures: figures(80),
    at: 7,
  });
});
