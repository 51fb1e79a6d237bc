// Marks, notes and watched horses, as the user relies on them: in every subject at once, and never lost.

import { access, appendFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { annotationKey, MARKS, ofHorse, ofRace, ofRunner } from '#shared/annotations/annotation.ts';
import type { Notice } from '#shared/bridge/notices.ts';
import { marksOnDisk, SAMPLE, type MarksOnDisk } from '../testing/marks-on-disk.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { SATURDAY, threeDays, YESTERDAY } from '../testing/three-days.ts';
import { horseIdOf, racekeyOf, recordOf } from '../testing/fake-records.ts';
import { openAnnotationFile } from './annotation-file.ts';

describe('in subjects', () => {
  let core: Core;
  let service: FakeService;

  beforeEach(async () => {
    service = threeDays();
    for (const table of ['t_ra', 'd_ra'] as const)
      service.records[table] = service.records[table]?.map((race) => ({ ...race, post_time: '1005' })) ?? [];
    // Of the second runner, the work does not say the number.
    service.records.t_ch = [1, 2, 3].map((runner) =>
      recordOf('t_ch', {
        racedate: YESTERDAY.racedate,
        racekey,
        horse_number: runner === 2 ? '' : String(runner),
        horse_id: horseIdOf(1, runner),
      }),
    );
    core = await openCore(service);
  });

  afterEach(() => core.close());

  const runners = {
    kind: 'subject',
    subject: 'runners',
    from: YESTERDAY.racedate,
    to: YESTERDAY.racedate,
  } as const;
  const racekey = racekeyOf(YESTERDAY.racedate, 1);

  it('are columns that filter and sort, and a result that shows them learns of each change', async () => {
    const before = await core.results.open(runners);
    const changes = before.changed();
    expect((await changes.next()).value).toEqual({ writes: 0 });
    const annotations = await core.annotations();
    await annotations.change({ ...ofRunner(racekey, 2), mark: '3', note: '外枠なら' });
    expect((await changes.next()).value).toEqual({ writes: 1 });
    await changes.return();
    await annotations.change({ ...ofRunner(racekey, 1), mark: '1' });
    await annotations.change({ ...ofRace(racekey), note: 'soft ground' });

    const after = await core.results.open(runners);
    await after.arrange({
      ...after.rowQuery,
      filters: [{ column: 'my_mark', text: '!=' }],
      sort: [{ column: 'my_mark', direction: 'ascending' }],
    });
    expect(
      await after.cells(['racekey', 'horse_number', 'my_mark', 'my_note', 'my_race_note'], 0, after.rows),
    ).toEqual([
      [racekey, racekey],
      ['01', '02'],
      ['1', '3'],
      [null, '外枠なら'],
      ['soft ground', 'soft ground'],
    ]);
  });

  it('are on the runners of a race in whose key the service writes a capital', async () => {
    const capital = `${racekey.slice(0, 5)}A01`;
    for (const code of ['t_ra', 'd_ra', 't_ky', 't_se', 'd_se'] as const)
      service.records[code] = (service.records[code] ?? []).map((each) =>
        each['racekey'] === racekey ? { ...each, racekey: capital } : each,
      );
    const annotations = await core.annotations();
    await annotations.change({ ...ofRunner(capital, 2), mark: '3' });
    await annotations.change({ ...ofRace(capital), note: 'soft ground' });
    const opened = await core.results.open(runners);
    await opened.arrange({ sort: [], filters: [{ column: 'my_mark', text: '!=' }] });
    const shown = await opened.cells(['racekey', 'horse_number', 'my_race_note'], 0, opened.rows);
    expect(shown).toEqual([[capital], ['02'], ['soft ground']]);
  });

  it('have the time of each mark, and whether that was before the start: a note of later changes neither', async () => {
    const annotations = await core.annotations();
    const start = Date.parse(`${YESTERDAY.racedate.replace(/(....)(..)(..)/, '$1-$2-$3')}T10:05+09:00`);
    const mark = (number: number, at: number, markedAt?: number) => ({
      ...ofRunner(racekey, number),
      mark: '1',
      at,
      ...(markedAt === undefined ? {} : { note: 'wide', markedAt }),
    });
    await annotations.import([
      mark(1, start - 1000),
      mark(2, start),
      mark(3, start + 86_400_000, start - 3_600_000),
    ]);
    const opened = await core.results.open(runners);
    const columns = ['racekey', 'post_time', 'my_mark_at', 'my_mark_before_start'];
    const [keys = [], posts = [], times = [], flags = []] = await opened.cells(columns, 0, opened.rows);
    const own = keys.flatMap((key, at) => (key === racekey ? [at] : [])).slice(0, 4);
    expect(own.map((at) => [posts[at], times[at]?.slice(11), flags[at]])).toEqual([
      ['1005', '10:04:59+09:00', '1'],
      ['1005', '10:05:00+09:00', '0'],
      ['1005', '09:05:00+09:00', '1'],
      ['1005', undefined, null],
    ]);
    await opened.arrange({
      ...opened.rowQuery,
      filters: [{ column: 'my_mark_before_start', text: 'yes' }],
      sort: [],
    });
    expect(opened.rows).toBe(2);
    // The same for SQL, with values of their types.
    const archive = await core.archive();
    expect(
      await archive.rows(
        `select my_mark_before_start, my_mark_at::VARCHAR from typed.runners where racekey = '${racekey}' order by horse_number limit 2`,
      ),
    ).toEqual([
      [true, '2026-11-14 01:04:59'],
      [false, '2026-11-14 01:05:00'],
    ]);
  });

  it('are on the works of a runner, however their records write its number', async () => {
    const annotations = await core.annotations();
    for (const runner of [1, 2])
      await annotations.change({ ...ofRunner(racekey, runner), mark: String(runner) });
    const opened = await core.results.open({ ...runners, subject: 'works' });
    const names = ['racekey', 'horse_number', 'my_mark', 'my_mark_before_start'];
    const [keys = [], ...cells] = await opened.cells(names, 0, opened.rows);
    const own = keys.flatMap((key, at) => (key === racekey ? [at] : []));
    expect(own.map((at) => cells.map((column) => column[at]))).toEqual([
      ['01', '1', '0'],
      ['02', '2', '0'],
      ['03', null, null],
    ]);
  });

  it('of a horse are in its runs and in the horses', async () => {
    const opened = await core.results.open(runners);
    const [[horseId = null] = []] = await opened.cells(['horse_id'], 0, 1);
    const annotations = await core.annotations();
    await annotations.change({ ...ofHorse(horseId ?? ''), watched: true, note: '次走注意' });
    const horses = await core.results.open({ ...runners, subject: 'horses' });
    const [ids = [], watched = [], notes = []] = await horses.cells(
      ['horse_id', 'my_watch', 'my_horse_note'],
      0,
      horses.rows,
    );
    const at = ids.indexOf(horseId);
    expect([watched[at], notes[at]]).toEqual(['1', '次走注意']);
    expect(watched.filter((each) => each === '1')).toHaveLength(1);

    const after = await core.results.open(runners);
    const [watch = [], own = []] = await after.cells(['my_watch', 'my_horse_note'], 0, 1);
    expect([watch, own]).toEqual([['1'], ['次走注意']]);
  });

  it('of a race have its day as it is stored, and a result of that day learns of a change', async () => {
    const result = await core.results.open(runners);
    const annotations = await core.annotations();
    await annotations.change({ ...ofRunner(racekey, 2), mark: '3', racedate: SATURDAY.racedate });
    expect(await annotations.withDays(annotations.list())).toMatchObject([{ racedate: YESTERDAY.racedate }]);
    const changes = result.changed();
    await changes.next();
    const learned = changes.next();
    await annotations.change({ ...ofRunner(racekey, 2), mark: '1' });
    expect(await learned).toMatchObject({ done: false });
    await changes.return();
  });

  it('are gone from the subjects once they are removed', async () => {
    const annotations = await core.annotations();
    await annotations.change({ ...ofRunner(racekey, 1), mark: '1' });
    await annotations.change({ ...ofRunner(racekey, 1), mark: null });
    const opened = await core.results.open(runners);
    const [marks = []] = await opened.cells(['my_mark'], 0, opened.rows);
    expect(marks.every((each) => each === null)).toBe(true);
  });
});

describe('on disk', () => {
  let disk: MarksOnDisk;

  beforeEach(async () => {
    disk = await marksOnDisk();
  });

  afterEach(() => disk.remove());

  it('outlive the archive', async () => {
    await disk.marked('05264101');
    await rm(join(disk.dataDir, 'archive'), { recursive: true });
    expect(await disk.inTable()).toEqual(['05264101 01']);
  });

  it('follow a file that was put back from a backup', async () => {
    await disk.marked('05264101');
    const backup = await readFile(disk.file);
    await disk.marked('05264102');
    await writeFile(disk.file, backup);
    expect(await disk.inTable()).toEqual(['05264101 01']);
  });

  it('lose nothing but the change that a kill cut short', async () => {
    await disk.marked('05264101');
    await appendFile(disk.file, '{"target":"runner","id":"052641');
    expect(await disk.inTable()).toEqual(['05264101 01']);
    await disk.marked('05264103');
    expect(await disk.inTable()).toEqual(['05264101 01', '05264103 01']);
    expect(disk.notices).toEqual([]);
  });

  it('lose nothing if the very first one was cut short', async () => {
    await mkdir(join(disk.dataDir, 'annotations'));
    for (const text of ['', '{"railbird":"anno', '{"railbird":"annotations","version":1}']) {
      await writeFile(disk.file, text);
      await disk.marked('05264101');
      expect(await disk.inTable()).toEqual(['05264101 01']);
    }
    expect(disk.notices).toEqual([]);
  });

  it('two changes of one runner at once are both kept', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const key = ofRunner('05264101', 1);
      await Promise.all([
        annotations.change({ ...key, mark: '1' }),
        annotations.change({ ...key, note: 'wide' }),
      ]);
      expect(annotations.read([key])).toMatchObject([{ mark: '1', note: 'wide' }]);
    });
  });

  it('are read as far as a damaged file can be, with a copy of it and a notice', async () => {
    await disk.marked('05264101');
    await appendFile(disk.file, 'nonsense\n{"target":"runner","id":"05264102 01","mark":"99","at":1}\n');
    await disk.marked('05264103');
    expect(await disk.inTable()).toEqual(['05264101 01', '05264103 01']);
    expect(disk.notices).toMatchObject([{ subject: 'annotations', file: disk.file }]);
    const copy = (disk.notices[0] as Partial<Notice>).movedTo ?? '';
    expect(await readFile(copy, 'utf8')).toContain('nonsense');
  });

  it('a header that repeats the first, as in two files joined by hand, is no damage', async () => {
    await disk.marked('05264101');
    const once = await readFile(disk.file, 'utf8');
    await appendFile(disk.file, once.replace('05264101', '05264102'));
    expect(await disk.inTable()).toEqual(['05264101 01', '05264102 01']);
    expect(disk.notices).toEqual([]);
  });

  it('a header that says something else than the first is damage: marks below it may be of other races', async () => {
    await disk.marked('05264101');
    await appendFile(disk.file, '{"railbird":"annotations","version":1,"service":"account"}\n');
    expect(await disk.inTable()).toEqual(['05264101 01']);
    expect(disk.notices).toMatchObject([{ subject: 'annotations', file: disk.file }]);
  });

  it.each([
    ['of a newer version', '{"railbird":"annotations","version":2}\n', 'FILE_NEWER'],
    ['that is something else', 'a shopping list\n', 'NOT_ANNOTATIONS'],
  ])('a file %s is left as it is, and only what needs it fails', async (_, text, code) => {
    await mkdir(join(disk.dataDir, 'annotations'));
    await writeFile(disk.file, text);
    await disk.restarted(async (app) => {
      const archive = await app.of(SAMPLE);
      expect(await archive.rows('select 1')).toEqual([[1]]);
      await expect(app.annotationsOf(SAMPLE)).rejects.toMatchObject({ code });
    });
    expect(await readFile(disk.file, 'utf8')).toBe(text);
    expect(disk.notices).toMatchObject([{ subject: 'annotations', key: 'unreadable' }]);
  });

  it('a change that cannot be written changes nothing', async () => {
    await disk.marked('05264101');
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await rm(disk.file);
      await mkdir(disk.file);
      const change = annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
      await expect(change).rejects.toMatchObject({ code: 'FILE_FAILED' });
      expect(annotations.read([ofRunner('05264102', 1)])).toEqual([]);
      await rm(disk.file, { recursive: true });
    });
  });

  it('a change that failed does not come back, and the next one is whole', async () => {
    await disk.marked('05264101');
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      // The disk writes the line, then fails for good: the line cannot be taken back either.
      const handle = await open(disk.file);
      const prototype = Object.getPrototypeOf(handle) as typeof handle;
      await handle.close();
      const failing = [
        vi.spyOn(prototype, 'sync').mockRejectedValue(new Error('EIO')),
        vi.spyOn(prototype, 'truncate').mockRejectedValue(new Error('EIO')),
      ];
      const change = annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
      await expect(change).rejects.toMatchObject({ code: 'FILE_FAILED' });
      for (const each of failing) each.mockRestore();
      await annotations.change({ ...ofRunner('05264103', 1), mark: '2' });
    });
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      expect(annotations.list().map(({ id }) => id.slice(0, 8))).toEqual(['05264103', '05264101']);
    });
    expect(disk.notices).toEqual([]);
  });

  it('a file that was removed while it was in use is written whole', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
      await rm(disk.file);
      await annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
    });
    await disk.restarted(async (app) => expect((await app.annotationsOf(SAMPLE)).list()).toHaveLength(2));
  });

  it('a file that an editor saved is read whole: a mark in front, and no end of the last line', async () => {
    await disk.marked('05264101');
    const text = await readFile(disk.file, 'utf8');
    const line = JSON.stringify({ ...ofRunner('05264102', 1), mark: '2', at: 1 });
    await writeFile(disk.file, `\u{FEFF}${text}${line}`);
    expect(await disk.listed()).toHaveLength(2);
    await disk.marked('05264103');
    expect(await disk.listed()).toHaveLength(3);
    expect(disk.notices).toEqual([]);
  });

  it('are the same after a restart, whatever was changed in whatever order', async () => {
    const change = fc.record(
      {
        target: fc.constantFrom('runner', 'horse', 'sire'),
        id: fc.constantFrom('05264101 01', '05264101 02'),
        mark: fc.constantFrom(...MARKS, null),
        note: fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: null }),
        watched: fc.boolean(),
      },
      { requiredKeys: ['target', 'id'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        await rm(join(disk.dataDir, 'annotations'), { recursive: true, force: true });
        const kept = await disk.restarted(async (app) => {
          const annotations = await app.annotationsOf(SAMPLE);
          for (const each of changes) await annotations.change(each);
          return annotations.list();
        });
        await disk.restarted(async (app) => {
          const annotations = await app.annotationsOf(SAMPLE);
          const byKey = (list: typeof kept) => new Map(list.map((each) => [annotationKey(each), each]));
          expect(byKey(annotations.list())).toEqual(byKey(kept));
          const rows = await (
            await app.of(SAMPLE)
          ).rows(
            `select target || ':' || id, mark, note, watched from annotation where target <> 'state of the file'`,
          );
          expect(new Map(rows.map(([key, ...cells]) => [key, cells]))).toEqual(
            new Map(
              kept.map((each) => [
                annotationKey(each),
                [each.mark ?? null, each.note ?? null, each.watched === true ? '1' : null],
              ]),
            ),
          );
        });
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('a file of mostly outdated lines is shortened when it is opened', async () => {
    const path = disk.file;
    const open = () => openAnnotationFile({ path, service: 'sample', onDamaged: async () => undefined });
    const first = await open();
    const own = { ...ofRunner('05264101', 1), mark: '1', at: 1 };
    for (let at = 1; at <= 30; at += 1)
      await first.append(Array.from({ length: 40 }, () => ({ ...own, at })));
    expect((await readFile(path, 'utf8')).split('\n').length).toBeGreaterThan(1200);
    const again = await open();
    expect([...again.annotations.values()]).toEqual([{ ...own, at: 30 }]);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
    expect(await readdir(join(disk.dataDir, 'annotations'))).toEqual(['sample.jsonl']);
    await access(path);
  });
});
