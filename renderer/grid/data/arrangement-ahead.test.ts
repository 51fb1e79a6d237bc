import { beforeEach, describe, expect, it } from 'vitest';
import { closed, fakeMain, openedOn, settled } from './testing/fake-main.ts';

let main = fakeMain();

beforeEach(() => {
  main = fakeMain();
});

describe('an arrangement', () => {
  it('is asked for with the columns that the next one may look at', async () => {
    const { rows } = await openedOn(main);
    rows.arrange({ sort: [{ column: 'a', direction: 'descending' }], filters: [] }, ['c']);
    await settled();
    expect(main.results.arrange.mock.lastCall?.[0]).toMatchObject({ soon: ['c'] });
  });
});

describe('an arrangement that is aimed at', () => {
  const wanted = { sort: [{ column: 'a', direction: 'descending' as const }], filters: [] };
  const other = { sort: [{ column: 'b', direction: 'descending' as const }], filters: [] };

  async function looking() {
    main.first.mark = ' old';
    const { rows } = await openedOn(main);
    rows.show(0, 40, ['a', 'b']);
    for (const request of main.requests) await request.answer(' old');
    main.requests.length = 0;
    main.first.mark = ' asked';
    main.results.arrange.mockClear();
    return rows;
  }

  it('is drawn with the press that wants it, before the main process is told', async () => {
    const rows = await looking();
    const before = rows.order?.() ?? 0;
    rows.aim(wanted);
    main.size.rows = 700;
    await main.previews[0]?.answer(' ahead');
    expect([rows.cell(7, 'b'), rows.rows, rows.order?.()]).toEqual(['b7 old', 1000, before]);
    rows.arrange(wanted);
    expect([rows.cell(7, 'b'), rows.rows, rows.order?.()]).toEqual(['b7 ahead', 700, before + 1]);
    expect(rows.applied().arrangement).not.toEqual(wanted);
    await settled();
    expect(main.results.arrange).toHaveBeenCalledOnce();
    expect(rows.applied().arrangement).toEqual(wanted);
    expect(rows.cell(7, 'b')).toBe('b7 ahead');
  });

  it('is not told to the main process where another is wanted before it is drawn', async () => {
    const frame = Promise.withResolvers<void>();
    main.drawn = frame.promise;
    const rows = await looking();
    rows.aim(wanted);
    await main.previews[0]?.answer(' ahead');
    rows.arrange(wanted);
    rows.arrange(other);
    await settled();
    frame.resolve();
    await settled();
    expect(main.results.arrange.mock.calls.map(([{ sort }]) => sort)).toEqual([other.sort]);
    expect(rows.cell(7, 'b')).toBe('b7 asked');
  });

  it('is drawn when its preview comes, if that is under way at the press', async () => {
    const rows = await looking();
    rows.aim(wanted);
    rows.arrange(wanted);
    expect(rows.cell(7, 'b')).toBe('b7 old');
    await main.previews[0]?.answer(' ahead');
    expect(rows.cell(7, 'b')).toBe('b7 ahead');
    expect(main.previews).toHaveLength(1);
    expect(rows.applied().arrangement).toEqual(wanted);
  });

  it('is asked for in the usual way where its preview failed, was of another or of other rows', async () => {
    const rows = await looking();
    rows.aim(wanted);
    rows.arrange(wanted);
    await main.previews[0]?.refuse(new Error('ended by a newer one'));
    expect(rows.cell(7, 'b')).toBe('b7 asked');

    rows.aim(wanted);
    rows.aim(other);
    await main.previews.at(-1)?.answer(' ahead');
    main.first.mark = ' again';
    rows.arrange({ sort: [], filters: [] });
    await settled();
    expect(rows.cell(7, 'b')).toBe('b7 again');

    rows.aim(other);
    await main.previews.at(-1)?.answer(' ahead');
    rows.show(300, 340, ['a', 'b']);
    main.first.mark = ' there';
    rows.arrange(other);
    await settled();
    expect(rows.cell(307, 'b')).toBe('b307 there');
  });

  it('is asked for once while the pointer stays on it, and given up for another', async () => {
    const rows = await looking();
    for (let moves = 0; moves < 5; moves += 1) rows.aim(wanted);
    expect(main.previews).toHaveLength(1);
    expect(main.previews[0]?.signal?.aborted).toBe(false);
    rows.aim(other);
    expect(main.previews[0]?.signal?.aborted).toBe(true);
    expect(main.previews.map(({ sort }) => sort[0]?.column)).toEqual(['a', 'b']);
  });

  it('is not asked for where the rows are so already', async () => {
    const rows = await looking();
    rows.aim({ sort: [], filters: [] });
    expect(main.previews).toEqual([]);
  });

  it('has its cells read from the rows that are shown', async () => {
    const rows = await looking();
    rows.aim(wanted);
    await main.previews[0]?.answer(' ahead');
    const told = Promise.withResolvers<{ rows: number; total: number; problems: [] }>();
    main.results.arrange.mockImplementationOnce(() => told.promise);
    rows.arrange(wanted);
    const record = rows.record(7, ['b']);
    await settled();
    expect(main.requests).toEqual([]);
    told.resolve({ ...main.size, problems: [] });
    await settled();
    await main.requests.find(({ from }) => from === 7)?.answer(' of the new order');
    expect(await record).toEqual(new Map([['b', 'b7 of the new order']]));
  });

  it('is opened again with its result where that was let go after the press', async () => {
    const rows = await looking();
    rows.aim(wanted);
    await main.previews[0]?.answer(' ahead');
    main.results.arrange.mockRejectedValueOnce(closed());
    rows.arrange(wanted);
    await settled();
    expect(main.opened).toEqual(['again-1']);
    expect([rows.cell(7, 'b'), rows.applied().resultId]).toEqual(['b7 asked', 'again-1']);
  });
});
