// A watched folder: each content imported once, as a whole, whatever happens in between.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HORSE_ID, recordOf } from '../../../testing/records.ts';
import { importFolder, lines, result, RESULTS, type ImportFolder } from '../../../testing/importing.ts';
import { testTerminal } from '../../../testing/terminal.ts';
import type { BulkWriter } from '../../../store/bulk-writer.ts';
import { openBulkWriter } from '../../../store/bulk-writer.ts';
import { runCommand } from '../../command.ts';
import { importing } from '../../import.ts';
import { Watch } from './watch.ts';

let into: ImportFolder;
let inbox: string;
let writers: BulkWriter[];
beforeEach(() => {
  into = importFolder();
  inbox = join(into.folder, 'inbox');
  mkdirSync(inbox);
  writers = [];
});
afterEach(async () => {
  for (const writer of writers) await writer.close();
  into.remove();
});

interface Watching {
  readonly watch: Watch;
  readonly printed: Record<string, unknown>[];
  readonly stderr: string[];
  /** Two rounds: what lies there has not changed in between. */
  settle(): Promise<void>;
}

/** A watcher of its own, as another process would be. */
async function watching(
  change: (writer: BulkWriter) => BulkWriter = (writer) => writer,
  stopping = new AbortController().signal,
): Promise<Watching> {
  const writer = await openBulkWriter(into.folder, undefined);
  writers.push(writer);
  const printed: Record<string, unknown>[] = [];
  const stderr: string[] = [];
  const watch = new Watch({
    folder: inbox,
    bulkWriter: change(writer),
    table: undefined,
    stopping,
    out: (line) => void printed.push(JSON.parse(line) as Record<string, unknown>),
    say: (line) => void stderr.push(line),
    note: async () => {},
  });
  const settle = async () => {
    await watch.round();
    await watch.round();
  };
  return { watch, printed, stderr, settle };
}

const drop = (name: string, content: string | Buffer) => writeFileSync(join(inbox, name), content);
const filesIn = (...path: string[]) =>
  readdirSync(join(inbox, ...path), { recursive: true, encoding: 'utf8' }).toSorted();
const outcomes = ({ printed }: Watching) =>
  printed.map(({ event, file }) => `${String(event)} ${String(file)}`);

test('a file is imported once it no longer changes, and moved away', async () => {
  const one = await watching();
  drop('t_se-20261107.ndjson', lines(RESULTS.slice(0, 1)));
  await one.watch.round();
  appendFileSync(join(inbox, 't_se-20261107.ndjson'), lines(RESULTS.slice(1)));
  await one.watch.round();
  expect([await into.stored('t_se'), one.printed]).toEqual([[], []]);
  await one.watch.round();
  expect(await into.stored('t_se')).toEqual(RESULTS);
  expect(one.printed).toMatchObject([{ event: 'imported', table: 't_se', read: 3, stored: 3, rejected: 0 }]);
  const digest = String(one.printed[0]?.['digest']).slice(0, 12);
  expect(filesIn()).toEqual(['done', `done/${digest}.t_se-20261107.ndjson`]);
});

test('a file under the name of an unfinished one is left alone until it is renamed', async () => {
  const one = await watching();
  for (const name of ['t_se.ndjson.part', '.t_se.ndjson', 't_se.tmp']) drop(name, lines(RESULTS));
  mkdirSync(join(inbox, '20261107'));
  drop('20261107/t_se.ndjson', lines(RESULTS));
  drop('20261107/t_ra.ndjson.part', '');
  await one.settle();
  expect(one.printed).toEqual([]);
  renameSync(join(inbox, 't_se.ndjson.part'), join(inbox, 't_se.ndjson'));
  await one.settle();
  expect(outcomes(one)).toEqual(['imported t_se.ndjson']);
});

test('rejected records lie beside the file, with their reasons; the others are kept', async () => {
  const one = await watching();
  drop('t_se.csv', `${lines([RESULTS[0] ?? {}])}{"racedate":"20261399"}\n`);
  await one.settle();
  expect(await into.stored('t_se')).toEqual([RESULTS[0]]);
  const [file = '', rejects = ''] = filesIn('done');
  expect(rejects).toBe(`${file}.rejects.ndjson`);
  expect(JSON.parse(readFileSync(join(inbox, 'done', rejects), 'utf8'))).toMatchObject({
    file: 't_se.csv',
    line: 2,
    problems: expect.arrayContaining([expect.objectContaining({ field: 'racedate' })]) as unknown,
  });
});

