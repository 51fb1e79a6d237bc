// The check of records: the short way through it against the long one, which knows nothing of shapes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { layoutOf } from '../../store/sqlite/tables.ts';
import { HORSE_ID, recordOf } from '../../testing/records.ts';
import type { Fields } from '../../testing/records.ts';
import type { Check, CheckedRecord } from './check-record.ts';
import { checkOf } from './check-record.ts';

const KEYS: Fields = {
  racedate: '20261107',
  racekey: '05264a01',
  holdingkey: '05264a',
  horse_number: '7',
  horse_id: HORSE_ID,
  kettonum: '19104567',
  updated_at: '2026-11-08T09:00:00.000Z',
};

/** What would be kept, or what is wrong. */
function outcome(table: TableCode, checked: CheckedRecord) {
  if ('problems' in checked) return checked.problems;
  const { fields, json } = checked.ready;
  const keys = layoutOf(tableOf(table)).columns.map(({ read }) => read(fields));
  return { json: Buffer.from(json).toString('latin1'), keys, unknown: checked.unknown };
}

const ofJson = (check: Check, json: Buffer) => check({ line: 1, json });

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '馬', '"', '\\', '\u0000', '\ud800', 'null', '20261108', '05264102'),
);
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 1.5, -0.25, 1e-7, 2 ** 53),
);

/** Mostly what the column takes. */
function valueFor(column: Column): fc.Arbitrary<unknown> {
  const usual = KEYS[column.name];
  if (usual !== undefined) return fc.oneof(fc.constant(usual), anyText, fc.constant(null));
  const good: fc.Arbitrary<unknown> = column.type.startsWith('S') ? anyText : anyNumber;
  return fc.oneof(good, anyNumber, fc.constantFrom(null, undefined, true, {}, [1]));
}

/** JSON, and what is nearly JSON, that no value of JavaScript is written as. */
const TOKENS = [
  'null', '-0', '01', '1.0', '1.50', '-1.5', '1e3', '.5', '-', '1.', '123456789012345678', '0.0000001', 'nul', 'nullx', 'true',
  '"a\tb"', '"\\u0041"', '"\\/\\n\\u000a\\u0001\\"\\\\"', '"\\ud83d\\ude00\\ud800"', '"\\x"', '"\\u12"', '"\\"', '"a', '', '{}', '"a" "b"', '20261107',
]; // prettier-ignore

const TOKEN = 'a token stands here';

/** As programs write records: names in some order, with or without spaces, numbers and strings in some form. */
const WRITERS: Readonly<Record<string, (entries: readonly [string, unknown][]) => string>> = {
  plain: (entries) => JSON.stringify(Object.fromEntries(entries)),
  spaced: (entries) =>
    `{ ${entries.map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`).join(' ,\t')} }`,
  escaped: (entries) =>
    JSON.stringify(Object.fromEntries(entries)).replace(
      /[^ -~]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  'other numbers': (entries) =>
    JSON.stringify(Object.fromEntries(entries)).replace(/(?<=:)(-?[0-9]+)(?=[,}])/g, '$1.0'),
  'more behind': (entries) => `${JSON.stringify(Object.fromEntries(entries))} {}`,
  'space behind': (entries) => `${JSON.stringify(Object.fromEntries(entries))} `,
  'a name twice': (entries) =>
    JSON.stringify(Object.fromEntries(entries)).replace(/\}$/, `,"${entries[0]?.[0]}":"05264a02"}`),
};

test.each(['t_se', 't_ra', 't_ka', 't_ch', 't_pd', 't_hj', 'm_uk'] as const)(
  '%s: what comes after a record of the same shape is judged and kept as if it came alone',
  (code) => {
    const table = tableOf(code);
    const good = recordOf(code, KEYS);
    const orders = [table.columns, table.columns.toReversed()];
    // A good record with a few other values: most of it is plain, so that it is these that decide.
    const other = fc
      .constantFrom(...table.columns)
      .chain((column) => fc.tuple(fc.constant(column.name), valueFor(column)));
    const anyRecord = fc
      .array(other, { maxLength: 3 })
      .map((others) => ({ ...good, ...Object.fromEntries(others) }));
    const scene = fc.tuple(
      anyRecord,
      fc.constantFrom(...orders),
      fc.constantFrom(...Object.keys(WRITERS)),
      fc.constantFrom('plain', 'spaced', 'escaped', 'a name twice'),
    );
    fc.assert(
      fc.property(scene, ([record, order, writer, taught]) => {
        const write = (name: string, from: Readonly<Record<string, unknown>>) =>
          Buffer.from(
            WRITERS[name]?.(
              order.flatMap((column): [string, unknown][] =>
                from[column.name] === undefined ? [] : [[column.name, from[column.name]]],
              ),
            ) ?? '',
          );
        const check = checkOf(table);
        ofJson(check, write(taught, good));
        for (const json of [write(writer, record), write(writer, good)]) {
          expect(outcome(code, ofJson(check, json))).toEqual(outcome(code, ofJson(checkOf(table), json)));
        }
      }),
      { numRuns: 300 },
    );
  },
);

test.each(['t_se', 't_ch', 't_hj'] as const)('%s: every token, in the place of every value', (code) => {
  const table = tableOf(code);
  const good = recordOf(code, KEYS);
  const taught = checkOf(table);
  ofJson(taught, Buffer.from(JSON.stringify(good)));
  for (const { name } of table.columns) {
    const text = JSON.stringify({ ...good, [name]: TOKEN });
    for (const token of TOKENS) {
      const json = Buffer.from(text.replace(JSON.stringify(TOKEN), () => token));
      expect([name, token, outcome(code, ofJson(taught, json))]).toEqual([
        name,
        token,
        outcome(code, ofJson(checkOf(table), json)),
      ]);
    }
  }
});

test('a record that is kept has exactly the columns of its table, in its order, and no spaces', () => {
  const record = recordOf('t_se', KEYS);
  const spaced = Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(record).toReversed()), null, 1),
  );
  const check = checkOf(tableOf('t_se'));
  for (const time of ['long way', 'short way']) {
    const checked = ofJson(check, spaced);
    expect([time, 'ready' in checked && Buffer.from(checked.ready.json).toString()]).toEqual([
      time,
      JSON.stringify(record),
    ]);
  }
});

test('bytes that are not UTF-8 are seen on either way', () => {
  const check = checkOf(tableOf('t_se'));
  const json = Buffer.from(JSON.stringify(recordOf('t_se', { ...KEYS, horse_name: 'ABCDEF' })));
  expect('ready' in ofJson(check, json)).toBe(true);
  const spoilt = Buffer.from(json);
  spoilt[spoilt.indexOf('ABCDEF')] = 0x8b;
  expect(ofJson(check, spoilt)).toEqual({ problems: [{ problem: 'is not UTF-8' }] });
});
