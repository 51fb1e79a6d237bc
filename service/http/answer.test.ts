// Answers about a race or a horse that is asked for again and again, which the service remembers in one piece, and those
// without a filter while an import changes which day is the newest.

import { afterEach, expect, test } from 'vitest';
import { SqliteWriter } from '../store/sqlite/writer.ts';
import { HORSE_ID, RACEKEYS, RACE_DATES, recordOf } from '../testing/records.ts';
import { answerOf, runService } from '../testing/run-service.ts';
import type { Running } from '../testing/run-service.ts';

let service: Running | undefined;
afterEach(() => service?.close());

const [racekey] = RACEKEYS;

test('an answer has the same bytes however often it is asked for', async () => {
  service = await runService();
  const first = await service.ask('/v1/tky', { racekey });
  expect(answerOf(first).result).toMatchObject({ result_count: 3, endpoint_uri: '/v1/tky' });
  expect(answerOf(first).result.data).toHaveLength(3);
  for (let time = 0; time < 3; time++) {
    const again = await service.ask('/v1/tky', { racekey });
    expect(again.text).toBe(first.text);
    expect(again.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
  }
});

test('each answer repeats the filters of its own request, though the records are the same', async () => {
  service = await runService();
  const alone = { horse_id: HORSE_ID };
  const both = { horse_id: HORSE_ID, kettonum: '19104567' };
  for (const filter of [alone, both, alone, both, alone, alone, both]) {
    const { request, result } = answerOf(await service.ask('/v1/muk', filter));
    expect(request.parameters).toEqual(filter);
    expect(result.data.map((horse) => horse['horse_id'])).toEqual([HORSE_ID]);
  }
});

test('what another process commits is in the next answer', async () => {
  service = await runService();
  for (let time = 0; time < 3; time++) await service.ask('/v1/tky', { racekey });
  const file = service.files().find((name) => name.endsWith('records.sqlite')) ?? '';
  const writer = new SqliteWriter(file);
  const fields = {
    racekey,
    racedate: RACE_DATES[0],
    horse_number: '3',
    updated_at: '2026-11-09T09:00:00.000Z',
  };
  writer.upsert('t_ky', [recordOf('t_ky', fields)]);
  writer.close();
  for (let time = 0; time < 3; time++) {
    const { result } = answerOf(await service.ask('/v1/tky', { racekey }));
    expect(result.data.map((entry) => entry['horse_number'])).toEqual(['1', '2', '3', '10']);
  }
});

test('without a filter the newest day is answered, also if its only race is moved while that is looked for', async () => {
  const race = (racedate: string, updated_at: string) =>
    recordOf('t_ra', { racedate, racekey: '05260702', updated_at });
  const [before, after] = ['20261109', '20261108'];
  service = await runService({
    records: new Map([['t_ra', [race(before, '2026-11-01T09:00:00.000Z')]]]),
    wrap: (store) => ({
      answer: (...asked) => store.answer(...asked),
      async newestRaceDate(...asked) {
        const newest = await store.newestRaceDate(...asked);
        await store.upsert('t_ra', [race(after, '2026-11-02T09:00:00.000Z')]);
        return newest;
      },
      upsert: (...records) => store.upsert(...records),
      close: () => store.close(),
    }),
  });
  const reply = await service.ask('/v1/tra');
  expect(reply.headers['x-applied-filter']).toBe(`racedate=${after}`);
  expect(answerOf(reply).result.data.map(({ racedate }) => racedate)).toEqual([after]);
});
