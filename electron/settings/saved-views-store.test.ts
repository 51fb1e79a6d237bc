import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { SavedLayout, SavedView } from '#shared/saved-views/view.ts';
import type { NewNotice } from '../files/notices.ts';
import { withLayout, withView } from './change-saved-views.ts';
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

/** Opens the file, which may be damaged. */
async function openDamaged() {
  const notices: NewNotice[] = [];
  const report = (error: unknown) => {
    throw error;
  };
  const file = await openViewsFile({ dataDir, notify: (notice) => void notices.push(notice), report });
  return { file, notices };
}

test('a damaged byte within a name leaves the others as they are, and the file is copied and reported', async () => {
  const path = join(dataDir, 'views.json');
  const content: SavedView['content'] = { columns: { widths: {} }, sort: [], filters: [], quick: '' };
  const views = ['前走', '枠なら'].map((name): SavedView => ({ id: name, table: 'd_ky', name, content }));
  await (await open()).update((state) => ({ ...state, views }));
  const bytes = await readFile(path);
  bytes[bytes.indexOf('"name": "前走"') + '"name": "'.length] = 0x82;
  await writeFile(path, bytes);
  const { file, notices } = await openDamaged();
  expect(file.state.views[1]).toEqual(views[1]);
  expect(notices).toHaveLength(1);
  expect(await readFile(notices[0]?.movedTo ?? '')).toEqual(bytes);
});

describe('a file that is cut off where a line ends', () => {
  const content: SavedView['content'] = { columns: { widths: {} }, sort: [], filters: [], quick: '' };
  const views = ['Pace', 'Form'].map((name): SavedView => ({ id: name, table: 'd_ky', name, content }));
  const layout: SavedLayout = { id: 'l', table: 'd_ky', name: 'Macro', version: 1, columns: ['racekey'] };

  it('is always copied and reported before anything is written to it', async () => {
    const path = join(dataDir, 'views.json');
    const whole = await open();
    await whole.update((state) => withLayout({ ...state, views }, layout));
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    for (let end = 1; end < lines.length; end += 1) {
      const cut = `${lines.slice(0, end).join('\n')}\n`;
      await writeFile(path, cut);
      const { file, notices } = await openDamaged();
      const gone = notices.flatMap((notice) => notice.gone.map(({ en }) => en)).join('\n');
      expect(gone).not.toBe('');
      if (file.state.views.length < 2) expect(gone).toMatch(/further views|All views|The view|Everything/);
      if (file.state.layouts.length < 1) expect(gone).toMatch(/further layouts|All layouts|Everything/);
      expect(await readFile(notices[0]?.movedTo ?? '', 'utf8')).toBe(cut);
    }
    expect((await readdir(dataDir)).filter((name) => name.includes('.damaged-'))).toHaveLength(
      lines.length - 1,
    );
  });
});
