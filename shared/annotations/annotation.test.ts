// A mark and its note are changed at different times.

import { describe, expect, it } from 'vitest';
import {
  annotationFrom,
  changedAnnotation,
  idsInRecords,
  markTime,
  mergedAnnotation,
  ofRace,
  ofRunner,
  ownKey,
} from './annotation.ts';

const RUNNER = ofRunner('05264101', 3);

describe('the id of a race and its runners', () => {
  it('is the same for a record that writes the day of the meeting as a capital', () => {
    expect(ofRunner('06171A01', 7)).toEqual(ofRunner(' 06171a01', '7'));
    expect(ofRace('06171A01')).toEqual(ofRace('06171a01'));
    expect(ownKey({ target: 'runner', id: '06171A01  7' })).toEqual(ofRunner('06171A01', 7));
    expect(idsInRecords(ofRunner('06171A01', 7))).toEqual(['06171a01 07', '06171A01 07']);
    expect(idsInRecords(RUNNER)).toEqual([RUNNER.id]);
  });

  it('keeps the capitals of local and overseas runs: another case is another race', () => {
    for (const racekey of ['4217B501', '4217b501']) {
      expect(ofRace(racekey).id).toBe(racekey);
      expect(idsInRecords(ofRace(racekey))).toEqual([racekey]);
    }
  });
});

describe('the time of a mark', () => {
  const marked = changedAnnotation(undefined, { ...RUNNER, mark: '1' }, 100);

  it('is that of its own last change', () => {
    expect(markTime(marked)).toBe(100);
    const noted = changedAnnotation(marked, { ...RUNNER, note: 'Slow away' }, 200);
    expect(noted).toMatchObject({ at: 200, mark: '1', note: 'Slow away' });
    expect(markTime(noted)).toBe(100);
    const remarked = changedAnnotation(noted, { ...RUNNER, mark: '2' }, 300);
    expect(markTime(remarked)).toBe(300);
    const removed = changedAnnotation(remarked, { ...RUNNER, mark: null }, 400);
    expect(markTime(removed)).toBe(400);
    expect(markTime(changedAnnotation(removed, { ...RUNNER, note: 'Better' }, 500))).toBe(400);
  });

  it('is never, of a runner that has only a note', () => {
    const noted = changedAnnotation(undefined, { ...RUNNER, note: 'Slow away' }, 200);
    expect(markTime(noted)).toBe(0);
  });

  it('comes back from a file, unless it is later than the last change', () => {
    const noted = changedAnnotation(marked, { ...RUNNER, note: 'Slow away' }, 200);
    expect(annotationFrom(JSON.parse(JSON.stringify(noted)))).toEqual(noted);
    const odd = annotationFrom({ ...noted, markedAt: 300 });
    expect(odd && markTime(odd)).toBe(200);
  });

  it('of two annotations as one, is the later one, whose mark counts', () => {
    const noted = changedAnnotation(marked, { ...RUNNER, note: 'Slow away' }, 200);
    const other = changedAnnotation(undefined, { ...RUNNER, mark: '2' }, 150);
    for (const { annotation } of [mergedAnnotation(noted, other), mergedAnnotation(other, noted)]) {
      expect(annotation).toMatchObject({ at: 200, mark: '2', note: 'Slow away' });
      expect(markTime(annotation)).toBe(150);
    }
  });

  it('of one that was removed and comes back, is that of the removal', () => {
    const removed = changedAnnotation(marked, { ...RUNNER, mark: null }, 400);
    const { annotation } = mergedAnnotation(removed, marked);
    expect(annotation.mark).toBe('1');
    expect(markTime(annotation)).toBe(400);
  });
});
