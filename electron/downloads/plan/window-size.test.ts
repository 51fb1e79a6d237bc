import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import {
  afterAnswer,
  afterFailure,
  afterRefusal,
  firstSize,
  readLongest,
  readSize,
  refusedSize,
  writeSize,
  type WindowSize,
} from './window-size.ts';

const NOW = Date.UTC(2026, 10, 15, 3);
const DAY = 24 * 3_600_000;

/** Requests `total` days, window after window, from a service that refuses more than `limit` days. */
function ask(total: number, limit: number, start = firstSize(TABLES.d_ra)) {
  let size = start;
  let left = total;
  const refusals: number[] = [];
  const answers: number[] = [];
  while (left > 0) {
    const span = Math.min(left, size.days);
    if (span > limit) {
      refusals.push(span);
      size = afterRefusal(size, span, NOW);
    } else {
      answers.push(span);
      left -= span;
      size = afterAnswer(size, span);
    }
  }
  return { size, refusals, answers };
}

describe('the size of a window', () => {
  it('starts at a month, at a week for the wide tables, at a day for tables that accept no period', () => {
    expect(firstSize(TABLES.d_ra).days).toBe(31);
    expect(firstSize(TABLES.d_ky).days).toBe(7);
    expect(firstSize(TABLES.t_ky).days).toBe(1);
  });

  it('stays between a day and the maximum, whatever happens', () => {
    const event = fc.record({
      kind: fc.constantFrom('answer', 'refusal', 'failure'),
      span: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(TABLES.d_ra, TABLES.d_ky, TABLES.t_se),
        fc.array(event),
        (table, events) => {
          let size = firstSize(table);
          for (const { kind, span: drawn } of events) {
            const span = Math.min(drawn, size.days);
            const before = size;
            if (kind === 'answer') size = afterAnswer(size, span);
            else if (kind === 'refusal') size = afterRefusal(size, span, NOW);
            else size = afterFailure(size, span);
            expect(size.days).toBeGreaterThanOrEqual(1);
            expect(size.days).toBeLessThanOrEqual(size.most);
            // The same window would be refused again.
            if (kind !== 'answer' && span > 1) expect(size.days).toBeLessThan(span);
            if (kind === 'answer') expect(size.days).toBeGreaterThanOrEqual(before.days);
            if (size.refused) expect(size.days).toBeLessThan(size.refused.days);
          }
        },
      ),
    );
  });

  it('finds the limit of a service with as many refusals as halvings, and stays there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (limit) => {
        const { size, refusals } = ask(3650, limit);
        expect(refusals.length).toBeLessThanOrEqual(5);
        expect(size.days).toBe(Math.min(31, limit));
        // The limit is stored, so it is never exceeded again.
        expect(ask(3650, limit, readSize(TABLES.d_ra, writeSize(size), NOW)).refusals).toEqual([]);
      }),
    );
  });

  /** How many windows it takes to grow back to a month. */
  function regrown(start: WindowSize): [WindowSize, number] {
    let [size, windows] = [start, 0];
    for (; size.days < 31; windows += 1) size = afterAnswer(size, size.days);
    return [size, windows];
  }

  it('grows back after failures, more slowly each time longer windows fail', () => {
    let size = afterFailure(firstSize(TABLES.d_ra), 31);
    expect(size.days).toBe(16);
    const needed: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const [grown, windows] = regrown(size);
      needed.push(windows);
      size = afterFailure(grown, 31);
    }
    expect(needed).toEqual([4, 8, 16]);
  });

  it('does not grow more slowly for a service that fails at every size', () => {
    let size = firstSize(TABLES.d_ra);
    while (size.days > 1) size = afterFailure(size, size.days);
    expect(regrown(size)[1]).toBe(20);
  });

  it('tries longer windows again a month after the refusal', () => {
    const refused = ask(3650, 10).size;
    const later = readSize(TABLES.d_ra, writeSize(refused), NOW + 31 * DAY);
    expect(refused.days).toBe(10);
    expect(later).toMatchObject({ days: 10, most: 31 });
    expect(ask(3650, 31, later).size.days).toBe(31);
    expect(ask(3650, 31, readSize(TABLES.d_ra, writeSize(refused), NOW + DAY)).size.days).toBe(10);
  });

  it.each([undefined, '', '7', '{"days":0}', '{"days":1e9,"patience":4}', '{"days":3}'])(
    'reads the note %j within the limits',
    (note) => {
      const size = readSize(TABLES.d_ky, note, NOW);
      expect(size.days).toBeGreaterThanOrEqual(1);
      expect(size.days).toBeLessThanOrEqual(7);
    },
  );
});

describe('the stored size of a table', () => {
  const refused = { days: 20, at: NOW };

  it('names the refused length for a month, and nothing if the note cannot be read', () => {
    const note = writeSize({ ...firstSize(TABLES.d_ra), days: 10, refused });
    expect(refusedSize(note, NOW + 29 * DAY)).toEqual(refused);
    expect(refusedSize(note, NOW + 30 * DAY)).toBeUndefined();
    for (const other of ['', '{', '{}', writeSize(firstSize(TABLES.d_ra))])
      expect(refusedSize(other, NOW)).toBeUndefined();
  });

  it('shortens the requests for small tables only if a shorter size failed', () => {
    const usual = firstSize(TABLES.d_ka);
    const longest = (size: WindowSize) => readLongest(TABLES.d_ka, writeSize(size), NOW).days;
    expect(readLongest(TABLES.d_ka, undefined, NOW).days).toBe(364);
    expect(longest(usual)).toBe(364);
    expect(longest({ ...usual, days: usual.days - 1 })).toBe(usual.days - 1);
    expect(longest({ ...usual, days: 100, refused: { days: 200, at: NOW } })).toBe(100);
  });

  it('a longer size that was answered once is not a trial any more', () => {
    let size: WindowSize = { ...firstSize(TABLES.d_ra), days: 4, most: 31 };
    while (size.isTrial !== true) size = afterAnswer(size, size.days);
    const failed = afterFailure(size, size.days);
    expect(failed.patience).toBe(size.patience * 2);
    const answered = afterAnswer(size, size.days);
    expect(afterFailure(answered, answered.days).patience).toBe(size.patience);
  });
});
