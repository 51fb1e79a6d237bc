import { describe, expect, it } from 'vitest';
import { MOST_VIEWS, type SavedView } from '#shared/saved-views/view.ts';
import { readViews, writeViews } from '#shared/saved-views/views-file.ts';
import {
  adopted,
  frozen,
  listOf,
  withDefault,
  withLayout,
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
    const state = withDefault(withView(NO_VIEWS, view('a', 'Pace')), 'd_ky', 'a');
    expect(listOf(state, 'd_ky').defaultId).toBe('a');
    expect(listOf(withoutView(state, 'a', basisOf(state, 'a')), 'd_ky')).toEqual({ views: [], layouts: [] });
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
  it('get the next version under a name, and the older ones stay as they are', () => {
    const wanted = { table: 'd_ky', name: 'Macro', columns: ['racekey'] } as const;
    const first = frozen(NO_VIEWS, { ...wanted, id: 'a', columns: ['racekey'] });
    const state = withLayout(NO_VIEWS, first);
    const second = frozen(state, { ...wanted, id: 'b', columns: ['racekey', 'racedate'] });
    expect([first.version, second.version]).toEqual([1, 2]);
    const both = withLayout(state, second);
    expect(listOf(both, 'd_ky').layouts.map(({ columns }) => columns.length)).toEqual([2, 1]);
  });
});

describe('a file of views', () => {
  it('is imported beside the existing views, whatever the names', () => {
    const state = withView(NO_VIEWS, view('a', 'Pace'));
    const read = readViews(writeViews([view('x', 'Pace'), view('y', 'Form')], []));
    if (!read.ok) throw new Error(read.problem);
    let ids = 0;
    const { state: after, renamed } = adopted(state, read.file, () => `new${(ids += 1)}`);
    expect(after.views.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'Pace'],
      ['new1', 'Pace (2)'],
      ['new2', 'Form'],
    ]);
    expect(renamed).toBe(1);
  });

  it('never changes a version of a layout, and does not duplicate an identical one', () => {
    const layout = { id: 'l', table: 'd_ky', name: 'Macro', version: 1, columns: ['racekey'] } as const;
    const stored = { ...layout, columns: ['racekey'] };
    const state = withLayout(NO_VIEWS, stored);
    const file = (columns: string[]) => {
      const read = readViews(writeViews([], [{ ...layout, columns }]));
      if (!read.ok) throw new Error(read.problem);
      return read.file;
    };
    expect(adopted(state, file(['racekey']), () => 'n').layouts).toBe(0);
    const other = adopted(state, file(['racedate']), () => 'n');
    expect(other.state.layouts).toEqual([
      stored,
      { id: 'n', table: 'd_ky', name: 'Macro (2)', version: 1, columns: ['racedate'] },
    ]);
  });
});
