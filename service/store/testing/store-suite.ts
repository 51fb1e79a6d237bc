// The requirements of every store, as one suite that runs against each engine (*-store.test.ts).

import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import type { Fields } from '../../testing/records.ts';
import { recordOf } from '../../testing/records.ts';
import type { BulkWriter } from '../bulk-writer.ts';
import type { StoredDays, Records, RecordFilter, Store } from '../store.ts';

export interface Opened {
  readonly store: Store & StoredDays;
  /** A second connection to the same records, like that of a command beside the service. */
  bulkWriter(): Promise<BulkWriter>;
  /** Closes the store and removes its data. */
  close(): Promise<void>;
}

/** @param open returns an empty store */
export function storeSuite(open: () => Promise<Opened>): void {
  let opened: Opened;
  let store: Store & StoredDays;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('any selection returns what a naive filter returns, in order and complete, over any number of pages', async () => {
    const all = manyEntries();
    await store.upsert('t_se', all);
    const day = fc.constantFrom('20261031', ...DAYS, '20261231');
    const racekey = fc.constantFrom(...new Set(all.map((record) => String(record['racekey']))));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ from: day, to: day, racekey }, { requiredKeys: [] }),
        async (selection: RecordFilter) => {
          const wanted = all.filter(
            (record) =>
              String(record['racedate']) >= (selection.from ?? '') &&
              String(record['racedate']) <= (selection.to ?? '99999999') &&
              (selection.racekey === undefined || record['racekey'] === selection.racekey),
          );
          expect(await read(await store.answer('t_se', selection, 50_000))).toEqual(inOrder(wanted));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('its days are counted by table, horses without a day', async () => {
    expect(await store.storedDays('t_se')).toEqual([]);
    const runners = ['20261107', '20261108', '20261108'].map((racedate, at) =>
      recordOf('t_se', { racedate, racekey: `0526${racedate.slice(4)}`, horse_number: String(at + 1) }),
    );
    await store.upsert('t_se', runners);
    await store.upsert('m_uk', [recordOf('m_uk', { horse_id: 'horse0000001' })]);
    expect(await store.storedDays('t_se')).toEqual([
      { racedate: '20261107', records: 1 },
      { racedate: '20261108', records: 2 },
    ]);
    expect(await store.storedDays('m_uk')).toEqual([{ racedate: '', records: 1 }]);
  });

  test('horse numbers sort as numbers, and a value that is not a number comes first', async () => {
    const numbers = ['10', '9', '1', '', '18', '2'];
    await store.upsert(
      't_ky',
      numbers.map((horse_number) =>
        recordOf('t_ky', { racedate: '20261101', racekey: '05260101', horse_number }),
      ),
    );
    const sorted = await read(await store.answer('t_ky', { racekey: '05260101' }, 100));
    expect(sorted.map((record) => record['horse_number'])).toEqual(['', '1', '2', '9', '10', '18']);
  });

  test('keys sort by their bytes: digits, capitals, small letters', async () => {
    const racekeys = ['0526a101', '05260101', '0526A101', '0526_101', '0526B101'];
    await store.upsert(
      't_ra',
      racekeys.map((racekey) => recordOf('t_ra', { racedate: '20261101', racekey })),
    );
    const sorted = await read(await store.answer('t_ra', { from: '20261101', to: '20261101' }, 100));
    expect(sorted.map((record) => record['racekey'])).toEqual(racekeys.toSorted());
  });

  test('one record per line, so that a reader can split an answer without parsing it', async () => {
    await store.upsert('t_se', manyEntries());
    const lines = (await text(await store.answer('t_se', { racekey: '05260101' }, 100))).split(',\n');
    expect(lines.map((line) => (JSON.parse(line) as Fields)['horse_number'])).toHaveLength(16);
  });

  test('a record is returned byte for byte, whatever its text contains', async () => {
    const odd = 'a"b\\c\n\t\u0000\u2028 ,\n% $1 ? \ud83d\udc34 騎手　é';
    const record = recordOf('t_ra', { racedate: '20261101', racekey: '05260101', race_name: odd });
    await store.upsert('t_ra', [record]);
    for (const limit of [10, 50_000]) {
      expect(await text(await store.answer('t_ra', { racekey: '05260101' }, limit))).toBe(
        JSON.stringify(record),
      );
    }
  });

  test('a meeting is found by the key of any of its races', async () => {
    await store.upsert(
      't_ka',
      ['052601', '052602'].map((holdingkey) => recordOf('t_ka', { racedate: '20261101', holdingkey })),
    );
    const found = await read(await store.answer('t_ka', { racekey: '05260211' }, 10));
    expect(found.map((record) => record['holdingkey'])).toEqual(['052602']);
  });

  test('more records than the limit are refused, exactly the limit is not', async () => {
    const all = manyEntries();
    await store.upsert('t_se', all);
    for (const limit of [all.length - 1, 10]) expect(await store.answer('t_se', {}, limit)).toBe('too many');
    expect(await read(await store.answer('t_se', {}, all.length))).toHaveLength(all.length);
  });

  test.each([1, 99, 100, 101, 200, 201])('%i records are counted and sent whole', async (size) => {
    const some = manyEntries().slice(0, size);
    await store.upsert('t_se', some);
    expect(await read(await store.answer('t_se', {}, 50_000))).toEqual(inOrder(some));
  });

  test('an answer reflects the current state of the store, no matter who changed it', async () => {
    const bulkWriter = await opened.bulkWriter();
    const race = (horse_name: string, updated_at: string) =>
      recordOf('t_se', {
        racedate: '20261003',
        racekey: '05264101',
        horse_number: '1',
        horse_name,
        updated_at,
      });
    const names = async () => {
      // As a request that comes after what was done before it.
      await turn();
      const records = await read(await store.answer('t_se', { racekey: '05264101' }, 10));
      return records.map((record) => record['horse_name']);
    };
    expect(await names()).toEqual([]);
    await store.upsert('t_se', [race('one', '2026-10-03T01:00:00.000Z')]);
    for (let time = 0; time < 3; time++) expect(await names()).toEqual(['one']);
    await bulkWriter.keep('t_se', [race('two', '2026-10-03T02:00:00.000Z')].map(ready));
    expect(await names()).toEqual(['two']);
    await bulkWriter.close();
  });

  test('records that arrive one by one, in any order, end up in the right place', async () => {
    const race = Array.from({ length: 18 }, (_, number) => entry('20261101', 1, number + 1));
    for (const at of [7, 0, 17, 3, 12]) await store.upsert('t_se', race.slice(at, at + 1));
    await store.upsert('t_se', race.toReversed());
    expect(await read(await store.answer('t_se', { racekey: '05260101' }, 100))).toEqual(race);
    const works = ['20261019', '20261020'].flatMap((exercise_date) =>
      ['2', '1'].map((number_of_times) =>
        recordOf('t_ch', {
          racedate: '20261101',
          racekey: '05260101',
          horse_number: '3',
          exercise_date,
          number_of_times,
        }),
      ),
    );
    for (const work of works.toReversed()) await store.upsert('t_ch', [work]);
    const sorted = await read(await store.answer('t_ch', { racekey: '05260101' }, 100));
    expect(sorted.map(({ exercise_date, number_of_times }) => `${exercise_date} ${number_of_times}`)).toEqual(
      ['20261019 1', '20261019 2', '20261020 1', '20261020 2'],
    );
  });

  test('an answer in progress does not see concurrent writes', async () => {
    await store.upsert('t_se', manyEntries());
    const records = await store.answer('t_se', {}, 50_000);
    if (records === 'too many') throw new Error('too many');
    const seen: Fields[] = [];
    for await (const page of records.pages) {
      seen.push(...(JSON.parse(`[${page.toString()}]`) as Fields[]));
      await store.upsert('t_se', [entry('20261130', seen.length % 12, 1)]);
    }
    expect(seen).toHaveLength(records.count);
    expect(await store.newestRaceDate('t_se')).toBe('20261130');
    expect(await store.newestRaceDate('t_se', '20261113')).toBe('20261108');
  });

  test('an answer that is abandoned early leaves nothing behind: the next ones are complete', async () => {
    await store.upsert('t_se', manyEntries());
    for (let time = 0; time < 20; time++) {
      const records = await store.answer('t_se', {}, 50_000);
      if (records === 'too many') throw new Error('too many');
      for await (const page of records.pages) {
        expect(page.length).toBeGreaterThan(0);
        break;
      }
    }
    expect(await read(await store.answer('t_se', {}, 50_000))).toHaveLength(manyEntries().length);
  });

  test('readers see all of a write or nothing of it', async () => {
    const version = (day: number) =>
      manyEntries()
        .slice(0, 150)
        .map((record) => ({ ...record, updated_at: `2026-11-2${day}T00:00:00.000Z` }));
    await store.upsert('t_se', version(0));
    const writing = new AbortController();
    const write = async () => {
      for (let day = 1; day < 6; day++) await store.upsert('t_se', version(day));
      writing.abort();
    };
    const readOn = async () => {
      do {
        const records = await read(await store.answer('t_se', {}, 50_000));
        expect(records).toHaveLength(150);
        expect(new Set(records.map((record) => record['updated_at'])).size).toBe(1);
      } while (!writing.signal.aborted);
    };
    await Promise.all([write(), readOn(), readOn()]);
  });

  const version = (updated_at: string, horse_name: string) =>
    recordOf('m_uk', { horse_id: '12E345678901', kettonum: '19104567', updated_at, horse_name });
  const nameOfHorse = async () => {
    const [horse] = await read(await store.answer('m_uk', { kettonum: '2019104567' }, 10));
    return horse?.['horse_name'];
  };

  test('a record with the same key is replaced, but not by an older one', async () => {
    await store.upsert('m_uk', [version('2026-11-02T00:00:00.000Z', 'second')]);
    await store.upsert('m_uk', [version('2026-11-01T00:00:00.000Z', 'first')]);
    expect(await nameOfHorse()).toBe('second');
    await store.upsert('m_uk', [version('2026-11-03T00:00:00.000Z', 'third')]);
    expect(await nameOfHorse()).toBe('third');
  });

  test('of versions that arrive together the newest wins, and at the same time the last', async () => {
    await store.upsert('m_uk', [
      version('2026-11-02T00:00:00.000Z', 'second'),
      version('2026-11-03T00:00:00.000Z', 'third'),
      version('2026-11-03T00:00:00.000Z', 'third, mended'),
      version('2026-11-01T00:00:00.000Z', 'first'),
    ]);
    expect(await nameOfHorse()).toBe('third, mended');
  });

  test('loading the same records again changes nothing, and reports that', async () => {
    const bulkWriter = await opened.bulkWriter();
    const all = manyEntries().map(ready);
    expect(await bulkWriter.keep('t_se', all)).toBe(all.length);
    expect(await bulkWriter.keep('t_se', all)).toBe(0);
    expect(await bulkWriter.keep('m_uk', [version('2026-11-02T00:00:00.000Z', 'a')].map(ready))).toBe(1);
    const older = [version('2026-11-01T00:00:00.000Z', 'b'), version('2026-11-03T00:00:00.000Z', 'c')];
    expect(await bulkWriter.keep('m_uk', older.map(ready))).toBe(1);
    await bulkWriter.close();
    expect(await read(await store.answer('t_se', {}, 50_000))).toHaveLength(all.length);
  });

  test('two concurrent loads do not harm each other', async () => {
    const [one, other] = await Promise.all([opened.bulkWriter(), opened.bulkWriter()]);
    const all = manyEntries().map(ready);
    await Promise.all([one.keep('t_se', all), other.keep('t_se', all.toReversed())]);
    await Promise.all([one.close(), other.close()]);
    expect(await read(await store.answer('t_se', {}, 50_000))).toHaveLength(all.length);
  });

  test.each(TABLE_CODES)(
    '%s takes the records of its catalogue, and is empty before',
    async (table: TableCode) => {
      expect(await store.newestRaceDate(table === 'm_uk' ? 't_hj' : table)).toBeUndefined();
      const record = recordOf(table, { racedate: '20261101' });
      const asked: RecordFilter =
        table === 'm_uk' ? { horse_id: 'horse_idの値' } : { from: '20261101', to: '20261101' };
      expect(await read(await store.answer(table, asked, 10))).toEqual([]);
      await store.upsert(table, [record]);
      expect(await read(await store.answer(table, asked, 10))).toEqual([record]);
    },
  );

  test('readers see all that is published at once and none of it before, also in the middle of an answer', async () => {
    const bulkWriter = await opened.bulkWriter();
    const day = (horse_name: string, hour: number) =>
      Array.from({ length: 12 }, (_, race) =>
        Array.from({ length: 16 }, (_, number) => ({
          ...entry('20261107', race + 1, number + 1),
          horse_name,
          updated_at: `2026-11-07T${String(hour).padStart(2, '0')}:00:00.000Z`,
        })),
      );
    const publish = (races: readonly (readonly Fields[])[], between: () => Promise<void>) =>
      bulkWriter.publish(async ({ keep }) => {
        for (const race of races) {
          await keep('t_se', race.map(ready));
          await keep('t_ra', [ready(recordOf('t_ra', race[0] ?? {}))]);
          await between();
        }
      });
    /** What the day is called in each of its records, and how many races and results it has. */
    const seen = async () => {
      const [races, results] = await Promise.all(
        (['t_ra', 't_se'] as const).map(async (table) =>
          read(await store.answer(table, { from: '20261107', to: '20261107' }, 50_000)),
        ),
      );
      return [races?.length, results?.length, ...new Set(results?.map(({ horse_name }) => horse_name))];
    };
    await publish(day('first', 9), async () => expect(await seen()).toEqual([0, 0]));
    expect(await seen()).toEqual([12, 192, 'first']);

    const begun = await store.answer('t_se', { from: '20261107', to: '20261107' }, 50_000);
    await publish(day('corrected', 10), async () => expect(await seen()).toEqual([12, 192, 'first']));
    expect(await seen()).toEqual([12, 192, 'corrected']);
    expect(new Set((await read(begun)).map(({ horse_name }) => horse_name))).toEqual(new Set(['first']));

    await expect(publish(day('failed', 11), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await seen()).toEqual([12, 192, 'corrected']);
    await publish(day('late', 8), async () => {});
    expect(await seen()).toEqual([12, 192, 'corrected']);
    await bulkWriter.close();
  });

  test('of two publications at once the second waits, and knows the files of the first', async () => {
    const writers = [await opened.bulkWriter(), await opened.bulkWriter()];
    const file = { digest: 'd1', table: 't_se', name: 'a.ndjson' } as const;
    const known = await Promise.all(
      writers.map((writer) =>
        writer.publish(async (publication) => {
          const isKnown = await publication.isKnown(file);
          if (!isKnown) await publication.note(file);
          return isKnown;
        }),
      ),
    );
    expect(known.filter(Boolean)).toHaveLength(1);
    expect(await writers[0]?.publish(({ isKnown }) => isKnown({ ...file, table: 't_ra' }))).toBe(false);
    for (const writer of writers) await writer.close();
  });
}

async function text(records: Records | 'too many'): Promise<string> {
  if (records === 'too many') throw new Error('too many');
  const pages: Buffer[] = [];
  for await (const page of records.pages) pages.push(page);
  return pages.map(String).join(',\n');
}

/** The records of an answer. */
export async function read(records: Records | 'too many'): Promise<Fields[]> {
  const parsed = JSON.parse(`[${await text(records)}]`) as Fields[];
  expect(parsed).toHaveLength(records === 'too many' ? -1 : records.count);
  return parsed;
}

/** A record ready to be stored. */
export const ready = (record: Fields) => ({ fields: record, json: Buffer.from(JSON.stringify(record)) });

const entry = (racedate: string, race: number, number: number): Fields =>
  recordOf('t_se', {
    racedate,
    racekey: `0526${racedate.slice(6)}${String(race).padStart(2, '0')}`,
    horse_number: String(number),
  });

const DAYS = ['20261101', '20261107', '20261108', '20261114'];
const manyEntries = (): Fields[] =>
  DAYS.flatMap((racedate) =>
    Array.from({ length: 12 }, (_, race) =>
      Array.from({ length: 16 }, (_, number) => entry(racedate, race + 1, 16 - number)),
    ).flat(),
  );

const place = (record: Fields) =>
  [record['racedate'], record['racekey'], Number(record['horse_number'])] as const;

function inOrder(records: readonly Fields[]): Fields[] {
  return records.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    for (const [index, value] of left.entries()) {
      const other = right[index] ?? '';
      if ((value ?? '') !== other) return (value ?? '') < other ? -1 : 1;
    }
    return 0;
  });
}
