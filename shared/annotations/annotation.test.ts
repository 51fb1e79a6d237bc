// A mark and its note are changed at different times.

import { describe, expect, it } from 'vitest';
import { annotationFrom, changedAnnotation, markTime, mergedAnnotation, ofRunner } from './annotation.ts';

const RUNNER = ofRunner('05264101', 3);

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