const whole = lines(RESULTS);
test.each([
  ['in the middle of a record', 't_se.ndjson', whole.slice(0, -20), /line 3 .*truncated/],
  ['in the middle of an array', 't_se.json', JSON.stringify(RESULTS).slice(0, -1), /truncated/],
  ['in the middle of gzip', 't_se.ndjson.gz', gzipSync(whole).subarray(0, -9), /gzip/],
  ['in a line of CSV', 't_se.csv', csvOf(RESULTS).slice(0, -60), /cells/],
  ['within quotes', 't_se.csv', `${csvOf(RESULTS)}"`, /truncated/],
])(
  'of a file that ends %s nothing is published; it is kept with the reason',
  async (_, name, content, reason) => {
    const one = await watching();
    drop(name, content);
    await one.settle();
    expect(await into.stored('t_se')).toEqual([]);
    expect(one.printed).toMatchObject([
      { event: 'failed', file: name, problem: expect.stringMatching(reason) as unknown },
    ]);
    const [file = '', error = ''] = filesIn('failed');
    expect(readFileSync(join(inbox, 'failed', file))).toEqual(Buffer.from(content));
    expect(readFileSync(join(inbox, 'failed', error), 'utf8')).toMatch(reason);
    // Whole under the same name, it is imported.
    drop(name, lines(RESULTS));
    await one.settle();
    expect(await into.stored('t_se')).toHaveLength(RESULTS.length);
  },
);

test.each([
  ['without a table in its name', 'results.ndjson', whole, /must begin with its table/],
  ['of another table', 't_hj.ndjson', '{"horse_number":"1"}\n', /none of its records/],
])('a file %s is kept with the reason', async (_, name, content, reason) => {
  const one = await watching();
  drop(name, content);
  await one.settle();
  expect(one.printed).toMatchObject([{ event: 'failed', problem: expect.stringMatching(reason) as unknown }]);
  expect(filesIn('failed')).toContainEqual(expect.stringMatching(/\.error\.txt$/));
});

const race = recordOf('t_ra', {
  racekey: '05264101',
  racedate: '20261107',
  updated_at: '2026-11-07T09:00:00.000Z',
});

test('a race that was moved is moved as a whole, though its records lie apart in the files of one drop', async () => {
  const runner = (racedate: string, number: number, hour: number) => ({
    ...result(number, { racedate, racekey: '05264101' }),
    updated_at: `2026-11-07T${hour}:00:00.000Z`,
  });
  const one = await watching();
  drop('t_se.ndjson', lines([1, 2, 3].map((number) => runner('20261107', number, 12))));
  await one.settle();
  mkdirSync(join(inbox, 'moved'));
  drop('moved/t_se-1.ndjson', lines([1, 2].map((number) => runner('20261109', number, 11))));
  drop('moved/t_se-2.ndjson', lines([runner('20261109', 3, 13)]));
  await one.settle();
  const days = (await into.stored('t_se')).map((record) => record['racedate']);
  expect(days).toEqual(['20261109', '20261109', '20261109']);
});

test('a folder of files is published as a whole or not at all', async () => {
  const one = await watching();
  mkdirSync(join(inbox, '20261107'));
  drop('20261107/t_ra.ndjson', lines([race]));
  drop('20261107/t_se.ndjson', whole.slice(0, -20));
  await one.settle();
  expect([await into.stored('t_ra'), await into.stored('t_se')]).toEqual([[], []]);
  expect(outcomes(one)).toEqual(['failed 20261107']);
  mkdirSync(join(inbox, '20261107'));
  drop('20261107/t_ra.ndjson', lines([race]));
  drop('20261107/t_se.ndjson', whole);
  await one.settle();
  expect([await into.stored('t_ra'), await into.stored('t_se')]).toEqual([[race], RESULTS]);
  expect(outcomes(one).slice(1)).toEqual(['imported t_ra.ndjson', 'imported t_se.ndjson']);
  expect(
    filesIn('done')
      .map((name) => basename(name))
      .slice(1),
  ).toEqual(['t_ra.ndjson', 't_se.ndjson']);
});

