// What an import of marks and notes adds, keeps and refuses.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  annotationFrom,
  annotationKey,
  ofHorse,
  ofRunner,
  type Annotation,
} from '#shared/annotations/annotation.ts';
import type { NoteLeft } from '#shared/bridge/annotations.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import type { Archive } from '../archive/archive.ts';
import { marksOnDisk, SAMPLE, type MarksOnDisk } from '../testing/marks-on-disk.ts';
import { openAnnotationFile } from './annotation-file.ts';
import { annotationText, readAnnotations } from './annotation-text.ts';
import { Annotations } from './annotations.ts';

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

  it('that the archive could not take names the note that gave way, as ever', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.change({ ...RUNNER, note: 'mine' });
      vi.spyOn(await app.of(SAMPLE), 'annotate').mockRejectedValueOnce(new Error('disk full'));
      expect(await annotations.import([{ ...RUNNER, note: 'theirs', at: 9e12 }])).toMatchObject({
        changed: 1,
        notesLeft: [{ note: 'mine' }],
      });
      expect(disk.notices).toMatchObject([{ key: 'not-copied' }]);
    });
  });

  it('keeps the notes of one’s own that gave way in a file beside, before anything is changed', async () => {
    const beside = disk.file.replace('.jsonl', '.notes-left.jsonl');
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const own = await annotations.change({ ...RUNNER, mark: '1', note: 'mine', name: 'アルファ' });
      await mkdir(beside);
      const later = { ...RUNNER, note: 'theirs', at: 9e12 };
      await expect(annotations.import([later])).rejects.toMatchObject({ code: 'FILE_FAILED' });
      expect(annotations.list()).toEqual([own]);
      await rm(beside, { recursive: true });
      await annotations.import([later]);
      await annotations.import([{ ...later, note: 'earlier', at: 1 }]);
      await annotations.import([{ ...later, note: 'third', at: 9.1e12 }]);
      const { annotations: kept, bad } = readAnnotations(await readFile(beside, 'utf8'), beside, 'sample');
      expect([kept, bad]).toEqual([[own, expect.objectContaining({ note: 'theirs' })], 0]);
    });
  });
});

