// Files of another version of Railbird, each as it is used in the window: of a later one they are refused with words and
// stay as they are; of an earlier one they are read.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import { codeOf, openApp } from './testing/open-app.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-versions-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'Best index',
  choosing: { from: '20261101', to: '20261130' },
  filters: [{ column: 'integration_index_rank', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  watch: true,
};

const BET_LIST = { id: 'l', name: 'List', text: '05264811 win 1 100\n' };

type Use = (client: BridgeClient) => Promise<unknown>;

/** Each file with the calls that read and write it; views, settings, downloads and annotations have tests of their own. */
const FILES: readonly (readonly [file: string, read: Use, write: Use])[] = [
  [
    'exports.json',
    ({ savedExports }) => savedExports.list({ table: 't_ra' }),
    ({ savedExports }) => savedExports.remove({ id: 'x', basis: 'x' }),
  ],
  ['bets.json', ({ bets }) => bets.lists({}), ({ bets }) => bets.save(BET_LIST)],
  ['sql-history.json', ({ sql }) => sql.history(), ({ sql }) => sql.forget({})],
  [
    'rule-looks.json',
    ({ rules }) => rules.looks({ rule: RULE }),
    ({ rules }) => rules.run({ rule: RULE, period: RULE.choosing }),
  ],
];

describe('of a later version', () => {
  it.each(FILES)('%s is refused at each use, reported, and stays as it is', async (file, read, write) => {
    const later = '{"version":2,"kept":{"new":"form"}}';
    await writeFile(join(dataDir, file), later);
    const app = await openApp(dataDir);
    try {
      expect([await codeOf(read(app.client)), await codeOf(write(app.client))]).toEqual([
        'FILE_NEWER',
        'FILE_NEWER',
      ]);
      expect(await app.notices()).toMatchObject([{ file: join(dataDir, file), gone: [] }]);
    } finally {
      await app.close();
    }
    expect(await readFile(join(dataDir, file), 'utf8')).toBe(later);
  });

  it('a rule is listed as unreadable with the reason, and stays as it is beside others', async () => {
    await mkdir(join(dataDir, 'rules'));
    const later = ruleText(RULE).replace('"version": 2', '"version": 3');
    expect(later).toContain('"version": 3');
    await writeFile(join(dataDir, 'rules', 'later.json'), later);
    const app = await openApp(dataDir);
    try {
      await app.client.rules.save({ rule: { ...RULE, name: 'Another' } });
      expect(await app.client.rules.list()).toMatchObject({
        rules: [{ rule: { name: 'Another' } }],
        unreadable: [{ file: 'later.json' }],
      });
    } finally {
      await app.close();
    }
    expect(await readFile(join(dataDir, 'rules', 'later.json'), 'utf8')).toBe(later);
  });
});

describe('of an earlier version', () => {
  it('the first settings and views that Railbird wrote are read, with nothing lost and nothing to report', async () => {
    const settings = {
      version: 1,
      settings: { language: 'ja', theme: 'dark' },
      connection: { mode: 'account', baseUrl: 'http://service.example', apiKey: 'the-app-key' },
      memory: [['grid', '{"a":1}']],
    };
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
    const content = { columns: { widths: {} }, sort: [], filters: [], quick: '' };
    const view = { id: 'v', table: 'd_ra', name: 'Going', content };
    await writeFile(
      join(dataDir, 'views.json'),
      JSON.stringify({ version: 1, views: [view], layouts: [], defaults: {} }),
    );
    const app = await openApp(dataDir, { isUnconnected: true });
    try {
      expect(await app.client.settings.get()).toMatchObject({ language: 'ja', theme: 'dark' });
      expect(await app.client.settings.recall({ key: 'grid' })).toEqual({ json: '{"a":1}' });
      expect(await app.client.connection.status()).toMatchObject({
        mode: 'account',
        baseUrl: 'http://service.example',
      });
      expect((await app.client.views.list({ table: 'd_ra' })).views).toMatchObject([view]);
      expect(await app.notices()).toEqual([]);
    } finally {
      await app.close();
    }
    expect((await readdir(dataDir)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('a rule of version 1 is read', async () => {
    await mkdir(join(dataDir, 'rules'));
    await writeFile(
      join(dataDir, 'rules', 'first.json'),
      ruleText(RULE).replace('"version": 2', '"version": 1'),
    );
    const app = await openApp(dataDir);
    try {
      expect(await app.client.rules.list()).toMatchObject({
        rules: [{ rule: { name: 'Best index' } }],
        unreadable: [],
      });
    } finally {
      await app.close();
    }
  });
});
