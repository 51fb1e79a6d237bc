import { beforeEach, describe, expect, it } from 'vitest';
import type { Sort } from '#shared/bridge/source.ts';
import { closed, fakeMain, openedOn, settled, source } from './testing/fake-main.ts';
import { windowSource } from './page-loader.ts';

let main = fakeMain();
const opened = (sort?: Sort) => openedOn(main, sort);

beforeEach(() => {
  main = fakeMain();
});

describe('rows by windows', () => {
  it('has no cell before its window is answered, then the right one', async () => {
    const { rows, listener } = await opened();
    rows.show(0, 40, ['a', 'b']);
    expect(rows.cell(7, 'b')).toBeUndefined();
    await main.requests[0]?.answer();
    expect(rows.cell(7, 'b')).toBe('b7');
    expect(listener).toHaveBeenCalled();
  });

  it('has what is on screen with the answer to its arrangement, over two pages', async () => {
    main.first.mark = '!';
    const { rows } = await opened();
    expect(main.results.arrange).toHaveBeenCalledOnce();
    rows.show(80, 120, ['a', 'b']);
    for (const request of main.requests) await request.answer();
    main.requests.length = 0;
    main.first.mark = ' new';
    rows.arrange({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    expect(rows.cell(80, 'a')).toBe('a80');
    await settled();
    expect([rows.cell(80, 'a'), rows.cell(119, 'b')]).toEqual(['a80 new', 'b119 new']);
    expect(main.requests.filter(({ from }) => from < 200)).toEqual([]);
  });

  it('is arranged only when it is known what is looked at, as was wanted last', async () => {
    main.first.mark = '';
    const rows = windowSource({ client: main.client, source, summary: { resultId: 'first', records: 1000 } });
    rows.subscribe(() => undefined);
    rows.arrange({ sort: [], filters: [] });
    rows.arrange({ sort: [{ column: 'a', direction: 'ascending' }], filters: [] });
    await settled();
    expect(main.sorts).toEqual([]);
    rows.show(0, 40, ['a', 'b']);
    await settled();
    expect(main.sorts).toEqual([[{ column: 'a', direction: 'ascending' }]]);
    expect(rows.cell(39, 'b')).toBe('b39');
  });

  it('asks for columns beside those on screen once nobody waits for anything', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a'], ['b', 'c']);
    expect(main.requests.some(({ columns }) => columns.includes('b'))).toBe(false);
    await main.requests[0]?.answer();
    const beside = main.requests.find(({ columns }) => columns.includes('b'));
    expect(beside).toMatchObject({ from: 0, columns: ['b', 'c'] });
    rows.show(0, 40, ['a', 'd'], ['b', 'c']);
    expect(main.requests.findLast(({ from }) => from === 0)?.columns).toEqual(['d']);
  });

  it('lets come what is on its way while one scrolls sideways, and asks for nothing twice', async () => {
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

  it('reads a long stretch by windows', async () => {
    const { rows } = await opened();
    const cells = rows.cellsOf?.({ from: 500, count: 1200, columns: ['a'] });
    await settled();
    await main.requests.at(-1)?.answer();
    await main.requests.at(-1)?.answer();
    const [read] = (await cells) ?? [];
    expect([read?.length, read?.[0], read?.[1199]]).toEqual([1200, 'a500', 'a1699']);
  });

  it('asks only for columns that it lacks', async () => {
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

  it('stops what scrolled past and asks for what is on screen', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    const [passed] = main.requests;
    rows.show(800, 840, ['a']);
    expect(passed?.signal?.aborted).toBe(true);
    expect(main.requests.some((request) => request.from === 800)).toBe(true);
  });

  it('keeps the old rows on screen until the new order is there, and ignores answers to the old one', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    const late = main.requests[1];
    main.requests.length = 0;
    rows.arrange({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    expect(rows.cell(0, 'a')).toBe('a0');
    await settled();
    expect(main.sorts.at(-1)).toEqual([{ column: 'a', direction: 'descending' }]);
    await late?.answer(' of the old order');
    expect(rows.cell(0, 'a')).toBe('a0');
    expect(rows.cell(100, 'a')).toBeUndefined();
    await main.requests[0]?.answer(' of the new order');
    expect(rows.cell(0, 'a')).toBe('a0 of the new order');
  });

  it('shows rows of one order only: the new one once everything on screen is there', async () => {
    const { rows } = await opened();
    rows.show(80, 120, ['a']);
    await main.requests[0]?.answer();
    await main.requests[1]?.answer();
    main.requests.length = 0;
    rows.arrange({ sort: [{ column: 'a', direction: 'descending' }], filters: [] });
    await settled();
    await main.requests.find(({ from }) => from === 0)?.answer(' new');
    expect([rows.cell(80, 'a'), rows.cell(119, 'a')]).toEqual(['a80', 'a119']);
    await main.requests.find(({ from }) => from === 100)?.answer(' new');
    expect([rows.cell(80, 'a'), rows.cell(119, 'a')]).toEqual(['a80 new', 'a119 new']);
  });

  it('opens the result again when the main process let it go', async () => {
    const { rows } = await opened([{ column: 'a', direction: 'ascending' }]);
    rows.show(0, 40, ['a']);
    await main.requests[0]?.refuse(closed());
    await settled();
    expect(main.opened).toHaveLength(1);
    expect(main.sorts).toHaveLength(2);
    const again = main.requests.find((request) => request.resultId === 'again-1');
    await again?.answer();
    expect(rows.cell(3, 'a')).toBe('a3');
    expect(rows.failure()).toBeUndefined();
  });

  it('says what failed and goes on after a retry', async () => {
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

  it('stops asking when nobody looks any more', async () => {
    const { rows, stop } = await opened();
    rows.show(0, 40, ['a']);
    stop();
    expect(main.requests.every((request) => request.signal?.aborted === true)).toBe(true);
    const before = main.requests.length;
    rows.show(500, 540, ['a']);
    expect(main.requests).toHaveLength(before);
  });

  it('shows the rows before until the last of the fewer that a filter leaves are there', async () => {
    const { rows } = await opened();
    rows.show(900, 940, ['a']);
    for (const request of main.requests) await request.answer();
    main.requests.length = 0;
    Object.assign(main.size, { rows: 60 });
    rows.arrange({ sort: [], filters: [{ column: 'a', text: '>=5' }] });
    await settled();
    expect([rows.rows, rows.arranged().rows]).toEqual([1000, 1000]);
    expect(rows.cell(905, 'a')).toBe('a905');
    await main.requests.find(({ from }) => from === 0)?.answer('!');
    expect(rows.arranged()).toEqual({ rows: 60, total: 1000, problems: [] });
    expect(rows.cell(59, 'a')).toBe('a59!');
  });

  it('knows how far its records moved from those that it was renewed from, and from no others', () => {
    const from = { resultId: 'first', records: 1000 };
    const before = windowSource({ client: main.client, source, summary: from });
    const summary = { resultId: 'first', records: 1020 };
    const renewed = windowSource({ client: main.client, source, summary, moved: { from, by: 20 } });
    expect(renewed.movedFrom(before)).toBe(20);
    expect(renewed.movedFrom(windowSource({ client: main.client, source, summary }))).toBe(0);
  });

  it('is empty at once where no row passes', async () => {
    const { rows } = await opened();
    rows.show(0, 40, ['a']);
    await main.requests[0]?.answer();
    Object.assign(main.size, { rows: 0 });
    rows.arrange({ sort: [], filters: [{ column: 'a', text: '=x' }] });
    await settled();
    expect(rows.rows).toBe(0);
  });

  it('forgets pages that are far away', async () => {
    const big = windowSource({
      client: main.client,
      source,
      summary: { resultId: 'first', records: 100_000 },
    });
    main.size.rows = 100_000;
    big.arrange({ sort: [], filters: [] });
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
