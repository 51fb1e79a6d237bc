import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNumber } from '#shared/catalogue/reading.ts';
import { prepareSchema } from './schema.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await prepareSchema(connection);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function read(macro: string, raw: readonly string[]): Promise<unknown[]> {
  const answer = await connection.runAndReadAll(
    `select typed.${macro}(raw)::${macro === 'number_in' ? 'DOUBLE' : 'VARCHAR'}
       from (select unnest(from_json(?, '["VARCHAR"]')) as raw, generate_subscripts(from_json(?, '["VARCHAR"]'), 1) as place)
       order by place`,
    [JSON.stringify(raw), JSON.stringify(raw)],
  );
  return answer.getRows().map(([value]) => value);
}

it('numbers parse as they do in the window', async () => {
  const sign = fc.constantFrom('', '+', '-', '−', '＋', '+ ', '- ', '‐', '--');
  const part = fc.constantFrom(
    '0',
    '7',
    '07',
    '12',
    '123',
    '1,234',
    ',',
    '.',
    '.5',
    '３',
    '１２',
    ' ',
    '　',
    'e5',
    'x',
    '',
  );
  const text = fc.tuple(sign, fc.array(part, { maxLength: 4 })).map(([first, rest]) => first + rest.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await read('number_in', texts)).toEqual(texts.map((each) => readNumber(each) ?? null));
    }),
    { numRuns: 20 },
  );
});

it('a blank is never zero, and a count is a whole number or NULL', async () => {
  expect(await read('whole_in', ['', '  ', '00', '+ 4', '3.5', '-1.0', '1,234'])).toEqual([
    null, null, '0', '4', null, '-1', '1234',
  ]); // prettier-ignore
});

it('dates, times and timestamps parse, and other text is NULL', async () => {
  expect(await read('date_in', ['20261114', '20260230', '2026111', '00000000', ''])).toEqual([
    '2026-11-14', null, null, null, null,
  ]); // prettier-ignore
  expect(await read('time_in', ['0955', '2460', '955', ''])).toEqual(['09:55:00', null, null, null]);
  expect(await read('timestamp_in', ['2026-11-14T01:02:03.456Z', '20261114', '2026-11-14T01:02:03+09:00'])).toEqual([
    '2026-11-14 01:02:03.456', '2026-11-14 00:00:00', null,
  ]); // prettier-ignore
});

it('every table has its view, and the original text stays in the table', async () => {
  await connection.run(
    `insert into d_se (racedate, racekey, horse_number, time_record, confirmed_win_odds, horse_name)
       values ('20261114', '05264101', '07', '1234', ' 3.5', ' 馬')`,
  );
  const columns = 'racedate, racekey, horse_number, time_record, confirmed_win_odds, horse_name';
  const typed = await connection.runAndReadAll(`select ${columns} from typed.d_se`);
  expect(typed.getRowsJson()).toEqual([['2026-11-14', '05264101', '7', 123.4, 3.5, ' 馬']]);
  const raw = await connection.runAndReadAll(`select ${columns} from d_se`);
  expect(raw.getRowsJson()).toEqual([['20261114', '05264101', '07', '1234', ' 3.5', ' 馬']]);
});

it('a horse without a weight and a horse without a finish are NULL, and an unchanged weight is zero', async () => {
  await connection.run(
    `insert into d_se (racedate, racekey, horse_number, horse_weight, weight_cycling, order_of_finish)
       values ('20261122', '05264201', '01', '000', '  0', '00'), ('20261122', '05264201', '02', '480', '+ 4', '01')`,
  );
  const read = await connection.runAndReadAll(
    `select horse_weight, weight_cycling, order_of_finish from typed.d_se where racekey = '05264201' order by horse_number`,
  );
  expect(read.getRowsJson()).toEqual([
    [null, 0, null],
    [480, 4, '1'],
  ]);
  const mean = await connection.runAndReadAll(
    `select avg(horse_weight) from typed.d_se where racekey = '05264201'`,
  );
  expect(mean.getRowsJson()).toEqual([[480]]);
});
