// Answers as bytes in pieces of any size, compared with what JSON.parse makes of them.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { receivedFrom } from '../testing/answers.ts';
import { recordOf } from '../testing/fake-records.ts';
import { envelope } from '../testing/fake-service.ts';
import { BOUNDS } from './answer-limits.ts';
import { toError } from './failure.ts';
import { IDENTITY_FIELDS, identityText, type IdentityField } from './record-identity.ts';
import { receive, type Received } from './receive.ts';
import { EXTRA, PLACE } from './record-line.ts';
import { openSpool, type Spool } from './spool.ts';
import { wordsOf } from '#shared/errors.ts';

let dir: string;
let spool: Spool;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-receive-'));
  spool = openSpool(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** The lines that the archive would load, with unknown fields among the others. */
async function linesOf({ spooled }: Received): Promise<Record<string, unknown>[]> {
  if (!spooled.kept) return [];
  const lines = (await readFile(spooled.kept.path, 'utf8')).trimEnd().split('\n');
  return lines.map((line, place) => {
    const { [EXTRA]: extra, [PLACE]: at, ...known } = JSON.parse(line) as Record<string, unknown>;
    expect(at).toBe(place);
    return { ...known, ...(typeof extra === 'string' ? (JSON.parse(extra) as object) : {}) };
  });
}

const releaseOf = ({ spooled }: Received) =>
  Promise.all([spooled.kept, spooled.aside].flatMap((lines) => (lines ? [rm(lines.path)] : [])));

const filesLeft = async () => (await readdir(dir, { recursive: true })).filter((name) => name.includes('.'));

/** An answer of t_ra with these records unchanged. */
const answer = (...records: string[]) => answerWith(records);
const answerWith = (records: readonly string[]) =>
  envelope('t_ra', {}, [], records.length).replace('"data":[]', () => `"data":[${records.join()}]`);

const RECORD = JSON.stringify(recordOf('t_ra', { racedate: '20261114', race_name: '京都' }));
const withField = (field: string) => `${RECORD.slice(0, -1)},${field}}`;

describe('what is received', () => {
  const name = fc.oneof(
    fc.constantFrom(...TABLES.t_ra.columns.map((column) => column.name)),
    fc.string({ unit: 'grapheme' }),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 2 }),
  );

  it('equals the answer, in pieces of any size, on one line or many', async () => {
    const records = fc.array(fc.dictionary(name, value), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 300 }), fc.nat(3), async (given, piece, indent) => {
        const sent: Record<string, unknown>[] = given.map((record, at) => ({ ...record, at }));
        const text = JSON.stringify(JSON.parse(envelope('t_ra', {}, sent)), undefined, indent);
        const received = await receivedFrom(text, { spool, piece });
        expect(received.reading).toMatchObject({ ok: true, countDiffers: false });
        expect(received.records).toBe(sent.length);
        const known = new Set(TABLES.t_ra.columns.map((column) => column.name));
        // A nested value of a known column is stored as its original text.
        const kept = (await linesOf(received)).map((line) =>
          Object.fromEntries(
            Object.entries(line).map(([field, stored]) => {
              const isText = known.has(field) && typeof stored === 'string' && stored.startsWith('[');
              return [
                field,
                isText && typeof sent[Number(line['at'])]?.[field] !== 'string'
                  ? (JSON.parse(stored) as unknown)
                  : stored,
              ];
            }),
          ),
        );
        const asWritten = (field: string, raw: unknown) =>
          IDENTITY_FIELDS.some((name) => name === field)
            ? identityText(field as IdentityField, raw) ||
              (field === 'racedate' && typeof raw === 'string' ? null : raw)
            : raw;
        expect(kept).toEqual(
          sent.map((record) =>
            Object.fromEntries(Object.entries(record).map(([field, raw]) => [field, asWritten(field, raw)])),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is exactly what JSON.parse reads, whatever bytes were changed', async () => {
    const sound = Buffer.from(
      answer(RECORD, withField('"new":{"a":[1,2.50,"\\u00e9\\""]}'), withField('"n":-1.5e3')),
    );
    const change = fc.record({
      at: fc.nat(sound.length - 1),
      byte: fc.constantFrom(...Buffer.from('"\\{}[],: \n0aeu\x00\xff-.')),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 2_000 }),
        async (changes, piece) => {
          const bytes = Buffer.from(sound);
          for (const { at, byte } of changes) bytes[at] = byte;
          const received = await receivedFrom(bytes, { piece });
          const data = dataIn(bytes.toString('utf8'));
          expect([
            received.reading.ok,
            received.reading.ok ? received.records + received.quarantined : undefined,
          ]).toEqual([data !== undefined, data]);
        },
      ),
      { numRuns: Number(process.env['RAILBIRD_ANSWER_RUNS'] ?? 1_000) },
    );
  });

  it('keeps every digit of a number', async () => {
    const numbers = ['12345678901234567890', '1.10', '-0', '1e5', '0.1000000000000000055511151231257827'];
    const fields = numbers.map((number, at) => `"new${at}":${number}`).join();
    const received = await receivedFrom(answer(withField(`${fields},"distance":1.10`)), { spool });
    const [line] = await linesOf(received);
    expect(numbers.map((_, at) => line?.[`new${at}`])).toEqual(numbers);
    expect([line?.['distance'], received.drift]).toEqual(['1.10', 2]);
  });

  it('has the later one of two fields with the same name, and counts the repetition', async () => {
    const received = await receivedFrom(answer(withField('"race_name":"b","new":1,"new":2')), { spool });
    expect(await linesOf(received)).toMatchObject([{ race_name: 'b', new: 2 }]);
    expect(received.drift).toBe(1);
  });

  it('has a record with bytes that are not UTF-8, and counts it', async () => {
    const bytes = Buffer.from(answer(RECORD, RECORD.replace('京都', '東京')));
    const at = bytes.indexOf('京');
    bytes[at + 1] = 0xff;
    const received = await receivedFrom(bytes, { spool, filter: { racedate: '20261114' } });
    expect(received).toMatchObject({ records: 2, drift: 1 });
    expect((await linesOf(received)).map((line) => line['race_name'])).toEqual(
      ['\uFFFD\uFFFD\uFFFD都', '東京'].map((text) =>
        expect.stringMatching(text.includes('都') ? /^\uFFFD+都$/ : /^東京$/),
      ),
    );
  });

  it('may begin with a byte order mark', async () => {
    expect(await receivedFrom(`\uFEFF${answer(RECORD)}`)).toMatchObject({
      records: 1,
      reading: { ok: true },
    });
  });

  it('may contain a record of hundreds of kilobytes', async () => {
    const text = '馬"'.replace('"', '\\"').repeat(50_000);
    const long = withField(`"new":"${text}","newer":"${text}"`);
    const received = await receivedFrom(answer(RECORD, long, RECORD.replace('京都', '東京')), {
      spool,
      piece: 65_536,
    });
    expect(received.records).toBe(3);
    expect(received.spooled.kept?.longest).toBeGreaterThan(500_000);
  });

  it('is written to disk before it is complete, and the result is the same', async () => {
    const records = Array.from({ length: 3_000 }, (_, at) => RECORD.replace('京都', `京都${at}`));
    const received = await receivedFrom(answer(...records), { spool, piece: 65_536 });
    const lines = await linesOf(received);
    expect(lines.map((line) => line['race_name'])).toEqual(records.map((_, at) => `京都${at}`));
  });

  it('has quarantined records in a separate file', async () => {
    const other = RECORD.replace('20261114', '20261115');
    const received = await receivedFrom(answer(RECORD, other), { spool, filter: { racedate: '20261114' } });
    expect(received).toMatchObject({ records: 1, quarantined: 1, anomalies: ['outside_filter'] });
    const aside = await readFile(received.spooled.aside?.path ?? '', 'utf8');
    expect(JSON.parse(aside)).toEqual({ record: other });
  });
});

