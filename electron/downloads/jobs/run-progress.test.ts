import { expect, it } from 'vitest';
import { RunFigures, type RunProgress } from './run-progress.ts';

const progress = (windowsDone: number, windowsTotal: number, records = 0) => ({
  windowsDone,
  windowsTotal,
  records,
  bytes: records * 10,
});
const fetched = (answered: number, records = 0) => ({
  ...progress(answered, answered, records),
  answered,
  failed: [],
});

it('includes the reference tables, and never exceeds the windows that are left', () => {
  const reported: RunProgress[] = [];
  const figures = new RunFigures([3, 2], 2, (now) => reported.push(now));
  expect(reported).toEqual([{ windowsDone: 0, windowsLeft: 7, records: 0, bytes: 0 }]);
  figures.references(progress(1, 1, 5));
  expect(figures.now).toEqual({ windowsDone: 1, windowsLeft: 6, records: 5, bytes: 50 });
  figures.references(progress(2, 2, 40));
  // A window was halved.
  figures.table(0, progress(1, 4, 100));
  expect(figures.now).toEqual({ windowsDone: 3, windowsLeft: 5, records: 140, bytes: 1400 });
  figures.table(0, progress(4, 4, 300));
  figures.through([fetched(2, 40), fetched(3, 300)], false);
  expect(figures.now).toEqual({ windowsDone: 5, windowsLeft: 2, records: 340, bytes: 3400 });
  figures.table(1, progress(2, 2, 9));
  figures.through([fetched(2, 9)], true);
  expect(figures.now).toEqual({ windowsDone: 7, windowsLeft: 0, records: 349, bytes: 3490 });
});

it('has no windows left at the end if fewer requests were needed than planned', () => {
  const figures = new RunFigures([1], 3, () => undefined);
  figures.references(progress(1, 1));
  expect(figures.now.windowsLeft).toBe(3);
  figures.table(0, progress(1, 1));
  figures.through([fetched(1), fetched(1)], true);
  expect(figures.now).toMatchObject({ windowsDone: 2, windowsLeft: 0 });
});
