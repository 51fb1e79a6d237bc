// The expected answers of the `results` procedures: part of the contract suite.

import { expect } from 'vitest';
import type { Calls } from './call.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import { RACES } from './fake-app.ts';

const RACE_LIST = { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } } as const;

const NO_PAYOFFS = { code: 'INVALID_FILTER' };

export const RESULTS_CALLS: Calls = {
  'results.open': async ({ results }) => {
    const types: string[] = [];
    for await (const event of await results.open({ source: RACE_LIST })) types.push(event.type);
    expect(types).toEqual(['progress', 'opened']);
  },
  'results.read': async ({ results }) => {
    const sheet = await results.read({ source: RACE_LIST });
    const nameAt = sheet.columns.findIndex(({ name }) => name === 'race_name');
    expect(sheet.cells[nameAt]).toEqual(RACES.map((race) => race.race_name));
    const narrow = await results.read({ source: RACE_LIST, columns: ['race_name', 'no_such_column'] });
    expect(narrow.columns.map(({ name }) => name)).toEqual(['race_name']);
    expect(narrow.cells).toEqual([sheet.cells[nameAt]]);
  },
  'results.arrange': async ({ results }) => {
    const arranged = await results.arrange({
      resultId: 'r1',
      sort: [],
      filters: [
        { column: 'race_name', text: '!=' },
        { column: 'racedate', text: 'no date' },
      ],
      quick: { text: '新馬', columns: ['race_name'] },
    });
    expect(arranged).toMatchObject({ rows: 1, total: 2, problems: [{ column: 'racedate' }] });
    await results.arrange({ resultId: 'r1', sort: [], filters: [] });
  },
  'results.count': async ({ results }) => {
    const filters = [
      { column: 'race_name', text: '!=' },
      { column: 'racedate', text: 'no date' },
    ];
    const counted = await results.count({ resultId: 'r1', filters });
    expect(counted).toMatchObject({ rows: 1, total: 2, problems: [{ column: 'racedate' }] });
    // A copy of this suite's result has no row query of its own.
    await results.arrange({ resultId: 'r1', sort: [], filters: [] });
  },
  'results.values': async ({ results }) => {
    const answer = await results.values({ resultId: 'r1', column: 'racedate', limit: 10 });
    expect(answer).toEqual({ values: [{ raw: '20261115', count: 2 }], distinct: 1, more: false });
  },
  'results.profile': async ({ results }) => {
    const profile = await results.profile({ resultId: 'r1', column: 'race_name' });
    expect(profile).toMatchObject({ records: 2, filled: 1, distinct: 1 });
  },
  'results.groups': async ({ results }) => {
    const { groups, whole } = await results.groups({ resultId: 'r1', by: ['racedate'] });
    const filters = [{ column: 'racedate', text: '=2026-11-15' }];
    expect(groups).toEqual([{ key: ['20261115'], count: 2, share: 1, filters, measures: [] }]);
    expect(whole.count).toBe(2);
  },
  'results.rankRecords': async ({ results }) => {
    // A table of the service has no ranks.
    const input = { resultId: 'r1', columns: ['integration_index_rank'] };
    expect(await results.rankRecords(input)).toEqual([]);
  },
  'results.statistics': async ({ results }) => {
    const input = { resultId: 'r1', from: 0, to: 2, columns: ['race_name'] };
    expect(await results.statistics(input)).toEqual({ cells: 2, count: 1, numbers: 0 });
    const { rowOrder } = await results.arrange({ resultId: 'r1', sort: [], filters: [] });
    expect(await results.statistics({ ...input, rowOrder })).toMatchObject({ count: 1 });
    const other = results.statistics({ ...input, rowOrder: rowOrder + 1 });
    expectCoded(await failureOf(other), { code: 'ROWS_ARRANGED' });
  },
  'results.emptyColumns': async ({ results }) => {
    expect(await results.emptyColumns({ resultId: 'r1' })).toEqual({ names: [] });
  },
  'results.changed': async ({ results }) => {
    const stream = await results.changed({ resultId: 'r1' });
    expect((await stream.next()).value).toEqual({ writes: 0 });
    await stream.return(undefined);
  },
  'results.renew': async ({ results }) => {
    const renewed = await results.renew({ resultId: 'r1', anchor: { row: 1 } });
    expect(renewed).toMatchObject({ summary: { records: 2 }, arranged: { rows: 2 }, row: 0 });
  },
  'results.stored': async ({ results }) => {
    expect(await results.stored()).toEqual({ bytes: 100, budget: 1000, results: [] });
  },
  'results.window': async ({ results }) => {
    const input = { resultId: 'r1', columns: ['racekey'], from: 1, count: 10 };
    expect(await results.window(input)).toEqual({ cells: [['05264102']] });
    const unsorted = { resultId: 'r1', sort: [], filters: [] };
    const { rowOrder } = await results.arrange(unsorted);
    expect(await results.window({ ...input, rowOrder })).toEqual({ cells: [['05264102']] });
    await results.arrange(unsorted);
    expectCoded(await failureOf(results.window({ ...input, rowOrder })), { code: 'ROWS_ARRANGED' });
  },
  'results.close': async ({ results }) => {
    expect(await results.close({ resultId: 'r1' })).toEqual({});
  },
  // Figures of payoffs are only of results that have some.
  'results.payoffFigures': async ({ results }) => {
    expectCoded(await failureOf(results.payoffFigures({ resultId: 'r1', above: [10_000] })), NO_PAYOFFS);
  },
  'results.payoffsOfBet': async ({ results }) => {
    const question = results.payoffsOfBet({ resultId: 'r1', bet: 'win', above: [] });
    expectCoded(await failureOf(question), NO_PAYOFFS);
  },
  'results.payoffRanks': async ({ results }) => {
    expectCoded(await failureOf(results.payoffRanks({ resultId: 'r1', bet: 'win' })), NO_PAYOFFS);
  },
};
