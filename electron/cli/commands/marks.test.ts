// Marks and notes in a terminal: what is stored with them, and what an import says that it did.

import { once } from 'node:events';
import { lstat, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { annotationKey, ofHorse, ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { annotationText, readAnnotations } from '../../annotations/annotation-text.ts';
import { Archive } from '../../archive/archive.ts';
import { createArchives } from '../../archive/archives.ts';
import { commandLine, SERVICE_ADDRESS, type CommandLine } from '../../testing/command-line.ts';
import { racekeyOf, runnersOf } from '../../testing/fake-records.ts';
import { NO_NOTICES } from '../../testing/no-notices.ts';
import { SATURDAY } from '../../testing/three-days.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

const RACE = racekeyOf(SATURDAY.racedate, 1);

/** As `marks` lists them. */
const listed = async (): Promise<unknown> => JSON.parse((await cli.run('marks --format json')).out);

test('a mark has the day of its race and the name of its horse, if they are stored', async () => {
  cli.service.records.d_ky = runnersOf('d_ky', SATURDAY, { horse_name: 'リュマ' });
  await cli.run(`mark ${RACE} 1 ◎`);
  expect(await listed()).toMatchObject([{ racedate: null, name: null }]);
  await cli.run(`download d_ra d_ky --from ${SATURDAY.racedate} --to ${SATURDAY.racedate}`);
  await cli.run(`mark ${RACE} 1 ○`);
  expect(await listed()).toMatchObject([{ mark: '○', racedate: expect.any(String), name: 'リュマ' }]);
});

test('a mark names its horse, and a number that the stored card does not have is refused', async () => {
  cli.service.records.d_ky = runnersOf('d_ky', SATURDAY, { horse_name: 'リュマ' });
  await cli.run(`mark ${RACE} 33 ◎`);
  await cli.run(`download d_ra d_ky --from ${SATURDAY.racedate} --to ${SATURDAY.racedate}`);
  expect((await cli.run(`mark ${RACE} 1 ○`)).messages).toContain(`${RACE} 1 リュマ: ○`);
  const refused = await cli.run(`mark ${RACE} 33 ○`);
  expect(refused.code).toBe(2);
  expect(refused.messages).toMatch(/Race \d+ has no horse 33: its numbers are 1/);
  expect((await cli.run(`mark ${RACE} 33 none`)).code).toBe(0);
  expect(await listed()).toMatchObject([{ mark: '○', name: 'リュマ' }]);
});

test('SQL has the marks when the archive was of an earlier version', async () => {
  cli.service.records.d_ky = runnersOf('d_ky', SATURDAY);
  await cli.run(`download d_ra d_ky --from ${SATURDAY.racedate} --to ${SATURDAY.racedate}`);
  await cli.run(`mark ${RACE} 1 ◎`);
  const options = { dataDir: cli.dataDir, now: () => 1, notices: NO_NOTICES };
  const archive = await Archive.open(
    createArchives(options).pathOf({ kind: 'account', baseUrl: SERVICE_ADDRESS }),
    1,
  );
  await archive.setNote('schema', 'of an earlier version');
  await archive.close();
  expect((await cli.run(`sql 'select count(my_mark) as n from typed.runners'`)).out).toBe('n\r\n1\r\n');
});

test('a mark is listed with its own time, which a later note leaves as it is', async () => {
  const path = join(cli.dataDir, 'marks.jsonl');
  const own = { ...ofRunner(RACE, 1), mark: '1', note: 'wide' };
  const [at, markedAt] = [Date.UTC(2026, 10, 20, 3, 4), Date.UTC(2026, 10, 7, 1, 2)];
  await writeFile(
    path,
    annotationText([
      { ...own, at, markedAt },
      { ...ofHorse('HX1'), note: 'late', at: 1 },
    ]),
  );
  await cli.run(`marks --import ${path}`);
  expect(await listed()).toMatchObject([
    { mark: '◎', marked: '2026-11-07T01:02Z', changed: '2026-11-20T03:04Z' },
    { mark: null, marked: null, changed: '1970-01-01T00:00Z' },
  ]);
});

test('an empty --note removes the note, and one that is too long says by how much', async () => {
  await cli.run(`mark ${RACE} 1 ◎ --note wide`);
  const long = await cli.run(`mark ${RACE} 1 --note ${'x'.repeat(4001)}`);
  expect(long.code).toBe(2);
  expect(long.messages).toContain('A note has at most 4000 characters; this one has 4001.');
  expect(await listed()).toMatchObject([{ mark: '◎', note: 'wide' }]);
  expect((await cli.run(`mark ${RACE} 1 --note ''`)).code).toBe(0);
  expect(await listed()).toMatchObject([{ mark: '◎', note: null }]);
  expect((await cli.run(`marks --import ''`)).messages).toContain('--import needs a value.');
});

test('an export has when a mark was removed, and counts what there is', async () => {
  const path = join(cli.dataDir, 'marks.jsonl');
  await cli.run(`mark ${RACE} 1 ◎`);
  await cli.run(`mark ${RACE} 1 none`);
  await cli.run(`mark ${RACE} 2 ◎`);
  expect((await cli.run(`marks --export ${path}`)).messages).toContain('Wrote 1 mark or note');
  const { annotations } = readAnnotations(await readFile(path, 'utf8'), path);
  const byKey = new Map(annotations.map((each) => [annotationKey(each), each]));
  expect([1, 2].map((number) => byKey.get(annotationKey(ofRunner(RACE, number))))).toEqual([
    { ...ofRunner(RACE, 1), at: expect.any(Number) },
    expect.objectContaining({ mark: '1' }),
  ]);
  expect(await listed()).toMatchObject([{ id: `${RACE} 02` }]);
});

test.skipIf(process.platform === 'win32')(
  'an export goes to the file behind a link, and to files only',
  async () => {
    await cli.run(`mark ${RACE} 1 ◎`);
    const [link, file, socket] = ['link', 'file', 'socket'].map((name) => join(cli.dataDir, name)) as [
      string,
      string,
      string,
    ];
    await symlink('file', link);
    // As a pipe or a device, a socket is no file.
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const dangling = await cli.run(`marks --export ${link}`);
    expect([dangling.code, dangling.messages]).toEqual([
      2,
      expect.stringContaining('give --export the file itself'),
    ]);
    await writeFile(file, 'old');
    expect((await cli.run(`marks --export ${link}`)).messages).toContain(`to ${await realpath(file)}.`);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toContain('annotations');
    const refused = await cli.run(`marks --export ${socket}`);
    expect([refused.code, refused.messages]).toEqual([2, expect.stringContaining('--export needs a file')]);
    expect((await lstat(socket)).isSocket()).toBe(true);
    server.close();
  },
);

test('an import of code page 932 says what was added and which note gave way', async () => {
  const path = join(cli.dataDir, 'marks.jsonl');
  const at = Date.UTC(2030, 0, 1);
  const own: Annotation = { ...ofHorse('HX1'), note: 'old\nnote', name: 'Alpha', at: 1 };
  await writeFile(path, annotationText([own]));
  await cli.run(`marks --import ${path}`);
  const [head = '', tail = ''] = annotationText([
    { ...own, note: '#', at },
    { ...ofHorse('HX2'), watched: true, at },
  ]).split('#');
  // 外枠
  await writeFile(
    path,
    Buffer.concat([Buffer.from(head), Buffer.of(0x8a, 0x4f, 0x98, 0x67), Buffer.from(tail)]),
  );
  const { messages } = await cli.run(`marks --import ${path}`);
  expect(messages).toContain('1 added, 1 changed, 0 left as they were.');
  expect(messages).toContain('Alpha (HX1): "old\\nnote"');
  expect(await listed()).toMatchObject([{ id: 'HX1', note: '外枠' }, { id: 'HX2' }]);
  await cli.run(`marks --export ${path}`);
  expect(await readFile(path, 'utf8')).toContain('外枠');
});

test('an import is undone but for what was changed since, and without one nothing is', async () => {
  const path = join(cli.dataDir, 'other.jsonl');
  await writeFile(
    path,
    annotationText([1, 2].map((number) => ({ ...ofRunner(RACE, number), mark: '1', at: 1 }))),
  );
  const nothing = await cli.run('marks --undo-import');
  expect([nothing.code, nothing.messages]).toEqual([
    0,
    expect.stringContaining('There is no import to undo.'),
  ]);
  expect((await cli.run(`marks --import ${path}`)).messages).toContain(
    'with --undo-import in place of --import',
  );
  await cli.run(`mark ${RACE} 2 ○`);
  const { messages } = await cli.run('marks --undo-import');
  expect(messages).toMatch(
    /^Undid the import of other\.jsonl at \S+: 1 removed, 0 put back\. 1 was changed/m,
  );
  expect(await listed()).toMatchObject([{ id: `${RACE} 02`, mark: '○' }]);
  expect((await cli.run(`marks --undo-import --import ${path}`)).code).toBe(2);
});
