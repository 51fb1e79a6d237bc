// Rules are files: named, found again, and left alone if they cannot be read.

import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import { ruleFiles } from './rule-files.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'railbird-rules-')), 'rules');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const rule = (name: string): Rule => ({
  railbird: 'rule',
  version: 2,
  name,
  choosing: { from: '20160101', to: '20221231' },
  filters: [],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
});

it('a rule is a file under its name, and two of one name are two files', async () => {
  const files = ruleFiles(folder);
  expect(await files.list()).toEqual({ rules: [], unreadable: [] });
  // Two at once take two files as well.
  const saved = await Promise.all(['芝 / 指数1位', '芝 / 指数1位'].map((name) => files.save(rule(name))));
  saved.push(await files.save(rule('../..')));
  const ids = saved.map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(['芝-指数1位', '芝-指数1位-2', 'rule']));
  expect(await readFile(join(folder, '芝-指数1位.json'), 'utf8')).toBe(ruleText(rule('芝 / 指数1位')));
  expect(new Set((await files.list()).rules.map(({ id }) => id))).toEqual(new Set(ids));
});

it('saving under an id replaces the rule, removing it takes the file', async () => {
  const files = ruleFiles(folder);
  const { id, revision } = await files.save(rule('one'));
  const renamed = await files.save(rule('renamed'), id, revision);
  expect((await files.list()).rules).toEqual([{ id, rule: rule('renamed'), revision: renamed.revision }]);
  await files.remove(id, renamed.revision);
  await files.remove(id, renamed.revision);
  expect(await readdir(folder)).toEqual([]);
});

it('what another window or an editor changed is not overwritten', async () => {
  const files = ruleFiles(folder);
  const { id, revision } = await files.save(rule('one'));
  const other = ruleFiles(folder);
  const outcomes = await Promise.allSettled([
    files.save(rule('here'), id, revision),
    other.save(rule('there'), id, revision),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await writeFile(join(folder, `${id}.json`), '{"half');
  await expect(files.save(rule('two'), id, revision)).rejects.toMatchObject({ code: 'CHANGED_ELSEWHERE' });
  await expect(files.remove(id, revision)).rejects.toMatchObject({ code: 'CHANGED_ELSEWHERE' });
  expect(await readFile(join(folder, `${id}.json`), 'utf8')).toBe('{"half');
});

it('an id never leads out of the folder', async () => {
  const files = ruleFiles(folder);
  await files.list();
  await files.save(rule('one'), '../outside');
  expect(await readdir(folder)).toEqual(['outside.json']);
});

it('a file that is no rule is named, and stays as it is', async () => {
  const files = ruleFiles(folder);
  await files.save(rule('good'));
  await writeFile(join(folder, 'bad.json'), '{"half');
  expect(await files.list()).toMatchObject({
    rules: [{ id: 'good' }],
    unreadable: [{ file: 'bad.json', problem: { en: 'The file is not JSON.' } }],
  });
  expect(await readFile(join(folder, 'bad.json'), 'utf8')).toBe('{"half');
});

it('an entry that cannot be read is named, and hides no other; what is gone is not there', async () => {
  const files = ruleFiles(folder);
  await files.save(rule('good'));
  await mkdir(join(folder, 'folder.json'));
  await symlink(join(folder, 'nowhere'), join(folder, 'link.json'));
  expect(await files.list()).toMatchObject({
    rules: [{ id: 'good' }],
    unreadable: [{ file: 'folder.json', problem: { en: 'The file cannot be read (EISDIR).' } }],
  });
});

it('a file is read in every encoding that the window reads, and its rule is the one that was listed', async () => {
  const files = ruleFiles(folder);
  await files.save(rule('芝'));
  const text = ruleText(rule('芝'));
  const [{ revision } = { revision: '' }] = (await files.list()).rules;
  for (const bytes of [Buffer.from(`\uFEFF${text}`), iconv.encode(text, 'cp932')]) {
    await writeFile(join(folder, '芝.json'), bytes);
    expect((await files.list()).rules).toEqual([{ id: '芝', rule: rule('芝'), revision }]);
    await files.save(rule('芝'), '芝', revision);
  }
});

it('a long name is cut between characters, so that the file is found again under its id', async () => {
  const files = ruleFiles(folder);
  const { id } = await files.save(rule(`${'あ'.repeat(59)}a𠮷野家`));
  expect(id).toBe(`${'あ'.repeat(59)}a`);
  expect((await files.list()).rules).toMatchObject([{ id }]);
});

it('a folder that cannot be used is reported', async () => {
  await writeFile(folder, 'a file in its place');
  await expect(ruleFiles(folder).list()).rejects.toMatchObject({ code: 'FILE_FAILED' });
});