describe('what is refused', () => {
  const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;

  it.each([
    ['a record that is nested too deeply', answer(RECORD, withField(`"new":${deep}`)), 'out_of_bounds'],
    [
      'an answer that is nested too deeply',
      answer(RECORD).replace('"request"', `"odd":${deep},"request"`),
      'out_of_bounds',
    ],
    ['a list of something other than records', '{"result":{"data":[1]}}', 'not_the_service'],
    ['two lists of records', answer(RECORD).replace(']}}', '],"data":[]}}'), 'not_the_service'],
    ['text after the end', `${answer(RECORD)}{`, 'cut_short'],
    ['a record that is not JSON', answer(RECORD, withField('"new":tru')), 'cut_short'],
    ['two records without a comma', answer(`${RECORD} ${RECORD}`), 'cut_short'],
    [
      'too much around the records',
      `{"more":"${'x'.repeat(2_000_000)}","result":{"data":[]}}`,
      'out_of_bounds',
    ],
  ])('%s', async (_, text, kind) => {
    const received = await receivedFrom(text, { spool });
    expect(received.reading).toMatchObject({ ok: false, failure: { kind } });
    expect(await filesLeft()).toEqual([]);
  });

  it('leaves no file if the body breaks off', async () => {
    async function* breaking() {
      yield Buffer.from(answer(...Array.from({ length: 3_000 }, () => RECORD)));
      throw new Error('reset');
    }
    const response = { status: 200, headers: {}, body: breaking() };
    const taking = receive(response, { table: TABLES.t_ra, filter: {}, now: () => 0, spool });
    await expect(taking).rejects.toThrow('reset');
    expect(await filesLeft()).toEqual([]);
  });
});

