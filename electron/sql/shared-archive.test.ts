// SQL beside everything else that the app does with its archive.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Archive } from '../archive/archive.ts';
import type { Salvage } from '../archive/salvage.ts';
import { damageLongDay, fillLong } from '../archive/testing/long-archive.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { createSharedSql, type SharedSql } from './shared-archive.ts';

/** Takes minutes. */
const ENDLESS = 'select count(*) from range(1000000) a, range(1000000) b where a.range % 7 = b.range % 11';

let dir = '';
let path = '';
let archive: Archive;
let sql: SharedSql;
const salvaged: Salvage[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-shared-'));
  path = join(dir, 'a.duckdb');
  sql = createSharedSql();
  salvaged.length = 0;
  await putEmptyArchive(path);
  archive = await open();
});
afterEach(async () => {
  await archive.close();
  await sql.close();
  await rm(dir, { recursive: true, force: true });
});

const open = () =>
  Archive.open(path, 1, {
    now: () => 2,
    onSalvage: async (found) => void salvaged.push(found),
  });

/** The first column of every row. */
const ask = (text: string, signal = new AbortController().signal) =>
  sql
    .over(archive)
    .select(text, signal, async ({ pages }) => (await Array.fromAsync(pages)).flatMap(([cells]) => cells));

test('a query of any length delays neither reading nor writing', async () => {
  const stop = new AbortController();
  const endless = ask(ENDLESS, stop.signal);
  await archive.setNote('written', 'meanwhile');
  expect(await archive.note('written')).toBe('meanwhile');
  expect(await archive.remove(['d_ra'])).toBe(0);
  expect(await ask('select value from note')).toContain('meanwhile');
  stop.abort();
  await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('two queries run at a time, so that files can still be read; others wait, or leave', async () => {
  const stops = Array.from({ length: 4 }, () => new AbortController());
  const endless = stops.map(({ signal }) => ask(ENDLESS, signal));
  const ends = Promise.allSettled(endless);
  const next = ask('select 1');
  // One of those that wait leaves, then one of those that run.
  stops[3]?.abort();
  await expect(endless[3]).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await archive.isEmpty()).toBe(true);
  for (const stop of stops) stop.abort();
  expect(await next).toEqual(['1']);
  await ends;
});

test('who stops a query does not wait until it has ended, and the next query does', async () => {
  // Like a sort: an interrupt has no effect until it is done.
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = Promise.withResolvers<never>();
  let closed = 0;
  const lend = async () => ({
    run: () => {
      begun.shift()?.resolve();
      return done.promise;
    },
    interrupt: () => undefined,
    close: () => (closed += 1),
  });
  const deaf: Archive = Object.assign(Object.create(archive), { lend });
  const stop = new AbortController();
  const both = Promise.all(begun.map(({ promise }) => promise));
  const asked = [1, 2].map(() => sql.rows(deaf, 'select 1', { signal: stop.signal, seconds: 60 }));
  const ends = Promise.allSettled(asked);
  await both;
  stop.abort();
  for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'CANCELLED' } });
  const next = sql.rows(archive, 'select 7', { seconds: 60 });
  expect(closed).toBe(0);
  done.reject(new Error('INTERRUPT Error: Interrupted!'));
  const { snapshot } = await next;
  snapshot.close();
  expect(closed).toBe(2);
});

test('an archive that is closed ends the queries that read it', async () => {
  const begun = Promise.withResolvers<void>();
  const endless = sql
    .over(archive)
    .select('select range from range(1000000000)', new AbortController().signal, async ({ pages }) => {
      for await (const page of pages) if (page.length > 0) begun.resolve();
    });
  await begun.promise;
  const [ended] = await Promise.allSettled([endless, archive.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'RESULT_CLOSED' } });
  await expect(ask('select 1')).rejects.toMatchObject({ code: 'ARCHIVE_FAILED' });
});

test('a query that meets damage has the archive salvaged, and is told; the next one is answered', async () => {
  await archive.close();
  await fillLong(path);
  await damageLongDay(path, '20261108');
  archive = await open();
  await expect(ask('select count(distinct racekey) from d_se')).rejects.toMatchObject({
    code: 'ARCHIVE_SALVAGED',
  });
  expect(salvaged).toHaveLength(1);
  expect(await ask('select distinct racedate from d_se order by all')).toEqual(['20261101', '20261115']);
  expect(await archive.rows('select count(distinct racedate) from d_se')).toEqual([[2n]]);
}, 120_000);

test('a result that is read slowly stays as it was, whatever is written', async () => {
  await archive.setNote('a', '1');
  const seen = await sql
    .over(archive)
    .select('select value from note where name = $$a$$', new AbortController().signal, async ({ pages }) => {
      await archive.setNote('a', '2');
      return (await Array.fromAsync(pages)).flatMap(([cells]) => cells);
    });
  expect(seen).toEqual(['1']);
  expect(await archive.note('a')).toBe('2');
});