describe('an undone import', () => {
  const RUNNER = ofRunner('05264101', 7);
  const of = (number: number, said: Partial<Annotation> & { readonly at: number }): Annotation => ({
    ...ofRunner('05264101', number),
    ...said,
  });
  const NOTHING = { removed: 0, restored: 0, changedSince: 0 };
  const undone = async (annotations: Annotations) =>
    annotations.undoImport((await annotations.undoable())?.at ?? 0);

  it('leaves what there was before, after a restart too, and can be imported again', async () => {
    const text = annotationText([
      of(1, { mark: '1', at: 5 }),
      of(2, { mark: '2', note: 'theirs', at: 9e12 }),
      of(3, { watched: true, at: 9e12 }),
      of(4, { mark: '3', at: 2 }),
    ]);
    const before = await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.change({ ...ofRunner('05264101', 2), mark: '1', note: 'mine' });
      await annotations.change({ ...ofRunner('05264101', 4), mark: '4' });
      await annotations.change({ ...ofRunner('05264101', 4), mark: null });
      const all = annotations.withRemoved();
      expect(await annotations.undoable()).toBeNull();
      await annotations.importText(text, '/somewhere/marks.jsonl');
      return all;
    });
    const after = await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const imported = annotations.withRemoved();
      expect(await annotations.undoable()).toMatchObject({ name: 'marks.jsonl', count: 4 });
      expect(await undone(annotations)).toEqual({ removed: 3, restored: 1, changedSince: 0 });
      expect(annotations.withRemoved()).toEqual(before);
      expect([await annotations.undoable(), await undone(annotations)]).toEqual([null, NOTHING]);
      expect(
        await (await app.of(SAMPLE)).rows(`select id, mark, note from annotation where mark <> ''`),
      ).toEqual([['05264101 02', '1', 'mine']]);
      return imported;
    });
    expect(await disk.listed()).toEqual(before.filter(({ mark }) => mark !== undefined));
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.importText(text, 'marks.jsonl');
      expect(annotations.withRemoved()).toEqual(after);
    });
  });

  it('leaves what was changed since, and one that changed nothing leaves the one before to be undone', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const [first, second] = [of(1, { mark: '1', at: 1 }), of(2, { mark: '1', at: 1 })];
      await annotations.import([first, second], 'first.jsonl');
      await annotations.import([first], 'again.jsonl');
      await annotations.change({ ...ofRunner('05264101', 1), mark: '2' });
      expect(await annotations.undoable()).toMatchObject({ name: 'first.jsonl', count: 1 });
      expect(await undone(annotations)).toEqual({ removed: 1, restored: 0, changedSince: 1 });
      expect(annotations.list()).toMatchObject([{ ...ofRunner('05264101', 1), mark: '2' }]);
    });
  });

  it('is the one before if the next one could not be stored, and no other than the one that is meant', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.import([of(1, { mark: '1', at: 1 })], 'first.jsonl');
      const first = await annotations.undoable();
      await rm(disk.file);
      await mkdir(disk.file);
      await expect(annotations.import([of(2, { mark: '1', at: 1 })], 'second.jsonl')).rejects.toMatchObject({
        code: 'FILE_FAILED',
      });
      await rm(disk.file, { recursive: true });
      expect(await annotations.undoable()).toEqual(first);
      await annotations.import([of(3, { mark: '1', at: 1 })], 'third.jsonl');
      await expect(annotations.undoImport(first?.at ?? 0)).rejects.toMatchObject({
        code: 'CHANGED_ELSEWHERE',
      });
      expect(annotations.list()).toHaveLength(2);
    });
  });

  it('whose files cannot be written has changed nothing, or can be undone again', async () => {
    const beside = disk.file.replace('.jsonl', '.last-import.jsonl');
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      const own = await annotations.change({ ...RUNNER, note: 'mine' });
      await mkdir(join(beside, 'in the way'), { recursive: true });
      const other = { ...ofHorse('HX1'), watched: true as const, at: 1 };
      await expect(annotations.import([other])).rejects.toMatchObject({ code: 'FILE_FAILED' });
      expect(annotations.list()).toEqual([own]);
      await rm(beside, { recursive: true });
      await annotations.import([other], 'marks.jsonl');
      const text = await readFile(beside, 'utf8');
      const { at = 0 } = (await annotations.undoable()) ?? {};
      await annotations.undoImport(at);
      // It was killed before it had removed the file.
      await writeFile(beside, text);
      expect([await annotations.undoable(), await annotations.undoImport(at)]).toEqual([null, NOTHING]);
      expect(annotations.withRemoved()).toEqual([own]);
      await annotations.import([other], 'marks.jsonl');
      // Half of an import is not undone.
      await writeFile(beside, text.slice(0, -10));
      expect([await annotations.undoable(), await undone(annotations)]).toEqual([null, NOTHING]);
      expect(annotations.list()).toHaveLength(2);
    });
  });
});

describe('an imported text', () => {
  const marked = [{ ...ofHorse('HX1'), watched: true as const, at: 5 }];

  it('of the other kind of service is refused, and one that does not say of which it is is taken', () => {
    const read = (text: string, service: 'sample' | 'account') => () =>
      readAnnotations(text, 'marks.jsonl', service).annotations;
    const [sample, account] = [annotationText(marked, 'sample'), annotationText(marked, 'account')];
    expect(read(sample, 'account')).toThrow('ANNOTATIONS_OF_SAMPLE');
    expect(read(account, 'sample')).toThrow('ANNOTATIONS_OF_ACCOUNT');
    // One of the joined files is enough.
    expect(read(account + sample, 'account')).toThrow('ANNOTATIONS_OF_SAMPLE');
    expect(read(sample, 'sample')()).toEqual(marked);
    expect(read(annotationText(marked), 'account')()).toEqual(marked);
    expect(read(sample.replace('"sample"', '"archived races"'), 'account')()).toEqual(marked);
  });

  it('that the app or a command exports says of which kind of service it is', async () => {
    await disk.restarted(async (app) => {
      const annotations = await app.annotationsOf(SAMPLE);
      await annotations.import(marked);
      const text = annotations.exportText();
      expect(await annotations.importText(text, 'marks.jsonl')).toMatchObject({ kept: 1, bad: 0 });
      await expect(
        annotations.importText(text.replace('"sample"', '"account"'), 'marks.jsonl'),
      ).rejects.toMatchObject({ code: 'ANNOTATIONS_OF_ACCOUNT' });
      // A copy of the own file is imported as well.
      expect(await readFile(disk.file, 'utf8')).toContain('"service":"sample"');
    });
  });

  it('with damaged bytes has bad lines, not notes that nobody wrote, and says which they are', () => {
    const notes = ['外枠なら', '出遅れ', '次走注意'].map((note, at) => ({ ...ofHorse(`HX${at}`), note, at }));
    const bytes = Buffer.from(annotationText(notes));
    bytes[bytes.indexOf('遅') + 1] = 0xff;
    expect(readAnnotations(textOfBytes(bytes), 'marks.jsonl')).toEqual({
      annotations: [notes[0], notes[2]],
      bad: 1,
      badLines: [3],
    });
  });

  it('may have a note with a character that stands for others: it is no damage', () => {
    const half = { ...ofHorse('HX1'), note: 'cut \\\uFFFD', at: 5 };
    expect(readAnnotations(annotationText([half]), 'marks.jsonl')).toEqual({
      annotations: [half],
      bad: 0,
      badLines: [],
    });
  });
});

