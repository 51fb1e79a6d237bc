// Marks and notes in a terminal: what is stored with them, and what an import says that it did.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { annotationKey, ofHorse, ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { annotationText, readAnnotations } from '../../annotations/annotation-file.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { racekeyOf, runnersOf } from '../../testing/fake-records.ts';
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
  expect([1, 2].map((number) => annotations.get(annotationKey(ofRunner(RACE, number))))).toEqual([
    { ...ofRunner(RACE, 1), at: expect.any(Number) },
    expect.objectContaining({ mark: '1' }),
  ]);
  expect(await listed()).toMatchObject([{ id: `${RACE} 02` }]);
});

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
