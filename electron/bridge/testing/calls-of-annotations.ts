// The expected answers of the `annotations` procedures: part of the contract suite. The stand-in app has none at first.

import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { ofHorse, ofRace, ofRunner } from '#shared/annotations/annotation.ts';
import { annotationText } from '../../annotations/annotation-text.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import type { Calls } from './call.ts';

const RUNNER = ofRunner('05264101', 7);

/** An exported file with a note on each of two races. */
const OF_TWO_RACES = annotationText(
  ['05264101', '05264102'].map((racekey) => ({ ...ofRace(racekey), note: 'x', at: 5 })),
);

export const ANNOTATIONS_CALLS: Calls = {
  'annotations.change': async ({ annotations }) => {
    expect(await annotations.change({ ...RUNNER, mark: '1', racedate: '20261115' })).toEqual({
      ...RUNNER,
      mark: '1',
      racedate: '20261115',
      at: 1,
    });
    expect(await annotations.change({ ...RUNNER, mark: null })).toMatchObject({ id: RUNNER.id });
    expect(await annotations.read({ keys: [RUNNER] })).toEqual([]);
    await annotations.change({ ...RUNNER, note: '外枠', noteBefore: null });
    // One window is quicker than another that began without a note.
    const late = annotations.change({ ...RUNNER, note: '内枠', noteBefore: null });
    expectCoded(await failureOf(late), { code: 'CHANGED_ELSEWHERE' });
    expect(await annotations.read({ keys: [RUNNER] })).toMatchObject([{ note: '外枠' }]);
  },
  'annotations.read': async ({ annotations }) => {
    await annotations.change({ ...RUNNER, note: '  出遅れ  ' });
    expect(await annotations.read({ keys: [RUNNER, ofHorse('HX0000000101')] })).toMatchObject([
      { ...RUNNER, note: '出遅れ' },
    ]);
  },
  'annotations.list': async ({ annotations }) => {
    await annotations.change({ ...ofHorse('HX0000000101'), watched: true, name: 'リュマ' });
    expect(await annotations.list({ target: 'horse' })).toMatchObject([{ watched: true, name: 'リュマ' }]);
  },
  'annotations.write': async ({ annotations }) => {
    await annotations.change({ ...RUNNER, mark: '2' });
    const written = await annotations.write({ language: 'en' });
    expect(written).toMatchObject({ count: expect.any(Number), download: expect.any(String) });
    const text = await readFile(written.path ?? '', 'utf8');
    expect(text.split('\n')[0]).toBe('{"railbird":"annotations","version":1,"service":"sample"}');
  },
  'annotations.adopt': async ({ annotations }) => {
    const header = '{"railbird":"annotations","version":1}\n';
    const line = JSON.stringify({ target: 'race', id: '05264101', note: 'x', at: 5 });
    expect(await annotations.adopt({ name: 'marks.jsonl', text: `${header}${line}\nnonsense\n` })).toEqual({
      added: 1,
      changed: 0,
      kept: 0,
      notesLeft: [],
      bad: 1,
      badLines: [3],
    });
    const account = header.replace('}', ',"service":"account"}');
    const refused = annotations.adopt({ name: 'marks.jsonl', text: `${account}${line}\n` });
    expectCoded(await failureOf(refused), { code: 'ANNOTATIONS_OF_ACCOUNT' });
  },
  'annotations.undoable': async ({ annotations }) => {
    expect(await annotations.undoable()).toBeNull();
    await annotations.change({ ...RUNNER, mark: '1' });
    await annotations.adopt({ name: 'marks.jsonl', text: OF_TWO_RACES });
    expect(await annotations.undoable()).toEqual({ name: 'marks.jsonl', at: expect.any(Number), count: 2 });
  },
  'annotations.undoImport': async ({ annotations }) => {
    expect(await annotations.undoImport({ at: 1 })).toEqual({ removed: 0, restored: 0, changedSince: 0 });
    await annotations.adopt({ name: 'marks.jsonl', text: OF_TWO_RACES });
    const { at = 0 } = (await annotations.undoable()) ?? {};
    expectCoded(await failureOf(annotations.undoImport({ at: at - 1 })), { code: 'CHANGED_ELSEWHERE' });
    await annotations.change({ ...ofRace('05264102'), note: 'own' });
    expect(await annotations.undoImport({ at })).toEqual({ removed: 1, restored: 0, changedSince: 1 });
    expect(await annotations.list({})).toMatchObject([{ ...ofRace('05264102'), note: 'own' }]);
    expect(await annotations.undoable()).toBeNull();
  },
};