describe('a file joined from several', () => {
  const RUNNER = ofRunner('05264101', 7);

  it('is as good as each of them: a mark of one, a note of the other', () => {
    const [desk, laptop] = [
      annotationText([{ ...RUNNER, mark: '1', at: 1 }]),
      annotationText([{ ...RUNNER, note: 'slow away', at: 2 }]),
    ];
    const both = [
      { ...RUNNER, mark: '1', at: 1 },
      { ...RUNNER, note: 'slow away', at: 2 },
    ];
    // An editor may leave out the last end of line, or put a byte order mark in front.
    for (const text of [desk + laptop, desk.trimEnd() + laptop, `\uFEFF${desk}\uFEFF${laptop}`])
      expect(readAnnotations(text, 'both.jsonl')).toMatchObject({ annotations: both, bad: 0 });
    expect(() => readAnnotations(desk + laptop.replace('"version":1', '"version":2'), 'both.jsonl')).toThrow(
      'FILE_NEWER',
    );
  });

  it('does what its parts do one after the other', async () => {
    const part = fc.uniqueArray(
      fc
        .record(
          {
            id: fc.constantFrom('05264101 01', '05264101 02'),
            mark: fc.constantFrom('1', '2'),
            note: fc.constantFrom('a', 'b', 'c \uFFFD }{"railbird":"annotations"'),
            watched: fc.constant(true as const),
            name: fc.constantFrom('アルファ', 'ベータ'),
            at: fc.integer({ min: 1, max: 6 }),
            markedAt: fc.integer({ min: 0, max: 5 }),
          },
          { requiredKeys: ['id', 'at'] },
        )
        .map((each) => annotationFrom({ target: 'runner', ...each }) as Annotation),
      { selector: annotationKey, minLength: 1, maxLength: 2 },
    );
    // The copy in the archive is of no concern here.
    const archive = { annotate: async () => undefined } as unknown as Archive;
    let files = 0;
    const after = async (texts: readonly string[]) => {
      const path = join(disk.dataDir, `${(files += 1)}.jsonl`);
      const file = await openAnnotationFile({ path, service: 'sample', onDamaged: async () => undefined });
      const annotations = new Annotations(file, archive, {
        now: () => 1,
        onNotCopied: async () => undefined,
      });
      const left: NoteLeft[] = [];
      for (const text of texts)
        left.push(...(await annotations.import(readAnnotations(text, 'marks.jsonl').annotations)).notesLeft);
      const kept = new Map(annotations.withRemoved().map((each) => [annotationKey(each), each]));
      // What gave way in the first file and stayed after the second is lost nowhere.
      const gone = left.filter((each) => kept.get(annotationKey(each))?.note !== each.note);
      return { kept, gone: new Set(gone.map((each) => `${annotationKey(each)} ${each.note}`)) };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 4 }), async ([own = [], ...parts]) => {
        const [first, ...texts] = [own, ...parts].map((each) => annotationText(each));
        expect(await after([first ?? '', texts.join('')])).toEqual(await after([first ?? '', ...texts]));
      }),
    );
  });
});
