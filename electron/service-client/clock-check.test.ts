import { expect, test } from 'vitest';
import type { NewNotice } from '../files/notices.ts';
import { createClockCheck } from './clock-check.ts';

const MINUTE = 60_000;
/** Ten to midnight in Tokyo. */
const NOW = Date.parse('2026-11-27T23:50:00+09:00');

function clock() {
  const shown = new Map<string, NewNotice>();
  let added = 0;
  const check = createClockCheck({
    notices: {
      add: async (notice) => {
        added += 1;
        shown.set(`${notice.subject}-${notice.key}`, notice);
      },
      dismiss: async (id) => void shown.delete(id),
    },
    report: (error) => {
      throw error;
    },
  });
  return {
    /** The notices after an answer that the service dated so many minutes later than this computer's clock. */
    after: (minutes: number) => {
      check({ servedAt: NOW + minutes * MINUTE, now: NOW });
      return [...shown.values()];
    },
    added: () => added,
  };
}

test('a clock that is behind the service’s is named once, with both times and what to do', () => {
  const { after, added } = clock();
  expect(after(2)).toEqual([]);
  const [notice] = after(35);
  expect(notice?.what).toEqual({
    en: 'This computer’s clock is 35 min behind the service’s',
    ja: 'このコンピューターの時計がサービスより35 分遅れています',
  });
  expect(notice?.advice?.en).toContain('2026-11-28 00:25');
  expect(notice?.advice?.en).toContain('2026-11-27 23:50');
  after(36);
  expect(added()).toBe(1);
});

test('the notice goes once the clock is right, and comes again if it is not', () => {
  const { after } = clock();
  expect(after(35)).toHaveLength(1);
  // Not yet right: the notice would come and go.
  expect(after(4)).toHaveLength(1);
  expect(after(0)).toEqual([]);
  expect(after(90)).toHaveLength(1);
});

test('a service that seems to be behind is not named: its answer may be kept somewhere on the way', () => {
  const { after } = clock();
  expect(after(-600)).toEqual([]);
});
