// The expected answers of the `views` procedures: part of the contract suite.

import { expect } from 'vitest';
import type { SavedView } from '#shared/saved-views/view.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import type { Calls } from './call.ts';

const LAYOUT = { id: 'l', table: 'd_hj', name: 'macro', version: 3, columns: ['racekey'] } as const;
const layout = () => ({ ...LAYOUT, columns: [...LAYOUT.columns] });

const VIEW: SavedView = {
  id: 'v1',
  table: 't_ra',
  name: '馬場',
  content: { columns: { widths: {} }, sort: [], filters: [], quick: '' },
};

export const VIEWS_CALLS: Calls = {
  'views.save': async ({ views }) => {
    await views.save(VIEW);
    await expect(views.save({ ...VIEW, id: 'other' })).rejects.toMatchObject({
      data: { code: 'VIEW_NAME_TAKEN' },
    });
    const { views: stored } = await views.list({ table: 't_ra' });
    expect(stored).toEqual([{ ...VIEW, revision: expect.any(String) }]);
    const basis = stored[0]?.revision;
    await views.save({ ...VIEW, name: '芝', basis });
    // One window is quicker than another that began with the same view.
    const late = await failureOf(views.save({ ...VIEW, name: 'ダート', basis }));
    expectCoded(late, { code: 'CHANGED_ELSEWHERE', values: { name: '芝' } });
  },
  'views.setDefault': async ({ views }) => {
    await views.save(VIEW);
    await views.setDefault({ table: 't_ra', id: VIEW.id });
    expect(await views.list({ table: 't_ra' })).toMatchObject({ defaultId: VIEW.id });
  },
  'views.freeze': async ({ views }) => {
    const wanted = { table: 't_ra', name: '表計算', columns: ['racekey'] } as const;
    const { id: _id, ...layout } = await views.freeze({ ...wanted, columns: [...wanted.columns] });
    expect(layout).toEqual({ ...wanted, version: 1 });
  },
  'views.write': async ({ views }) => {
    await views.save(VIEW);
    await views.restoreLayout(layout());
    expect(await views.write({ language: 'en' })).toMatchObject({
      views: 1,
      layouts: 1,
      path: expect.stringContaining('railbird-views-all'),
    });
  },
  'views.adopt': async ({ views }) => {
    await views.save(VIEW);
    const { table, name } = VIEW;
    const content = { ...VIEW.content, quick: '芝' };
    const file = {
      format: 'railbird-views',
      version: 1,
      views: [{ table, name, content }],
      layouts: [],
    } as const;
    const adopt = () => views.adopt({ ...file, views: [...file.views], layouts: [] });
    const added = { views: [{ table, name: `${name} (2)` }], layouts: 0, renamed: 1, present: 0 };
    expect(await adopt()).toEqual(added);
    expect(await adopt()).toEqual({ views: [], layouts: 0, renamed: 0, present: 1 });
  },
  'views.remove': async ({ views }) => {
    const { revision: basis } = await views.save(VIEW);
    await views.setDefault({ table: 't_ra', id: VIEW.id });
    await views.remove({ id: VIEW.id, basis });
    expect(await views.list({ table: 't_ra' })).toEqual({ views: [], layouts: [] });
  },
  'views.list': async ({ views }) => {
    await views.save(VIEW);
    await views.restoreLayout(layout());
    expect(await views.list({ table: 't_ra' })).toMatchObject({ views: [VIEW], layouts: [] });
    expect(await views.list({ table: 'd_hj' })).toEqual({ views: [], layouts: [LAYOUT] });
  },
  'views.restoreLayout': async ({ views }) => {
    await views.restoreLayout(layout());
    const { layouts } = await views.list({ table: 'd_hj' });
    expect(layouts.map(({ version }) => version)).toEqual([3]);
  },
  'views.removeLayout': async ({ views }) => {
    await views.restoreLayout(layout());
    await views.removeLayout({ id: LAYOUT.id });
    expect((await views.list({ table: 'd_hj' })).layouts).toEqual([]);
  },
};
