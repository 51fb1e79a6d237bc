// The readers of NDJSON, JSON values and CSV: the same records however the bytes are cut, and each bad one by line.

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Csv } from './csv.ts';
import { JsonLines } from './json-lines.ts';
import { JsonValues } from './json-values.ts';
import { formatOf } from './open-file.ts';
import { LONGEST_RECORD } from './raw-record.ts';
import type { RawRecord, Reader, Take } from './raw-record.ts';

type Make = (take: Take) => Reader;

const READERS: Readonly<Record<'lines' | 'values' | 'csv', Make>> = {
  lines: (take) => new JsonLines(take),
  values: (take) => new JsonValues(take, '/v1/tse'),
  csv: (take) => new Csv(take, () => undefined),
};

/** What a reader gives, with bytes as text; `cuts` are places at which the bytes come in another piece. */
function read(make: Make, text: string | Buffer, cuts: readonly number[] = []) {
  const found: (RawRecord | { line: number; json: string })[] = [];
  const reader = make((raw) =>
    found.push('json' in raw ? { line: raw.line, json: raw.json.toString() } : raw),
  );
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
    reader.push(Buffer.from(bytes.subarray(from, cut)));
    from = cut;
  }
  reader.end();
  return found;
}

const problems = (found: readonly object[]) =>
  found.flatMap((raw) => ('problem' in raw && 'line' in raw ? [[raw.line, raw.problem]] : []));

const anyRecord = fc.dictionary(
  fc.string({ maxLength: 5, unit: 'binary' }),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constant(null),
    fc.integer(),
    fc.constantFrom('"', '\\', '[{', '}]', '馬"\\'),
  ),
);
const cuts = fc.array(fc.nat(), { maxLength: 6 });

test('NDJSON: every line is a record, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(anyRecord, { maxLength: 5 }),
      cuts,
      fc.constantFrom('\n', '\r\n'),
      (records, at, end) => {
        const found = read(READERS.lines, records.map((record) => JSON.stringify(record) + end).join(''), at);
        expect(found).toEqual(
          records.map((record, index) => ({ line: index + 1, json: JSON.stringify(record) })),
        );
      },
    ),
  );
});

test('arrays and answers, pretty or not, one after the other: the same records, wherever the bytes are cut', () => {
  const frame = fc.constantFrom(
    (data: object[]) => data,
    (data: object[]) => ({
      request: { parameters: { note: '"data":[' } },
      result: { result_count: data.length, data },
    }),
    (data: object[]) => ({ result: { data, result_count: data.length, more: [[1]] }, data: [{ not: 1 }] }),
  );
  const value = fc.tuple(fc.array(anyRecord, { maxLength: 4 }), frame, fc.constantFrom(0, 2));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 3 }), cuts, (values, at) => {
      const text = values
        .map(([data, around, indent]) => JSON.stringify(around(data), null, indent))
        .join('\n');
      const found = read(READERS.values, text, at);
      expect(problems(found)).toEqual([]);
      const records = found.flatMap((raw) => ('json' in raw ? [JSON.parse(String(raw.json)) as object] : []));
      expect(records).toEqual(values.flatMap(([data]) => JSON.parse(JSON.stringify(data)) as object[]));
    }),
  );
});

test('CSV: the same cells as another parser reads, wherever the bytes are cut', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '""', 'a', '"a,b"', '"a\r\nb"', '"say ""x"""', ' a ', '馬', '-1', "'"),
    fc.string({ maxLength: 6 }).map((text) => `"${text.replaceAll('"', '""')}"`),
  );
  const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
  fc.assert(
    fc.property(table, cuts, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, at, end, last) => {
      const text = [['a', 'b', 'c'], ...rows].map((row) => row.join(',')).join(end) + (last ? end : '');
      const found = read(READERS.csv, text, at).map((raw) => ('cells' in raw ? raw.cells : raw));
      const wanted = parse(text, {
        columns: true,
        cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
        record_delimiter: end,
      });
      expect(found).toEqual(wanted);
    }),
  );
});

