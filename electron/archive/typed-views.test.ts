import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNumber } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { valueRuleOf } from '#shared/exports/typed-value.ts';
import { instantOf } from '#shared/racing/racedate.ts';
import { memoryConnection } from '../testing/memory-connection.ts';
import { SPACES, trimmedSql } from './filter-sql.ts';
import { prepareSchema } from './schema.ts';

const connection = await memoryConnection();
await prepareSchema(connection);

/** The values of an expression over `raw`: numbers as they are, others as text. */
async function read(expression: string, raw: readonly (string | null)[]): Promise<unknown[]> {
  const answer = await connection.runAndReadAll(
    `select ${/number_in|DOUBLE/.test(expression) ? expression : `(${expression})::VARCHAR`}
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
      expect(await read('typed.number_in(raw)', texts)).toEqual(
        texts.map((each) => readNumber(each) ?? null),
      );
    }),
    { numRuns: 20 },
  );
});

/** Without the short ways that typed-views.ts takes for what nearly all values look like. */
const FOLDED = `regexp_replace(translate(raw, '０１２３４５６７８９．，＋－−‐–　', '0123456789.,+---- '), '[\\s\\v\\xa0]+', '', 'g')`;
const THOROUGH = {
  number_in: `try_cast(replace(regexp_extract(${FOLDED},
    '^[+-]?(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)([.][0-9]*)?|[.][0-9]+)$'), ',', '') as DOUBLE) + 0.0`,
  whole_in: `try_cast(replace(regexp_extract(${FOLDED},
    '^([+-]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+))([.]0*)?$', 1), ',', '') as BIGINT)`,
  text_in: `case when trim(raw, ${SPACES}) <> '' then raw end`,
} as const;

const ODD: readonly (string | null)[] = [
  null, '', ' ', '   ', '　', '\t', '\n', '\v', '\u00a0', '\u2003', '\u200b', '\ufeff', '0', '-0', '+0', '00', '007', ' 07 ',
  '+4', '+ 4', '- 4', ' + 4', '+ +4', '--4', '4-', '−4', '‐4', '–4', '＋４', '０７', '１２．５', '１，２３４', '3.5', ' 3.5', '.5',
  '+.5', '5.', '5.0', '-1.00', '5..', '1,234', '1,23', '12,34,567', '1 234', '1\u00a0234', '1\n2', '7\t', '1e5', '1E5', '1_000',
  '0x10', '0b1', 'nan', 'inf', '-inf', 'Infinity', 'x', '7x', 'x7', '١', '²', '①', '東京', '9'.repeat(18), '9'.repeat(19),
  '9223372036854775807', '9223372036854775808', '9'.repeat(400), `0.${'3'.repeat(400)}`, `${' '.repeat(400)}7`, '\0', '7\0',
]; // prettier-ignore

it('values are read by the short ways as by the thorough ones', async () => {
  const part = fc.constantFrom(...ODD.flatMap((each) => (each === null || each.length > 20 ? [] : [each])));
  const made = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 200, maxLength: 200 }), async (texts) => {
      const raw = [...ODD, ...texts];
      for (const [macro, thorough] of Object.entries(THOROUGH)) {
        const [short, long] = [await read(`typed.${macro}(raw)`, raw), await read(thorough, raw)];
        expect(short.map((value, at) => [raw[at], value])).toEqual(long.map((value, at) => [raw[at], value]));
      }
    }),
    { numRuns: 10 },
  );
});

it('text is trimmed as the window trims it', async () => {
  const raw = ODD.flatMap((each) => (each === null ? [] : [each, ` ${each}　`, `あ${each}`, `${each}あ`]));
  expect(await read(trimmedSql('raw'), raw)).toEqual(raw.map((each) => each.trim() || null));
});

it('a blank is never zero, and a count is a whole number or NULL', async () => {
  expect(await read('typed.whole_in(raw)', ['', '  ', '00', '+ 4', '3.5', '-1.0', '1,234'])).toEqual([
    null, null, '0', '4', null, '-1', '1234',
  ]); // prettier-ignore
});

it('dates, times and timestamps parse, and other text is NULL', async () => {
  expect(await read('typed.date_in(raw)', ['20261114', '20260230', '2026111', '00000000', ''])).toEqual([
    '2026-11-14', null, null, null, null,
  ]); // prettier-ignore
  expect(await read('typed.time_in(raw)', ['0955', '2460', '955', ''])).toEqual([
    '09:55:00',
    null,
    null,
    null,
  ]);
  expect(await read('typed.timestamp_in(raw)', ['2026-11-14T01:02:03.456Z', '20261114'])).toEqual([
    '2026-11-14 01:02:03.456', '2026-11-14 00:00:00',
  ]); // prettier-ignore
});

it('times are instants in any notation, as they are in the window', async () => {
  const texts = ['2026-11-14', '2026-02-30', '2026-11-31', '20261114']
    .flatMap((day) => ['T01:02', 'T01:02:03', 'T23:59:59.5', 'T01:02:03.123456', 'T24:00:00', 'T1:02:03', ' 01:02', ''].map((time) => day + time))
    .flatMap((time) => ['', 'Z', 'z', '+09:00', '+0900', '-03:30', '-0030', '+09', '+25:00', '+09:99'].map((zone) => time + zone)); // prettier-ignore
  const found = await read('epoch_ms(typed.timestamp_in(raw))', texts);
  const expected = texts.map((text) => {
    const at = /^\d{8}$/.test(text) ? instantOf('2026-11-14T00:00') : instantOf(text);
    return at === undefined ? null : String(at);
  });
  expect(found.map((at, place) => [texts[place], at])).toEqual(
    expected.map((at, place) => [texts[place], at]),
  );
  expect(expected.filter((at) => at !== null).length).toBeGreaterThan(20);
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

it('a query computes only the columns that it names', async () => {
  const planOf = async (sql: string) =>
    (await connection.runAndReadAll(`explain (format json) ${sql}`)).getRows().flat().join('');
  expect(await planOf('select count(*) from typed.d_se')).not.toMatch(/horse_weight|confirmed_win_odds/);
  const one = await planOf('select max(horse_weight) from typed.d_se');
  expect(one).toContain('horse_weight');
  expect(one).not.toContain('confirmed_win_odds');
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

it('an amount that is too large is NULL, and the other rows are read', async () => {
  const column = TABLES.d_ra.columns.find((each) => valueRuleOf(each).times !== undefined)?.name ?? '';
  await connection.run(
    `insert into d_ra (racedate, racekey, "${column}") values ('20261129', '1', '${'9'.repeat(20)}'), ('20261129', '2', '100')`,
  );
  const read = await connection.runAndReadAll(
    `select "${column}" from typed.d_ra where racedate = '2026-11-29' order by racekey`,
  );
  expect(read.getRowsJson()).toEqual([[null], ['1000000']]);
});
