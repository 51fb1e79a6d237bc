// What an import of marks and notes adds, keeps and refuses.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ofHorse, ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { marksOnDisk, SAMPLE, type MarksOnDisk } from '../testing/marks-on-disk.ts';
import { annotationText, readAnnotations } from './annotation-file.ts';

let disk: MarksOnDisk;

beforeEach(async () => {
  disk = await marksOnDisk();
});

afterEach(() => disk.remove());

it('an import keeps the later of two changes', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    const own = await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
    const other = { ...ofRunner('05264101', 2), mark: '2', at: 1 };
    expect(await annotations.import([{ ...own, mark: '5', at: own.at - 1 }, other])).toEqual({
      added: 1,
      changed: 0,
      kept: 1,
      notesLeft: [],
    });
    expect(await annotations.import([{ ...own, mark: '5', at: own.at + 1 }])).toEqual({
      added: 0,
      changed: 1,
      kept: 0,
      notesLeft: [],
    });
    expect(annotations.read([own, other]).map(({ mark }) => mark)).toEqual(['5', '2']);
  });
});

/** A race key for each of 8640. */
const keyOf = (at: number): string => {
  const race = String(1 + (Math.floor(at / 720) % 12)).padStart(2, '0');
  return `05${String(at % 80).padStart(2, '0')}1${1 + (Math.floor(at / 80) % 9)}${race}`;
};

it('an import of ten years of marks is in the archive as well', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    const many = Array.from({ length: 12_000 }, (_, at) => ({
      ...ofRunner(keyOf(at % 8640), 1 + Math.floor(at / 8640)),
      mark: '1',
      at: 1,
    }));
    await annotations.change({ ...ofHorse('HX0000000101'), watched: true });
    expect(await annotations.import(many)).toMatchObject({ added: 12_000, changed: 0, kept: 0 });
    const archive = await app.of(SAMPLE);
    expect(await archive.rows(`select count(*)::INTEGER from annotation where mark = '1'`)).toEqual([
      [12_000],
    ]);
    expect(await archive.rows(`select id from annotation where watched = '1'`)).toEqual([['HX0000000101']]);
  });
});

it('half a character in an import is replaced, and harms nothing else', async () => {
  await disk.restarted(async (app) => {
    const line = '{"target":"runner","id":"05264101 01","note":"cut \\ud83d","at":1}\n';
    const read = readAnnotations(`${annotationText([])}${line}`, 'marks.jsonl');
    await (await app.annotationsOf(SAMPLE)).import(read.annotations.values());
  });
  await disk.marked('05264102');
  await rm(join(disk.dataDir, 'archive'), { recursive: true });
  expect(await disk.listed()).toMatchObject([{ note: 'cut \uFFFD' }, { mark: '1' }]);
  expect(await disk.inTable()).toEqual(['05264102 01']);
  expect(disk.notices).toEqual([]);
});

describe('an import', () => {
  const RUNNER = ofRunner('05264101', 7);
  const imported = (own: Partial<Annotation>, other: Partial<Annotation>) =>
    disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.import([{ ...RUNNER, at: 10, ...own }]);
      const done = await annotations.import([{ ...RUNNER, at: 20, ...other }]);
      return { done, after: annotations.list()[0] };
    });

  it('adds what was lacking, and removes nothing', async () => {
    const own = { note: 'two pages of thoughts', name: 'アルファ', racedate: '20261115' };
    expect(await imported(own, { mark: '1' })).toEqual({
      done: { added: 0, changed: 1, kept: 0, notesLeft: [] },
      after: { ...RUNNER, ...own, mark: '1', at: 20 },
    });
  });

  it.each([
    ['later', 20, 'theirs', 'mine'],
    ['earlier', 5, 'mine', 'theirs'],
  ])('that was changed %s names the note that gives way', async (_, at, kept, left) => {
    const { done, after } = await imported({ note: 'mine', name: 'アルファ' }, { note: 'theirs', at });
    expect(after).toMatchObject({ note: kept });
    expect(done.notesLeft).toEqual([{ ...RUNNER, name: 'アルファ', note: left }]);
  });

  it('shows nothing of what was removed elsewhere, and says of its own when it was last changed', async () => {
    const removed = { ...ofRunner('05264101', 8), at: 30 };
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const nothing = { added: 0, changed: 0, kept: 0, notesLeft: [] };
      expect(await annotations.import([removed])).toEqual(nothing);
      const text = await readFile(disk.file, 'utf8');
      expect(await annotations.import([removed])).toEqual(nothing);
      expect(await readFile(disk.file, 'utf8')).toBe(text);
      expect([annotations.list(), annotations.withRemoved()]).toEqual([[], [removed]]);
      await annotations.import([{ ...RUNNER, mark: '1', at: 10 }]);
      expect(await annotations.import([{ ...RUNNER, at: 20 }])).toEqual({ ...nothing, kept: 1 });
      expect(annotations.list()).toEqual([{ ...RUNNER, mark: '1', at: 10 }]);
    });
  });

  it('that brings back what was removed says so, and leaves the time of the removal', async () => {
    const { done, after } = await imported({}, { mark: '1', at: 5 });
    expect(done).toEqual({ added: 1, changed: 0, kept: 0, notesLeft: [] });
    expect(after).toEqual({ ...RUNNER, mark: '1', at: 10 });
  });

  it('takes the latest change of a file, in whatever order its lines are', () => {
    const lines = [20, 10].map((at) => ({ ...ofHorse('HX1'), note: `at ${at}`, at }));
    const text = annotationText(lines);
    expect([...readAnnotations(text, 'marks.jsonl').annotations.values()]).toMatchObject([{ note: 'at 20' }]);
  });

  it('has keys in the form that the app looks for, and counts what can be shown nowhere', () => {
    const lines = ['05264101 8', '06171A01  7', '05264101 00', 'x 1'].map((id): Annotation => ({
      target: 'runner',
      id,
      mark: '1',
      at: 1,
    }));
    const far: Annotation = { ...ofHorse('HX1'), watched: true, at: 9e15 };
    const blank: Annotation = { ...ofHorse('HX2'), note: '  ', watched: true, at: 1 };
    const { annotations, bad } = readAnnotations(annotationText([...lines, far, blank]), 'marks.jsonl');
    expect(bad).toBe(3);
    expect([...annotations.values()]).toEqual([
      { ...ofRunner('05264101', 8), mark: '1', at: 1 },
      { ...ofRunner('06171a01', 7), mark: '1', at: 1 },
      { ...ofHorse('HX2'), watched: true, at: 1 },
    ]);
  });
});
