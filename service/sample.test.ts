// The sample service as a whole: the generator's racing behind all sixteen endpoints.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { newLog } from './log.ts';
import { parseOptions } from './options.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';
import { answerOf, send } from './testing/run-service.ts';
import type { Answered, Reply } from './testing/run-service.ts';

/** A Sunday that is over and the coming Saturday, seen from the Friday between. */
const [PAST, COMING] = ['20261115', '20261121'];
const RECIPE = { name: 'two days', seed: 'railbird', raceDates: () => [PAST, COMING] };

let folder: string;
let service: RunningService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-sample-'));
  const options = parseOptions(['--sample', '--data-dir', folder], {});
  const log = newLog({ write: () => {} });
  service = await startService(options, {
    now: () => new Date('2026-11-20T12:00:00+09:00'),
    log,
    recipe: RECIPE,
  });
});
afterAll(async () => {
  await service.close(100);
  rmSync(folder, { recursive: true, force: true });
});

function ask(path: string, filter: object): Promise<Reply> {
  return send(service.url, {
    path,
    query: `?api_key=${service.keys?.api_key ?? ''}`,
    headers: { 'content-type': 'application/json', 'x-user-key': service.keys?.user_key ?? '' },
    body: JSON.stringify(filter),
  });
}

const dataOf = async (path: string, filter: object): Promise<Answered['result']['data']> =>
  answerOf(await ask(path, filter)).result.data;

const day = (racedate: string) => ({ start_racedate: racedate, end_racedate: racedate });

const onThePastDay = (code: TableCode) =>
  tableOf(code).filters.includes('start_racedate') ? day(PAST) : { racedate: PAST };

test.each(TABLE_CODES)('%s answers with exactly the fields of the catalogue', async (code) => {
  const { path, columns, grain } = tableOf(code);
  const [runner] = grain === 'master' ? await dataOf('/v1/tky', { racedate: PAST }) : [];
  const filter = grain === 'master' ? { horse_id: runner?.['horse_id'] } : onThePastDay(code);
  const records = await dataOf(path, filter);
  expect(records.length).toBeGreaterThan(0);
  const names = columns.map(({ name }) => name);
  const strange = records.filter((record) => Object.keys(record).join() !== names.join());
  expect(strange).toEqual([]);
});

test('a race answers from every table by its key, with as many runners as its head count and its results', async () => {
  const [race] = await dataOf('/v1/tra', { racedate: PAST });
  const racekey = race?.['racekey'];
  const counts = await Promise.all(
    ['/v1/tky', '/v1/dky', '/v1/tpd', '/v1/tze', '/v1/tzk', '/v1/dzk', '/v1/tse', '/v1/dse'].map(
      async (path) => (await dataOf(path, { racekey })).length,
    ),
  );
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThanOrEqual(Number(race?.['headcount']));
  expect(await dataOf('/v1/thj', { racekey })).toEqual(await dataOf('/v1/dhj', { racekey }));
  expect(await dataOf('/v1/tka', { racekey })).toHaveLength(1);
});

test('a coming day has cards, and neither results nor past records', async () => {
  expect((await dataOf('/v1/tra', { racedate: COMING })).length).toBeGreaterThanOrEqual(24);
  expect(await dataOf('/v1/tse', { racedate: COMING })).toEqual([]);
  expect(await dataOf('/v1/dra', day(COMING))).toEqual([]);
  expect(await dataOf('/v1/dhj', day(COMING))).toEqual([]);
});

test('without a filter the day tables answer with the coming day, the past tables with the last that is over', async () => {
  expect((await ask('/v1/tra', {})).headers['x-applied-filter']).toBe(`racedate=${COMING}`);
  expect((await ask('/v1/dra', {})).headers['x-applied-filter']).toBe(`racedate=${PAST}`);
  expect((await ask('/v1/tse', {})).headers['x-applied-filter']).toBe(`racedate=${PAST}`);
});
