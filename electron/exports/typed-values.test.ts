// Values of a file and the archive's typed views are read by one rule.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueIn, valueRuleOf, type Cell } from '#shared/exports/typed-value.ts';
import type { Kind } from '#shared/catalogue/column.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { prepareSchema } from '../archive/schema.ts';
import { memoryConnection } from '../testing/memory-connection.ts';

const connection = await memoryConnection();
await prepareSchema(connection);

/** What a macro of the typed views reads, as the text of the value. */
async function viewed(expression: string, raw: readonly string[]): Promise<unknown[]> {
  const list = JSON.stringify(raw);
  const answer = await connection.runAndReadAll(
    `select ${expression} from (select unnest(from_json(?, '["VARCHAR"]')) as raw,
       generate_subscripts(from_json(?, '["VARCHAR"]'), 1) as place) order by place`,
    [list, list],
  );
  return answer.getRows().map(([value]) => (typeof value === 'bigint' ? Number(value) : value));
}

const read = (kind: Kind, raw: readonly string[]): Cell[] => {
  const rule = valueRuleOf({ kind });
  return raw.map((each) => valueIn(rule, each) ?? null);
};

const sign = fc.constantFrom('', '', '+', '-', '+ ', '－');
const digits = fc.constantFrom(
  '0',
  '7',
  '07',
  '56',
  '1117',
  '1,234',
  '１２',
  '3.5',
  '.5',
  '5.',
  'x',
  '',
  ' 8 ',
);
const numbers = fc.array(
  fc.tuple(sign, digits).map((parts) => parts.join('')),
  { minLength: 60, maxLength: 60 },
);
const days = fc.array(
  fc.oneof(
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10).replaceAll('-', '')),
    fc.constantFrom('20260230', '20261301', '2026110', '00000000', '', ' ', 'x', '2026-11-01'),
  ),
  { minLength: 40, maxLength: 40 },
);
const clocks = fc.array(fc.constantFrom('0955', '2359', '2460', '955', '0000', '1261', '', 'x'), {
  minLength: 20,
  maxLength: 20,
});

test('numbers: tenths as seconds, weights, odds', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, async (raw) => {
      expect(read('decimal', raw)).toEqual(await viewed('typed.number_in(raw)', raw));
      expect(read('odds', raw)).toEqual(await viewed('nullif(typed.number_in(raw), 0)', raw));
      expect(read('gap', raw)).toEqual(await viewed('typed.number_in(raw) / 10', raw));
      expect(read('weight', raw)).toEqual(await viewed('nullif(typed.number_in(raw), 0)', raw));
    }),
    { numRuns: 10 },
  );
});

test('days and times of day', async () => {
  await fc.assert(
    fc.asyncProperty(days, clocks, async (dates, times) => {
      expect(read('date', dates)).toEqual(await viewed('typed.date_in(raw)::VARCHAR', dates));
      expect(read('clock', times)).toEqual(await viewed('typed.time_in(raw)::VARCHAR', times));
    }),
    { numRuns: 10 },
  );
});

const RAW = [
  '', ' ', '　', '0', '00', '000', '1', '07', '12', '+ 4', '-3', '1117', '3.5', '５６０', '1,234', 'x', 'A1',
  '20261114', '20260230', '0955', '2026-11-14T01:02:03.456Z', '2026-11-14T01:02:03.456', '2026-11-14T01:02:03+09:00', '東京',
]; // prettier-ignore

test.each(TABLE_CODES)('every column of typed.%s has the values of files', async (code) => {
  const { columns } = TABLES[code];
  const types = columns.map((column) => valueRuleOf(column).type);
  await connection.run(
    `insert into ${code} (${columns.map(({ name }) => `"${name}"`).join(', ')})
       select ${columns.map(() => 'raw').join(', ')}
         from (select unnest(from_json(?, '["VARCHAR"]')) as raw,
                 generate_subscripts(from_json(?, '["VARCHAR"]'), 1) as place) order by place`,
    [JSON.stringify(RAW), JSON.stringify(RAW)],
  );
  const list = columns.map(
    ({ name }, at) =>
      `"${name}"${types[at] === 'date' || types[at] === 'time' ? '::VARCHAR' : types[at] === 'timestamp' ? '::TIMESTAMP_MS' : ''}`,
  );
  const answer = await connection.runAndReadAll(`select ${list.join(', ')} from typed.${code}`);
  const found = answer.getColumnsJS();
  for (const [at, column] of columns.entries()) {
    const values = RAW.map((raw) => valueIn(valueRuleOf(column), raw) ?? null);
    const read = found[at]?.map((value) =>
      value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? Number(value) : value,
    );
    expect({ [column.name]: read }).toEqual({ [column.name]: values });
  }
});
