// The expected answers of the `bets` procedures: part of the contract suite. The stand-in app has no lists and no payoffs
// at first, and reaches no service.

import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { expectCoded, failureOf } from './coded-failure.ts';
import type { Calls } from './call.ts';

const LIST = { id: 'one', name: '11月', text: '05264811 win 7 300\nnonsense' };

export const BETS_CALLS: Calls = {
  'bets.check': async ({ bets }) => {
    const { report, missing } = await bets.check({ text: LIST.text });
    expect(report.bets).toMatchObject([{ line: 1, bet: 'win', shown: '7', open: 300, staked: 0 }]);
    expect(report.bad).toMatchObject([{ line: 2, text: 'nonsense', problem: { is: 'no_bet' } }]);
    expect(missing).toEqual([{ racekey: '05264811' }]);
  },
  'bets.fetch': async ({ bets }) => {
    const read = async () => {
      for await (const _ of await bets.fetch({ races: [{ racedate: '20261115' }] }));
    };
    expectCoded(await failureOf(read()), { code: 'UNREACHABLE' });
  },
  'bets.lists': async ({ bets }) => {
    await bets.save(LIST);
    expect(await bets.lists({})).toEqual([{ id: 'one', name: '11月', at: 1, revision: expect.any(String) }]);
  },
  'bets.read': async ({ bets }) => {
    await bets.save(LIST);
    const revision: unknown = expect.any(String);
    expect(await bets.read({ id: 'one' })).toEqual({ list: { ...LIST, at: 1, revision } });
    expect(await bets.read({ id: 'other' })).toEqual({});
  },
  'bets.save': async ({ bets }) => {
    const { revision, ...named } = await bets.save(LIST);
    expect(named).toEqual({ id: 'one', name: '11月', at: 1 });
    expectCoded(await failureOf(bets.save({ ...LIST, id: 'two' })), { code: 'BET_LIST_NAME_TAKEN' });
    // One window is quicker than another that began with the same list.
    await bets.save({ ...LIST, text: 'here', basis: revision });
    const late = { ...LIST, text: 'there', basis: revision };
    expectCoded(await failureOf(bets.save(late)), { code: 'CHANGED_ELSEWHERE' });
    expectCoded(await failureOf(bets.save({ ...LIST, text: 'new' })), { code: 'CHANGED_ELSEWHERE' });
    expect(await bets.read({ id: 'one' })).toMatchObject({ list: { text: 'here' } });
    // What is stored already is no conflict: an answer may have been lost.
    await bets.save({ ...LIST, text: 'here', basis: revision });
  },
  'bets.remove': async ({ bets }) => {
    const before = await bets.save(LIST);
    const { revision } = await bets.save({ ...LIST, text: '', basis: before.revision });
    const stale = bets.remove({ id: 'one', basis: before.revision });
    expectCoded(await failureOf(stale), { code: 'CHANGED_ELSEWHERE' });
    await bets.remove({ id: 'one', basis: revision });
    expect(await bets.lists({})).toEqual([]);
  },
  'bets.write': async ({ bets }) => {
    const written = await bets.write({ text: LIST.text, name: '11月', language: 'en' });
    expect(written).toMatchObject({ count: 2, download: expect.any(String) });
    const text = await readFile(written.path ?? '', 'utf8');
    expect(text.split('\r\n')[0]).toMatch(/^\uFEFFracedate,racekey,/);
  },
};