test('a correction that is newer replaces what is stored, an older one does not, in whichever order they come', async () => {
  const version = (horse_name: string, updated_at: string) => lines([result(1, { horse_name, updated_at })]);
  const texts = {
    first: version('first', '2026-11-07T09:00:00.000Z'),
    newer: version('newer', '2026-11-08T09:00:00.000Z'),
    older: version('older', '2026-11-06T09:00:00.000Z'),
  };
  const one = await watching();
  for (const name of ['first', 'newer', 'older'] as const) {
    drop(`t_se-${name}.ndjson`, texts[name]);
    await one.settle();
  }
  expect(await into.stored('t_se')).toMatchObject([{ horse_name: 'newer' }]);
  expect(one.printed.map(({ stored, known }) => [stored, known])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
  ]);
});

test('of files that were waiting, the oldest is imported first', async () => {
  const one = await watching();
  const works = (exercise_course_cd: string) =>
    lines([
      recordOf('t_ch', {
        racedate: '20261107',
        racekey: '05264101',
        horse_number: '1',
        horse_id: HORSE_ID,
        exercise_date: '20261104',
        exercise_course_cd,
      }),
    ]);
  drop('t_ch-a.ndjson', works('02'));
  drop('t_ch-b.ndjson', works('01'));
  utimesSync(join(inbox, 't_ch-b.ndjson'), 1_000, 1_000);
  await one.settle();
  expect(outcomes(one)).toEqual(['imported t_ch-b.ndjson', 'imported t_ch-a.ndjson']);
  expect((await into.stored('t_ch')).at(-1)).toMatchObject({ exercise_course_cd: '02' });
});

test.each([
  ['socket', () => openBulkWriter(into.folder, `postgresql://postgres@/railbird?host=${into.folder}`)],
  ['address', async () => openBulkWriter(into.folder, readFileSync(join(into.folder, 'address'), 'utf8'))],
])('while the %s of the database is gone, the reason is told and the file waits', async (name, reopen) => {
  let isAway = true;
  const one = await watching((writer) => ({
    keep: (table, records) => writer.keep(table, records),
    close: () => writer.close(),
    publish: async (work) => (isAway ? await reopen() : writer).publish(work),
  }));
  drop('t_se.ndjson', whole);
  await one.settle();
  expect(one.stderr).toEqual([
    expect.stringMatching(
      name === 'socket' ? /^Waiting, because connect ENOENT/ : /^Waiting, because ENOENT/,
    ),
  ]);
  expect([one.printed, filesIn()]).toEqual([[], ['t_se.ndjson']]);
  isAway = false;
  await one.settle();
  expect(outcomes(one)).toEqual(['imported t_se.ndjson']);
});

test('a file that is taken away before it is read is no trouble', async () => {
  const one = await watching((writer) => ({
    keep: (table, records) => writer.keep(table, records),
    close: () => writer.close(),
    publish(work) {
      renameSync(join(inbox, 't_se.ndjson'), join(into.folder, 'taken'));
      return writer.publish(work);
    },
  }));
  drop('t_se.ndjson', whole);
  await one.settle();
  expect([one.printed, one.stderr, existsSync(join(into.folder, 'taken'))]).toEqual([[], [], true]);
});

test('the same content is imported once: dropped again, under another name, or found by two watchers at once', async () => {
  const [one, two] = [await watching(), await watching()];
  drop('t_se-a.ndjson', whole);
  await Promise.all([one.settle(), two.settle()]);
  drop('t_se-b.ndjson', whole);
  await two.settle();
  expect([...one.printed, ...two.printed].filter(({ event }) => event === 'imported')).toHaveLength(1);
  expect(filesIn('done')).toHaveLength(2);
  expect(filesIn()).toHaveLength(3);
});