describe('an oversized answer', { timeout: 120_000 }, () => {
  /** A JSON text of so many bytes. */
  const textOf = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  const fields = (count: number, name: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `"${name(at)}":1`).join();
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `{"racekey":"${at}"}`);
  /** `{` and `}` and four values with their names; the fifth value fills the rest. */
  const recordOfBytes = (bytes: number) => {
    const rest = fields(1, (at) => `a${at}`);
    const values = [1, 2, 3, 4].map((at) => `"v${at}":${textOf(BOUNDS.value - 100)}`).join();
    const start = `{${rest},${values},"last":`;
    return `${start}${textOf(bytes - start.length - 1)}}`;
  };
  const ownFields = TABLES.t_ra.columns.length;

  it.each<[string, keyof typeof BOUNDS, string[], string[]]>([
    [
      'a value',
      'value',
      [withField(`"new":${textOf(BOUNDS.value)}`)],
      [withField(`"new":${textOf(BOUNDS.value + 1)}`)],
    ],
    [
      'a number',
      'value',
      [withField(`"new":${'9'.repeat(BOUNDS.value)}`)],
      [withField(`"new":${'9'.repeat(BOUNDS.value + 1)}`)],
    ],
    ['a record', 'record', [recordOfBytes(BOUNDS.record)], [recordOfBytes(BOUNDS.record + 1)]],
    ['a record that does not end', 'record', [RECORD], [`{"a":"${'x'.repeat(3 * BOUNDS.record)}`]],
    ['a record of blanks', 'record', [RECORD], [`{${' '.repeat(3 * BOUNDS.record)}`]],
    [
      'a name',
      'name',
      [withField(`"${'n'.repeat(BOUNDS.name)}":1`)],
      [withField(`"${'n'.repeat(BOUNDS.name + 1)}":1`)],
    ],
    [
      'the fields of a record',
      'fields',
      [`{${fields(BOUNDS.fields, (at) => `n${at % 900}`)}}`],
      [`{${fields(BOUNDS.fields + 1, () => 'n')}}`],
    ],
    [
      'unknown names',
      'names',
      [withField(fields(600, (at) => `a${at}`)), withField(fields(BOUNDS.names - 600, (at) => `b${at}`))],
      [withField(fields(600, (at) => `a${at}`)), withField(fields(BOUNDS.names - 599, (at) => `b${at}`))],
    ],
    [
      'nesting',
      'nesting',
      [withField(`"new":${nested(BOUNDS.nesting)}`)],
      [withField(`"new":${nested(BOUNDS.nesting + 1)}`)],
    ],
    ['records', 'records', many(BOUNDS.records), many(BOUNDS.records + 1)],
  ])('%s: taken up to the bound, refused beyond it in words of its own', async (_, bound, within, over) => {
    expect(ownFields).toBeLessThan(BOUNDS.fields);
    const taken = await receivedFrom(answerWith(within), { spool, piece: 65_536 });
    expect(taken).toMatchObject({ reading: { ok: true, countDiffers: false } });
    expect(taken.records).toBe(within.length);
    await releaseOf(taken);
    const refused = await receivedFrom(answerWith(over), { spool, piece: 65_536 });
    // Half of a period may have half as many records; other limits would be exceeded by every part.
    const kind = bound === 'records' ? 'too_large' : 'out_of_bounds';
    expect(refused.reading).toMatchObject({ ok: false, failure: { kind, bound } });
    if (refused.reading.ok) return;
    const { code, values } = toError(refused.reading.failure, 'https://service.example');
    for (const language of ['en', 'ja'] as const) {
      const { title, advice } = wordsOf(code, values, language);
      expect(`${title} ${advice}`).not.toMatch(/[{}]/);
      expect(title).toMatch(/\d/);
    }
    expect(await filesLeft()).toEqual([]);
  });

  it('quarantined records: refused when there are too many to write', async () => {
    const count = BOUNDS.aside / BOUNDS.record + 1;
    const over = Array.from({ length: count }, (_, at) => recordOfBytes(BOUNDS.record - at));
    const filter = { racedate: '20261114' };
    const refused = await receivedFrom(answerWith(over), { spool, filter, piece: 65_536 });
    expect(refused.reading).toMatchObject({ ok: false, failure: { kind: 'out_of_bounds', bound: 'aside' } });
    expect(await filesLeft()).toEqual([]);
  });

  it('two million blanks around the records are refused, but an error stays the same error', async () => {
    const blanks = ' '.repeat(2_000_000);
    const around = await receivedFrom(`${blanks}${answer(RECORD)}`, { spool });
    expect(around.reading).toMatchObject({ ok: false, failure: { bound: 'around' } });
    const between = answer(RECORD, RECORD).replace('},{', () => `},${blanks}{`);
    const apart = await receivedFrom(between, { spool, piece: 65_536 });
    expect(apart.reading).toMatchObject({ ok: false, failure: { bound: 'around' } });
    const three = ['01', '02', '03'].map((race) =>
      RECORD.replace(/"racekey":"[^"]*"/, `"racekey":"052641${race}"`),
    );
    const few = answer(...three).replaceAll('},{', () => `},${' '.repeat(900_000)}{`);
    const whole = await receivedFrom(few, { spool, piece: 65_536 });
    expect(whole).toMatchObject({ reading: { ok: true }, records: 3 });
    await releaseOf(whole);
    const failed = await receivedFrom(blanks, { spool, status: 503 });
    expect(failed.reading).toMatchObject({ ok: false, failure: { kind: 'failed', status: 503 } });
    const page = await receivedFrom(`<html>${blanks}`, { spool });
    expect(page.reading).toMatchObject({ ok: false, failure: { kind: 'not_the_service' } });
  });

  it.each(['__proto__', 'constructor', 'toString', '__extra', '__seq', 'a\\u0000b', 'a\\nb', '\\ud83d'])(
    'a field called %j is stored under its name, and changes nothing else',
    async (name) => {
      const record = withField(`"${name}":"its own"`);
      const received = await receivedFrom(answer(record, RECORD), { spool });
      expect(received).toMatchObject({ reading: { ok: true, countDiffers: false }, records: 2 });
      const [line = ''] = (await readFile(received.spooled.kept?.path ?? '', 'utf8')).split('\n');
      const { [EXTRA]: extra, [PLACE]: place } = JSON.parse(line) as Record<string, unknown>;
      expect(place).toBe(0);
      const own = JSON.parse(String(extra)) as object;
      const parsed = (JSON.parse(`["${name}"]`) as string[])[0] ?? '';
      expect(Object.entries(own)).toEqual([[parsed.toWellFormed(), 'its own']]);
    },
  );
});