describe('what is no record costs only itself, and is told of by line', () => {
  test('a line that is too long', () => {
    const long = 'x'.repeat(LONGEST_RECORD + 1);
    const found = read(READERS.lines, `{"a":1}\n${long}\n{"a":2}`, [LONGEST_RECORD, LONGEST_RECORD + 5]);
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(problems(found)).toEqual([[2, expect.stringContaining('longer')]]);
  });

  test('blank lines are none', () => {
    expect(read(READERS.lines, '\n{"a":1}\n  \t\n\r\n')).toEqual([{ line: 2, json: '{"a":1}' }]);
  });

  test('single values and arrays among records', () => {
    const found = read(READERS.values, '[{"a":1},\n7, "x{", [1]\n,{"a":2}]');
    expect(found.map(({ line }) => line)).toEqual([1, 2, 2, 2, 3]);
    expect(problems(found)).toHaveLength(2);
  });

  test.each([
    ['[{"a":1},{"a":', 'truncated'],
    ['[{"a":1}', 'truncated'],
    ['{"result":{"result_count":2,"data":[{"a":1}]}}', 'result_count is 2'],
    ['{"result":{"result_count":"2","data":[{"a":1}]}}', 'result_count is 2'],
    ['{"result":{"endpoint_uri":"/v1/tse","result_count":1,"data":[{"a":1}]}', 'truncated'],
    ['{"result":{"endpoint_uri":"/v1/tse","data":[{"a":1}]},}', 'not JSON around'],
    ['[{"a":1}]]', 'closing bracket'],
    ['[{"a":1}] x', 'neither'],
  ])('%s: the record is kept, and the rest told of', (text, words) => {
    const found = read(READERS.values, text);
    expect(found[0]).toEqual({ line: 1, json: '{"a":1}' });
    expect(problems(found)).toEqual([[1, expect.stringContaining(words)]]);
  });

  test.each([
    ['of another table', { endpoint_uri: '/v1/tra' }, 'of "/v1/tra", not of /v1/tse'],
    ['of another status', { status: 500, endpoint_uri: '/v1/tse' }, 'status 500'],
    ['of another status, in digits', { status: '404', endpoint_uri: '/v1/tse' }, 'status "404"'],
  ])('an answer %s: no record is taken, whether that stands before or behind them', (_, said, words) => {
    const data = [{ a: 1 }, 7];
    for (const result of [
      { ...said, data },
      { data, ...said },
    ]) {
      const found = read(READERS.values, `${JSON.stringify({ request: {}, result })}\n[{"b":1}]`);
      expect(found.filter((raw) => 'json' in raw)).toEqual([{ line: 2, json: '{"b":1}' }]);
      expect(problems(found)).toContainEqual([1, expect.stringContaining(words)]);
    }
  });

  test('an answer that is cut off before it says what it is of: no record is taken', () => {
    const found = read(READERS.values, '{"result":{"data":[{"a":1}],"endpoint_uri":"/v1/t');
    expect(found).toEqual([expect.objectContaining({ problem: expect.stringContaining('truncated') })]);
  });

  test('an answer that says what it is of behind too many records is no reason to take more memory', () => {
    const records = Array.from({ length: 70 }, () => ({ a: 'x'.repeat(1_000_000) }));
    const found = read(
      READERS.values,
      JSON.stringify({ result: { data: records, endpoint_uri: '/v1/tse' } }),
    );
    expect(problems(found)).toEqual([[1, expect.stringContaining('does not say before its records')]]);
    expect(found).toHaveLength(1);
  });

  test.each([200, '200', null])('an answer with status %j is taken', (status) => {
    const result = { status, endpoint_uri: '/v1/tse', result_count: '1', data: [{ a: 1 }] };
    expect(read(READERS.values, JSON.stringify({ result }))).toEqual([{ line: 1, json: '{"a":1}' }]);
  });

  test('an answer without records', () => {
    const found = read(READERS.values, '{"success":false,"error":{"code":"FORBIDDEN"}}\n[{"a":1}]');
    expect(problems(found)).toEqual([[1, expect.stringContaining('without records')]]);
    expect(found[1]).toEqual({ line: 2, json: '{"a":1}' });
  });

  test('cells too many or too few, a quote in the middle, bytes of another encoding', () => {
    const rows = ['a,b', '1,2', '1', '1,2,3', '1,x"y', '"1"x,2', '3,4'];
    const found = read(
      READERS.csv,
      Buffer.concat([Buffer.from(`${rows.join('\n')}\n5,`), Buffer.from([0x8b, 0x52])]),
    );
    expect(problems(found)).toEqual([
      [3, expect.stringContaining('1 cells')],
      [4, expect.stringContaining('3 cells')],
      [5, expect.stringContaining('quote')],
      [6, expect.stringContaining('quote')],
      [8, 'is not UTF-8'],
    ]);
    expect(found.filter((raw) => 'cells' in raw)).toHaveLength(2);
  });

  test('a quote that is not closed is no reason to take more memory', () => {
    const found = read(READERS.csv, `a,b\n1,2\n3,"${'x\n'.repeat(LONGEST_RECORD)}`, [1000, 1_200_000]);
    expect(problems(found)).toEqual([[3, expect.stringContaining('not closed')]]);
  });
});

test.each([
  [' [{"a":1}]', 'json values'],
  ['{"request":{}, "result":{}}', 'json values'],
  ['\n{ "result" : {}}', 'json values'],
  ['{"success":false}', 'json values'],
  ['{"racedate":"20261107"}', 'json lines'],
  ['\ufeff{"racedate":1}', 'json lines'],
  ['{broken', 'json lines'],
  ['racedate,racekey', 'csv'],
  ['', 'csv'],
])('%j is read as %s', (text, format) => {
  expect(formatOf(Buffer.from(text))).toBe(format);
});
