import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sort } from '#shared/bridge/source.ts';
import { RowsArranged, RowsReopened } from '../../client/failure.ts';
import { closed, fakeMain, openedOn, settled } from './testing/fake-main.ts';

let main = fakeMain();
const opened = (sort?: Sort) => openedOn(main, sort);

beforeEach(() => {
  main = fakeMain();
});

describe('rows loaded by pages', () => {
  it('have no cells before their page is loaded, then the right ones', async () => {
    const { rows, listener } = await opened();
    rows.show(0, 40, ['a', 'b']);
    expect(rows.cell(7, 'b')).toBeUndefined();
    await main.requests[0]?.answer();
    expect(rows.cell(7, 'b')).toBe('b7');
    expect(listener).toHaveBeenCalled();
  });

  it('come with the answer to their query as far as they are on screen, over two pages', async () => {
    main.first.mark = '!';
    const { rows } = await opened();
    expect(main.results.arrange).toHaveBeenCalledOnce();
    rows.show(80, 120, ['a', 'b']);
    for (const request of main.requests) await request.answer();
    main.requests.length = 0;
    main.first.mark = ' new';
    rows.setQuery({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    expect(rows.cell(80, 'a')).toBe('a80');
    await settled();
    expect([rows.cell(80, 'a'), rows.cell(119, 'b')]).toEqual(['a80 new', 'b119 new']);
    expect(main.requests.filter(({ from }) => from < 200)).toEqual([]);
  });

  it('are queried by the last query, once the range on screen is known', async () => {
    main.first.mark = '';
    const rows = main.rowsOf({ resultId: 'first', records: 1000 });
    rows.subscribe(() => undefined);
    rows.setQuery({ sort: [], filters: [] });
    rows.setQuery({ sort: [{ column: 'a', direction: 'ascending' }], filters: [] });
    await settled();
    expect(main.sorts).toEqual([]);
    rows.show(0, 40, ['a', 'b']);
    await settled();
    expect(main.sorts).toEqual([[{ column: 'a', direction: 'ascending' }]]);
    expect(rows.cell(39, 'b')).toBe('b39');
  });

  it('request columns beside the screen once the screen is complete', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a'], ['b', 'c']);
    expect(main.requests.some(({ columns }) => columns.includes('b'))).toBe(false);
    await main.requests[0]?.answer();
    const beside = main.requests.find(({ columns }) => columns.includes('b'));
    expect(beside).toMatchObject({ from: 0, columns: ['b', 'c'] });
    rows.show(0, 40, ['a', 'd'], ['b', 'c']);
    expect(main.requests.findLast(({ from }) => from === 0)?.columns).toEqual(['d']);
  });

  it('let running requests finish during a sideways scroll, and request nothing twice', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a', 'b']);
    for (const next of ['c', 'd', 'e', 'f', 'g']) rows.show(0, 40, ['b', next]);
    const ofPage = main.requests.filter(({ from }) => from === 0);
    const [first] = ofPage;
    expect(first?.signal?.aborted).toBe(false);
    await first?.answer();
    expect(rows.cell(7, 'b')).toBe('b7');
    const wanted = main.requests.filter(({ from, signal }) => from === 0 && signal?.aborted === false);
    const columns = wanted.flatMap((request) => request.columns);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns).toContain('g');
  });

  it('read a long range window by window', async () => {
    main.size.rows = 2000;
    const { rows } = await opened();
    const cells = rows.cellsOf({ from: 500, count: 1200, columns: ['a'] });
    await settled();
    await main.requests.at(-1)?.answer();
    await main.requests.at(-1)?.answer();
    const [read] = await cells;
    expect([read?.length, read?.[0], read?.[1199]]).toEqual([1200, 'a500', 'a1699']);
  });

  it('read a long range of one row order: other rows at their places end it', async () => {
    main.size.rows = 5000;
    main.first.mark = '';
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await settled();
    const sorted = { sort: [{ column: 'a', direction: 'descending' as const }], filters: [] };
    const all = { from: 0, count: 5000, columns: ['a'] };
    const before = rows.cellsOf(all);
    before.catch(() => undefined);
    await settled();
    expect(main.requests.at(-1)?.rowOrder).toBe(rows.rowOrder());
    await main.requests.at(-1)?.answer();
    rows.setQuery(sorted);
    await main.requests.at(-1)?.answer();
    await expect(before).rejects.toMatchObject({ data: { code: 'ROWS_ARRANGED' } });
    // The new rows are on screen: a copy of them is of the new row order from the start.
    const reading = rows.cellsOf(all);
    for (let window = 0; window < 5; window += 1) {
      await settled();
      await main.requests.at(-1)?.answer();
    }
    expect((await reading)[0]).toHaveLength(5000);
  });

  it('read a long range of the rows on screen, which are the previous ones until the new ones are loaded', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    rows.setQuery({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    await settled();
    expect(rows.cell(0, 'a')).toBe('a0');
    const early = rows.cellsOf({ from: 900, count: 2, columns: ['a'] });
    early.catch(() => undefined);
    await settled();
    await main.requests.find(({ from }) => from === 900)?.answer();
    await expect(early).rejects.toMatchObject({ data: { code: 'ROWS_ARRANGED' } });
  });

  it('read a long range to the last row, and none that is a row short', async () => {
    const { rows } = await opened();
    const end = rows.cellsOf({ from: 998, count: 500, columns: ['a'] });
    await settled();
    await main.requests.at(-1)?.answer();
    expect(await end).toEqual([['a998', 'a999']]);
    vi.spyOn(main.results, 'window').mockResolvedValueOnce({ cells: [['a']] });
    await expect(rows.cellsOf({ from: 0, count: 2, columns: ['a'] })).rejects.toThrow(RowsArranged);
  });

  it('request only the columns that are missing', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a', 'b']);
    await main.requests[0]?.answer();
    main.requests.length = 0;
    rows.show(0, 40, ['a', 'b']);
    expect(main.requests.filter((request) => request.from === 0)).toEqual([]);
    rows.show(0, 40, ['b', 'c']);
    await main.requests[0]?.answer();
    const first = main.requests.filter((request) => request.from === 0);
    expect(first.map((request) => request.columns)).toEqual([['c']]);
  });

  it('cancel pages that were scrolled past and request what is on screen', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    const [passed] = main.requests;
    rows.show(800, 840, ['a']);
    expect(passed?.signal?.aborted).toBe(true);
    expect(main.requests.some((request) => request.from === 800)).toBe(true);
  });

  it('stay on screen until the new order is loaded, and ignore answers to the old one', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    const late = main.requests[1];
    main.requests.length = 0;
    rows.setQuery({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    expect(rows.cell(0, 'a')).toBe('a0');
    await settled();
    expect(main.sorts.at(-1)).toEqual([{ column: 'a', direction: 'descending' }]);
    await late?.answer(' of the old order');
    expect(rows.cell(0, 'a')).toBe('a0');
    expect(rows.cell(100, 'a')).toBeUndefined();
    await main.requests[0]?.answer(' of the new order');
    expect(rows.cell(0, 'a')).toBe('a0 of the new order');
  });

  it('are of one order only: the new one once everything on screen is loaded', async () => {
    const { rows } = await opened();
    rows.show(80, 120, ['a']);
    await main.requests[0]?.answer();
    await main.requests[1]?.answer();
    main.requests.length = 0;
    rows.setQuery({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    await settled();
    await main.requests.find(({ from }) => from === 0)?.answer(' new');
    expect([rows.cell(80, 'a'), rows.cell(119, 'a')]).toEqual(['a80', 'a119']);
    await main.requests.find(({ from }) => from === 100)?.answer(' new');
    expect([rows.cell(80, 'a'), rows.cell(119, 'a')]).toEqual(['a80 new', 'a119 new']);
  });

  it('are opened again and handed over when the main process closed the result: those on screen stay', async () => {
    const { rows } = await opened([{ column: 'a', direction: 'ascending' }]);
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    rows.show(200, 240, ['a']);
    for (const request of main.requests.slice(1)) await request.refuse(closed());
    expect(main.reopened).toEqual([{ resultId: 'again-1', records: 1000 }]);
    expect(rows.cell(3, 'a')).toBe('a3');
    expect([rows.failure(), rows.applied().resultId]).toEqual([undefined, 'first']);
    main.requests.length = 0;
    rows.show(400, 440, ['a']);
    await settled();
    expect([main.requests, main.opened]).toEqual([[], ['again-1']]);
  });

  it('are opened again, once, when the main process closed the result before their query', async () => {
    main.results.arrange.mockRejectedValue(closed());
    await opened();
    expect(main.reopened).toHaveLength(1);
    const rows = main.rowsOf({ resultId: 'again-1', records: 1000 }, { isReopened: true });
    rows.setQuery({ sort: [], filters: [] });
    rows.subscribe(() => undefined);
    rows.show(0, 40, ['a']);
    await settled();
    expect(main.opened).toHaveLength(1);
    expect(rows.failure()).toBeDefined();
  });

  it('are not read by their place from what was opened instead: a copy would have other rows', async () => {
    const { rows } = await opened();
    const copied = rows.cellsOf({ from: 500, count: 2, columns: ['a'] });
    copied.catch(() => undefined);
    await main.requests.at(-1)?.refuse(closed());
    await expect(copied).rejects.toThrow(RowsReopened);
    expect(main.reopened).toHaveLength(1);
  });

  it('are queried once for the same query, and keep the answer to the last of two', async () => {
    main.first.mark = '!';
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await settled();
    main.sorts.length = 0;
    const query = { sort: [{ column: 'a', direction: 'descending' as const }], filters: [] };
    const slow = Promise.withResolvers<{ rows: number; total: number; problems: []; rowOrder: number }>();
    main.results.arrange.mockImplementationOnce(() => slow.promise);
    rows.setQuery({ sort: [{ column: 'b', direction: 'ascending' }], filters: [] });
    rows.setQuery(query);
    rows.setQuery(query);
    await settled();
    slow.resolve({ rows: 3, total: 1000, problems: [], rowOrder: 9 });
    await settled();
    expect(main.sorts).toEqual([query.sort]);
    expect([rows.applied().query, rows.rows]).toEqual([query, 1000]);
  });

  it('report a failure and continue after a retry', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    const broken = new Error('no answer');
    await main.requests[0]?.refuse(broken);
    expect(rows.failure()).toBe(broken);
    main.requests.length = 0;
    rows.retry();
    expect(rows.failure()).toBeUndefined();
    await main.requests.find((request) => request.from === 0)?.answer();
    expect(rows.cell(0, 'a')).toBe('a0');
  });

  it('request nothing after the last unsubscribe', async () => {
    const { rows, stop } = await opened();
    rows.show(0, 40, ['a']);
    stop();
    expect(main.requests.every((request) => request.signal?.aborted === true)).toBe(true);
    const before = main.requests.length;
    rows.show(500, 540, ['a']);
    expect(main.requests).toHaveLength(before);
  });

  it('stay on screen until the fewer rows that a filter leaves are loaded', async () => {
    const { rows } = await opened();
    rows.show(900, 940, ['a']);
    for (const request of main.requests) await request.answer();
    main.requests.length = 0;
    Object.assign(main.size, { rows: 60 });
    rows.setQuery({ sort: [], filters: [{ column: 'a', text: '>=5' }] });
    await settled();
    expect([rows.rows, rows.queryResult().rows]).toEqual([1000, 1000]);
    expect(rows.cell(905, 'a')).toBe('a905');
    await main.requests.find(({ from }) => from === 0)?.answer('!');
    expect(rows.queryResult()).toEqual({ rows: 60, total: 1000, problems: [] });
    expect(rows.cell(59, 'a')).toBe('a59!');
  });

  it('know how far their records moved from the rows that they renew, and from no others', () => {
    const from = { resultId: 'first', records: 1000 };
    const before = main.rowsOf(from);
    const summary = { resultId: 'first', records: 1020 };
    const renewed = main.rowsOf(summary, { moved: { from, by: 20 } });
    expect(renewed.movedFrom(before)).toBe(20);
    expect(renewed.movedFrom(main.rowsOf(summary))).toBe(0);
  });

  it('are empty at once where no row passes', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    Object.assign(main.size, { rows: 0 });
    rows.setQuery({ sort: [], filters: [{ column: 'a', text: '=x' }] });
    await settled();
    expect(rows.rows).toBe(0);
  });

  it('evict pages that are far away', async () => {
    const big = main.rowsOf({ resultId: 'first', records: 100_000 });
    main.size.rows = 100_000;
    big.setQuery({ sort: [], filters: [] });
    big.subscribe(() => undefined);
    big.show(0, 40, ['a']);
    await settled();
    await main.requests[0]?.answer();
    big.show(50_000, 50_040, ['a']);
    expect(big.cell(0, 'a'), 'on screen until the others are here').toBe('a0');
    for (const request of main.requests.slice(1)) await request.answer();
    expect(big.cell(0, 'a')).toBeUndefined();
  });
});
