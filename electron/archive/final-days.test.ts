import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { isFresh } from '../downloads/plan/freshness.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';
import { isLongSettled, unsettledDays } from './final-days.ts';

const HOUR = 3_600_000;
/** Noon in Tokyo. */
const NOW = Date.UTC(2026, 10, 15, 3);
const TODAY = todayInTokyo(NOW);

it('the coverage shows the days that will stay fresh', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-settled-'));
  await putEmptyArchive(join(dataDir, 'a.duckdb'));
  const archive = await Archive.open(join(dataDir, 'a.duckdb'), NOW);
  try {
    const from = addDays(TODAY, -40);
    // Each day was fetched some hours before or after its own midnight: empty or not, in either table.
    const days = Array.from({ length: 42 }, (_, at) => addDays(from, at));
    const stored = days.map((day, at) => {
      const midnight = Date.UTC(+day.slice(0, 4), +day.slice(4, 6) - 1, +day.slice(6)) - 9 * HOUR;
      const fetchedAt = Math.min(NOW + HOUR, midnight + ((at * 37) % 240) * HOUR + (at % 3) - 1);
      return { day, fetchedAt, records: at % 2, table: at % 5 === 0 ? 't_ra' : 'd_ra', isOdd: at % 11 === 0 };
    });
    for (const { day, fetchedAt, records, table, isOdd } of stored)
      await archive.rows(
        `insert into coverage values (?, 'day:' || ?, ?, ?::BIGINT, ?::INTEGER, 0, 0, 0, ?, '[]', 0)`,
        [
          table,
          day,
          day,
          String(fetchedAt),
          String(records),
          isOdd ? '[{"reason":"cut_short","where":""}]' : '[]',
        ],
      );
    const unsettled = await unsettledDays(
      archive,
      { tables: ['d_ra', 't_ra'], from, to: addDays(TODAY, 1) },
      NOW,
    );
    // Days that are fresh only for minutes or an hour are not final: long afterwards they are stale.
    const later = { now: NOW + 30 * 24 * HOUR, today: addDays(TODAY, 30) };
    const expected = stored.flatMap(({ day, fetchedAt, records, isOdd }) => {
      const own = {
        unit: '',
        lastDay: day,
        fetchedAt,
        records,
        provisional: 0,
        quarantined: 0,
        drift: 0,
        repeated: 0,
        present: [],
      };
      const reasons = isOdd ? [{ reason: 'cut_short' as const, where: '' }] : [];
      const isSettled = fetchedAt <= NOW && isFresh(TABLES.d_ra, { ...own, reasons }, later);
      return isSettled ? [] : [day];
    });
    expect(unsettled).toEqual(expected);
    expect(unsettled.length).toBeGreaterThan(5);
    const program = { tables: ['d_ra', 't_ra'] as const, from: '20260801', to: '20260831' };
    const isStored = () => isLongSettled(archive, [program, { ...program, from: '20260830' }], NOW);
    const hold = async (from: number, to: number): Promise<void> => {
      await archive.rows(
        `insert into coverage select 't_ra', 'day:202608' || d, '202608' || d, ${NOW - HOUR}, 0, 0, 0, 0, '[]', '[]', 0
           from (select lpad(range::VARCHAR, 2, '0') as d from range(${from}, ${to}))`,
      );
      // The coverage in memory is that of the archive's own writes.
      await archive.remove([]);
    };
    await hold(2, 32);
    expect(await isStored()).toBe(false);
    await hold(1, 2);
    expect(await isStored()).toBe(true);
    expect(await isLongSettled(archive, [{ ...program, to: TODAY }], NOW)).toBe(false);
    expect(await unsettledDays(archive, program, NOW)).toEqual([]);
    expect(unsettled.length).toBeLessThan(35);
  } finally {
    await archive.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
