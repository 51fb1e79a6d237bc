import { describe, expect, it } from 'vitest';
import type { SavedLayout, SavedView } from '#shared/saved-views/view.ts';
import { readViews, writeViews } from '#shared/saved-views/views-file.ts';
import { adopted } from './adopt-views.ts';
import { withLayout, withoutLayout, withView } from './change-saved-views.ts';
import { NO_VIEWS, type ViewsState } from './saved-views-store.ts';

const view = (id: string, name: string, quick = ''): SavedView => ({
  id,
  table: 'd_ky',
  name,
  content: { columns: { widths: {} }, sort: [], filters: [], quick },
});

const layout = (title: string, ...columns: string[]): SavedLayout => {
  const [, name = '', version] = /^(.*) v(\d+)$/.exec(title) ?? [];
  return { id: `${title} ${columns.join()}`, table: 'd_ky', name, version: Number(version), columns };
};

let ids = 0;
const adopt = (
  state: ViewsState,
  views: readonly SavedView[],
  layouts: readonly SavedLayout[] = [],
  overwrites = false,
) => {
  const read = readViews(writeViews(views, layouts));
  if (!read.ok) throw new Error(read.problem);
  return adopted(state, { ...read.file, overwrites }, () => `new${(ids += 1)}`);
};

const namesOf = ({ views }: ViewsState) =>
  views.map(({ name, content }) => `${name} ${content.quick}`.trim());
const layoutsOf = ({ layouts }: ViewsState) =>
  layouts.map(({ name, version, columns }) => `${name} v${version} ${columns.join()}`);

describe('views of a file', () => {
  it('are added beside the existing ones, whatever the names', () => {
    const { state, renamed } = adopt(withView(NO_VIEWS, view('a', 'Pace')), [
      view('x', 'Pace', 'theirs'),
      view('y', 'Form'),
    ]);
    expect(namesOf(state)).toEqual(['Pace', 'Pace (2) theirs', 'Form']);
    expect(new Set(state.views.map(({ id }) => id)).size).toBe(3);
    expect(renamed).toBe(1);
  });

  it('are added once, however often the file is imported, and again once one was changed', () => {
    const file = [view('x', 'Pace', 'theirs'), view('y', 'Form')];
    const once = adopt(withView(NO_VIEWS, view('a', 'Pace')), file).state;
    expect(adopt(once, file)).toMatchObject({ state: once, views: [], renamed: 0, present: 2 });
    const changed = adopt(once, [view('x', 'Pace', 'newer')]);
    expect(namesOf(changed.state)).toEqual(['Pace', 'Pace (2) theirs', 'Form', 'Pace (3) newer']);
    expect(changed).toMatchObject({ renamed: 1, present: 0 });
  });
});

describe('views of a file that overwrite those of their names', () => {
  const mine = [view('a', 'Pace', 'mine'), view('b', 'Form', 'same'), view('c', 'Other')].reduce<ViewsState>(
    (state, each) => withView(state, each),
    { ...NO_VIEWS, defaults: { d_ky: 'a' } },
  );

  it('keep their place and id, the others are added, and equal ones are there already', () => {
    const done = adopt(
      mine,
      [view('x', 'Pace', 'theirs'), view('y', 'Form', 'same'), view('z', 'New')],
      [],
      true,
    );
    expect(namesOf(done.state)).toEqual(['Pace theirs', 'Form same', 'Other', 'New']);
    expect(done.state.views.slice(0, 3).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(done.state.defaults).toEqual({ d_ky: 'a' });
    expect(done.views.map(({ name }) => name)).toEqual(['Pace', 'New']);
    expect(done).toMatchObject({ renamed: 0, present: 1 });
  });

  it('of which one name is there twice: the last one counts', () => {
    const twice = [view('x', 'Pace', 'first'), view('y', 'Pace', 'last'), view('z', 'New', '1')];
    const done = adopt(mine, [...twice, view('w', 'New', '2')], [], true);
    expect(namesOf(done.state)).toEqual(['Pace last', 'Form same', 'Other', 'New 2']);
    expect(done.views).toHaveLength(2);
  });
});

describe('layouts of a file', () => {
  const mine = withLayout(NO_VIEWS, layout('Macro v1', 'racekey'));

  it('never change a version, and one with the same columns is not duplicated', () => {
    expect(adopt(mine, [], [layout('Macro v1', 'racekey')])).toMatchObject({ layouts: 0, present: 1 });
    const other = adopt(mine, [], [layout('Macro v1', 'racedate')]);
    expect(layoutsOf(other.state)).toEqual(['Macro v1 racekey', 'Macro (2) v1 racedate']);
    expect(other).toMatchObject({ layouts: 1, renamed: 1, present: 0 });
  });

  it('get one other name, however often the file is imported, and further versions join it', () => {
    const theirs = [layout('Macro v1', 'racedate')];
    const once = adopt(mine, [], theirs).state;
    expect(adopt(once, [], theirs)).toMatchObject({ state: once, layouts: 0, renamed: 0, present: 1 });
    const more = adopt(once, [], [...theirs, layout('Macro v2', 'racedate', 'going')]);
    expect(layoutsOf(more.state)).toEqual([
      'Macro v1 racekey',
      'Macro (2) v1 racedate',
      'Macro (2) v2 racedate,going',
    ]);
    expect(more).toMatchObject({ layouts: 1, renamed: 1, present: 1 });
  });

  it.each([
    ['in order', ['Macro v1', 'Macro v2']],
    ['with the newest first', ['Macro v2', 'Macro v1']],
  ])('keep all versions of a name together, %s', (_, titles) => {
    const { state } = adopt(
      mine,
      [],
      titles.map((title) => layout(title, 'racedate')),
    );
    expect(layoutsOf(state).toSorted()).toEqual([
      'Macro (2) v1 racedate',
      'Macro (2) v2 racedate',
      'Macro v1 racekey',
    ]);
  });

  it('that get another name are not mixed with layouts of that name in the same file', () => {
    const file = [layout('Macro v1', 'racedate'), layout('Macro (2) v2', 'going')];
    const once = adopt(mine, [], file).state;
    expect(layoutsOf(once)).toEqual(['Macro v1 racekey', 'Macro (3) v1 racedate', 'Macro (2) v2 going']);
    expect(adopt(once, [], file).state).toEqual(once);
  });

  it('of which the file has one version twice get two names', () => {
    const file = [layout('Macro v1', 'racekey'), layout('Macro v1', 'racedate')];
    const once = adopt(NO_VIEWS, [], file).state;
    expect(layoutsOf(once)).toEqual(['Macro v1 racekey', 'Macro (2) v1 racedate']);
    expect(adopt(once, [], file).state).toEqual(once);
  });

  it('that were removed return under their own version, and others do not take it', () => {
    const removed = mine.layouts.reduce((state, { id }) => withoutLayout(state, id), mine);
    expect(layoutsOf(adopt(removed, [], mine.layouts).state)).toEqual(['Macro v1 racekey']);
    expect(layoutsOf(adopt(removed, [], [layout('Macro v1', 'racedate')]).state)).toEqual([
      'Macro (2) v1 racedate',
    ]);
  });
});
