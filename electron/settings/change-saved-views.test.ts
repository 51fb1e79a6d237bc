import { describe, expect, it } from 'vitest';
import { MOST_VIEWS, type SavedView } from '#shared/saved-views/view.ts';
import {
  frozen,
  listOf,
  withDefault,
  withLayout,
  withoutLayout,
  withoutView,
  withView,
} from './change-saved-views.ts';
import { revisionOf } from '../files/revision.ts';
import { NO_VIEWS, type ViewsState } from './saved-views-store.ts';

const content: SavedView['content'] = { columns: { widths: {} }, sort: [], filters: [], quick: '' };
const view = (id: string, name: string, table: SavedView['table'] = 'd_ky'): SavedView => ({
  id,
  name,
  table,
  content,
});

const basisOf = (state: ViewsState, id: string): string =>
  revisionOf(state.views.find((each) => each.id === id) ?? {});

describe('views', () => {
  it('have unique names within a table, and may share names across tables', () => {
    const state = withView(NO_VIEWS, view('a', 'Pace'));
    expect(() => withView(state, view('b', 'Pace'))).toThrow('VIEW_NAME_TAKEN');
    expect(withView(state, view('b', 'Pace', 'd_se')).views).toHaveLength(2);
    const [stored] = listOf(state, 'd_ky').views;
    const changed = { ...view('a', 'Pace'), content: { ...content, quick: 'x' } };
    expect(withView(state, changed, stored?.revision).views).toEqual([changed]);
  });

  it('are listed by name for one table', () => {
    const state = ['Run 10', 'Run 9', 'Ace'].reduce(
      (before, name) => withView(before, view(name, name)),
      NO_VIEWS,
    );
    expect(listOf(state, 'd_ky').views.map(({ name }) => name)).toEqual(['Ace', 'Run 9', 'Run 10']);
    expect(listOf(state, 'd_se').views).toEqual([]);
  });

  it('no longer open a table once they are removed', () => {
    const state = withDefault(withView(NO_VIEWS, view('a', 'Pace')), { table: 'd_ky', id: 'a' });
    expect(listOf(state, 'd_ky').defaultId).toBe('a');
    expect(listOf(withoutView(state, 'a', basisOf(state, 'a')), 'd_ky')).toEqual({ views: [], layouts: [] });
  });

  it('that another window made the default stay it when one window takes its own back', () => {
    const two = withView(withView(NO_VIEWS, view('a', 'Pace')), view('b', 'Late'));
    const theirs = withDefault(two, { table: 'd_ky', id: 'b' });
    expect(withDefault(theirs, { table: 'd_ky', over: 'a' })).toEqual(theirs);
    expect(withDefault(theirs, { table: 'd_ky', id: 'a', over: null })).toEqual(theirs);
    expect(listOf(withDefault(theirs, { table: 'd_ky', over: 'b' }), 'd_ky').defaultId).toBeUndefined();
    expect(listOf(withDefault(two, { table: 'd_ky', id: 'a', over: null }), 'd_ky').defaultId).toBe('a');
  });

  it('that another window has changed or deleted meanwhile are neither overwritten nor deleted', () => {
    const state = withView(NO_VIEWS, view('a', 'Pace'));
    const basis = basisOf(state, 'a');
    const theirs = withView(state, view('a', 'Their pace'), basis);
    expect(() => withView(theirs, view('a', 'My pace'), basis)).toThrow('CHANGED_ELSEWHERE');
    expect(() => withView(theirs, view('a', 'My pace'))).toThrow('CHANGED_ELSEWHERE');
    expect(() => withoutView(theirs, 'a', basis)).toThrow('CHANGED_ELSEWHERE');
    // Both did the same.
    expect(withView(theirs, view('a', 'Their pace'), basis).views).toEqual(theirs.views);
    const gone = withoutView(theirs, 'a', basisOf(theirs, 'a'));
    expect(() => withView(gone, view('a', 'My pace'), basis)).toThrow('CHANGED_ELSEWHERE');
    expect(withoutView(gone, 'a', basis)).toEqual(gone);
  });

  it('are refused beyond the maximum number', () => {
    const views = Array.from({ length: MOST_VIEWS }, (_, n) => view(`v${n}`, `${n}`));
    expect(() => withView({ ...NO_VIEWS, views }, view('one', 'more'))).toThrow('TOO_MANY_VIEWS');
  });
});

describe('frozen layouts', () => {
  const wanted = { table: 'd_ky', name: 'Macro' } as const;
  const frozenAs = (state: ViewsState, id: string, ...columns: string[]) => {
    const layout = frozen(state, { ...wanted, id, columns });
    return { layout, state: withLayout(state, layout) };
  };
  const titles = (state: ViewsState) =>
    listOf(state, 'd_ky').layouts.map(({ version, columns }) => `v${version} ${columns.join()}`);

  it('get the next version under a name, and the older ones stay as they are', () => {
    const wanted = { table: 'd_ky', name: 'Macro', columns: ['racekey'] } as const;
    const first = frozen(NO_VIEWS, { ...wanted, id: 'a', columns: ['racekey'] });
    const state = withLayout(NO_VIEWS, first);
    const second = frozen(state, { ...wanted, id: 'b', columns: ['racekey', 'racedate'] });
    expect([first.version, second.version]).toEqual([1, 2]);
    const both = withLayout(state, second);
    expect(listOf(both, 'd_ky').layouts.map(({ columns }) => columns.length)).toEqual([2, 1]);
  });

  it('never reuse the number of a removed version, and undo restores it under that number', () => {
    const one = frozenAs(NO_VIEWS, 'a', 'racekey');
    const two = frozenAs(one.state, 'b', 'racekey', 'racedate');
    const three = frozenAs(withoutLayout(two.state, 'b'), 'c', 'horse_name');
    expect(titles(three.state)).toEqual(['v3 horse_name', 'v1 racekey']);
    const undone = withLayout(three.state, two.layout);
    expect(titles(undone)).toEqual(['v3 horse_name', 'v2 racekey,racedate', 'v1 racekey']);
    // Undone twice.
    expect(withLayout(undone, two.layout)).toBe(undone);
    const none = ['a', 'b', 'c'].reduce(withoutLayout, undone);
    expect(titles(frozenAs(none, 'd', 'racekey').state)).toEqual(['v4 racekey']);
  });

  it('are refused under a version of other columns, stored or removed', () => {
    const { layout, state } = frozenAs(NO_VIEWS, 'a', 'racekey');
    const other = { ...layout, id: 'b', columns: ['racedate'] };
    for (const each of [state, withoutLayout(state, 'a')])
      expect(() => withLayout(each, other)).toThrow('CHANGED_ELSEWHERE');
    expect(() => withLayout(state, { ...layout, version: 2 })).toThrow('CHANGED_ELSEWHERE');
  });
});
