// Fields with tricky names or values: all are stored and read back unchanged.

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { recordOf } from '../testing/fake-records.ts';
import { envelope, FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofPeriod } from '../testing/three-days.ts';

const DAY = '20261107';

let service: FakeService;
let core: Core;
beforeEach(async () => {
  service = new FakeService();
  core = await openCore(service);
});
afterEach(() => core.close());

/** Reads back each field of one record. */
async function readBack(fields: string): Promise<Record<string, string | null>> {
  const record = JSON.stringify(recordOf('d_se', { racedate: DAY, racekey: '05260701' }));
  service.misbehave = () => ({
    text: envelope('d_se', {}, []).replace('"data":[]', () => `"data":[${record.slice(0, -1)},${fields}}]`),
  });
  const result = await core.results.open(ofPeriod('d_se', DAY, DAY), { refresh: true });
  expect(result.summary.records).toBe(1);
  const names = result.summary.columns.filter(({ known }) => !known).map(({ name }) => name);
  const cells = await result.cells(names, 0, 1);
  return Object.fromEntries(names.map((name, index) => [name, cells[index]?.[0] ?? null]));
}

it.each([
  ['names of object properties', '"constructor":"a","toString":"b","valueOf":"c","hasOwnProperty":"d"'],
  ['names of the archive’s own columns', '"__extra":"a","__seq":"b","__fetched_at":"c","rowid":"d"'],
  ['names in other letters', '"IDM":"1","Racedate":"20200101","Other":"a","other":"b"'],
  [
    'names with symbols',
    String.raw`"a/b":"1","a~1b":"2","q'":"3","\"":"4","*":"5","$.x":"6","a\u0000b":"7","":"8"`,
  ],
  ['names of the maximum length', `"${'x'.repeat(256)}":"1"`],
])('keeps %s', async (_, fields) => {
  expect(await readBack(fields)).toEqual(JSON.parse(`{${fields}}`) as WireRecord);
});

it('keeps __proto__ as a name like any other, and changes no record by it', async () => {
  await readBack('"__proto__":{"idm":"99"}');
  const result = await core.results.open(ofPeriod('d_se', DAY, DAY));
  expect(await result.cells(['__proto__', 'idm'], 0, 1)).toEqual([['{"idm":"99"}'], [null]]);
  expect(result.summary.columns).toContainEqual({ name: '__proto__', known: false });
});

it('keeps a record that contains half a surrogate pair', async () => {
  expect(await readBack(String.raw`"x":"a\ud800","y\udc00":"馬\u0000"`)).toEqual({ x: 'a�', 'y�': '馬\0' });
});

it('reads back any text under any name', async () => {
  const name = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.string({ unit: 'grapheme' }), { minKeys: 1 }), async (fields) => {
      expect(await readBack(JSON.stringify(fields).slice(1, -1))).toEqual({ ...fields });
    }),
    { numRuns: 25 },
  );
});