/** The number of records by JSON.parse; undefined if the text is not an answer with records. */
function dataIn(text: string): number | undefined {
  try {
    const { result } = JSON.parse(text) as { result: { status: unknown; data: unknown } };
    const { status, data } = result;
    const isSuccess = !Number.isInteger(Number(status ?? 200)) || Number(status ?? 200) === 200;
    if (!isSuccess || !Array.isArray(data)) return undefined;
    return data.every((record) => typeof record === 'object' && record !== null && !Array.isArray(record))
      ? data.length
      : undefined;
  } catch {
    return undefined;
  }
}

it.each([
  ['20261115', '20261115'],
  ['2026/11/15', '20261115'],
  ['2026-11-15 00:00:00', '20261115'],
  // The day in Tokyo counts, whatever offset an instant is written with.
  ['2026-11-14T15:00:00Z', '20261115'],
  ['2026-11-14T15:00:00.000Z', '20261115'],
  ['2026-11-14 15:00:00Z', '20261115'],
  ['2026-11-14T15:00:00+00:00', '20261115'],
  ['2026-11-14T15:00:00+0000', '20261115'],
  ['2026-11-14 15:00:00+00', '20261115'],
  ['2026-11-14T14:59:59-00:00', '20261114'],
  ['2026-11-15T00:00:00+09:00', '20261115'],
  ['2026-11-14T10:00:00-05:00', '20261115'],
])('the race date %s is that of %s', (text, racedate) => {
  expect(identityText('racedate', text)).toBe(racedate);
});

it.each(['""', '"  "', '"null"', 'null'])(
  'a record with the race date %s is stored without a day',
  async (json) => {
    const record = RECORD.replace('"20261114"', json);
    const [line] = await linesOf(await receivedFrom(answer(record), { spool }));
    expect(line).toMatchObject({ racedate: null });
  },
);