test('wherever a watcher dies, the next one imports what is left, once', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('before', 'within', 'after'),
      fc.boolean(),
      async (moment, hasRejects) => {
        const name = `t_se-${++run}.ndjson`;
        const content = lines([result(1, { horse_name: name }), ...(hasRejects ? [{}] : [])]);
        drop(name, content);
        const dying = await watching((writer) => ({
          keep: (table, records) => writer.keep(table, records),
          close: () => writer.close(),
          async publish(work) {
            if (moment === 'before') throw new Error('died');
            const published = await writer.publish(async (publication) => {
              const done = await work(publication);
              if (moment === 'within') throw new Error('died');
              return done;
            });
            if (moment === 'after') throw new Error('died');
            return published;
          },
        }));
        await dying.settle();
        expect(dying.stderr).toEqual(['Waiting, because died']);
        expect(existsSync(join(inbox, name))).toBe(true);
        const next = await watching();
        await next.settle();
        expect(outcomes(next)).toEqual([`${moment === 'after' ? 'known' : 'imported'} ${name}`]);
        expect(await into.stored('t_se')).toMatchObject([{ horse_name: name }]);
        expect(filesIn('done').filter((file) => file.includes(name))).toHaveLength(hasRejects ? 2 : 1);
        expect(filesIn().filter((file) => file.startsWith('.importing'))).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
});

test('a file that is replaced while it is imported is not lost', async () => {
  const later = lines([result(9)]);
  const one = await watching((writer) => ({
    keep: (table, records) => writer.keep(table, records),
    close: () => writer.close(),
    async publish(work) {
      const published = await writer.publish(work);
      if (existsSync(join(inbox, 'next'))) renameSync(join(inbox, 'next'), join(inbox, 't_se.ndjson'));
      return published;
    },
  }));
  drop('t_se.ndjson', whole);
  await one.watch.round();
  drop('next', later);
  await one.watch.round();
  expect(filesIn()).toContain('t_se.ndjson');
  await one.settle();
  expect(await into.stored('t_se')).toHaveLength(RESULTS.length + 1);
});

test('a file that is written to while it is imported is rolled back, and imported when it is whole', async () => {
  let isFirst = true;
  const one = await watching((writer) => ({
    keep: (table, records) => writer.keep(table, records),
    close: () => writer.close(),
    publish(work) {
      // After its digest was taken, before it is read.
      if (isFirst) appendFileSync(join(inbox, 't_se.ndjson'), lines([result(9)]));
      isFirst = false;
      return writer.publish(work);
    },
  }));
  drop('t_se.ndjson', whole);
  await one.settle();
  expect([await into.stored('t_se'), one.printed]).toEqual([[], []]);
  await one.settle();
  expect(one.printed).toMatchObject([{ event: 'imported', stored: RESULTS.length + 1 }]);
});

test('stopped in the middle of a file, it publishes nothing of it, and the next watcher all', async () => {
  const stop = new AbortController();
  const one = await watching(
    (writer) => ({
      keep: (table, records) => writer.keep(table, records),
      close: () => writer.close(),
      publish: (work) =>
        writer.publish((publication) =>
          work({
            ...publication,
            async keep(table, records) {
              stop.abort();
              return publication.keep(table, records);
            },
          }),
        ),
    }),
    stop.signal,
  );
  const many = Array.from({ length: 9000 }, (_, at) =>
    result((at % 18) + 1, { racekey: `0526${String(Math.floor(at / 18)).padStart(4, '0')}` }),
  );
  drop('t_se.ndjson', lines(many));
  await one.settle();
  expect([one.printed, one.stderr, await into.stored('t_se')]).toEqual([[], [], []]);
  const next = await watching();
  await next.settle();
  expect(next.printed).toMatchObject([{ event: 'imported', stored: many.length }]);
});

test('the command imports until it is stopped, and refuses what cannot be combined', async () => {
  const stop = new AbortController();
  const terminal = testTerminal({ stopping: stop.signal });
  drop('t_se.ndjson', whole);
  const ended = runCommand(importing, ['--watch', inbox, '--every', '1', '--data-dir', into.folder], {
    ...terminal,
    out(line) {
      terminal.out(line);
      stop.abort();
    },
  });
  expect([await ended, terminal.printed.length]).toEqual([0, 1]);
  for (const wrong of [['t_se.ndjson'], ['--rejects', 'x'], ['--every', '0'], ['--table', 'x']]) {
    expect(await runCommand(importing, ['--watch', inbox, ...wrong], testTerminal())).toBe(2);
  }
  expect(await runCommand(importing, ['--watch', join(inbox, 'none')], testTerminal())).toBe(6);
});

function csvOf(records: readonly object[]): string {
  const rows = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record).map(cell))];
  return rows.map((row) => `${row.join(',')}\n`).join('');
}
function cell(value: unknown): string {
  return value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;
}
