import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SavedView } from '#shared/saved-views/view.ts';
import { withView } from './change-saved-views.ts';
import { openViewsFile } from './saved-views-store.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-views-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = () =>
  openViewsFile({
    dataDir,
    notify: () => {
      throw new Error('damaged');
    },
    report: (error) => {
      throw error;
    },
  });

test('several hundred wide views are read back unchanged, without the file having been closed', async () => {
  const shown = Array.from({ length: 276 }, (_, n) => `race_back_1_special_note_cd${n}`);
  const views = Array.from({ length: 400 }, (_, n): SavedView => ({
    id: `v${n}`,
    table: 't_zk',
    name: `前5走 ${n}`,
    content: {
      columns: { shown, widths: { horse_name: 210 }, pinnedStart: ['horse_name'] },
      sort: [{ column: 'racekey', direction: 'descending' }],
      filters: [{ column: 'race_back_1_idm', text: '>=60', on: false }],
      quick: 'ｺﾊﾟﾉ',
      query: { racedate: '20261115' },
    },
  }));
  const file = await open();
  await Promise.all(views.map((view) => file.update((state) => withView(state, view))));
  // As after a kill: nothing closed the file.
  expect((await open()).state.views).toEqual(views);
});
