// Generates bodies: valid filters, filters with an error, and bytes that are no filters at all.

import fc from 'fast-check';
import type { FilterName } from '#shared/catalogue/table.ts';
import { FILTER_NAMES } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import type { Stable } from './naive.ts';

export interface Body {
  readonly bytes: Buffer;
  readonly nameTwice: boolean;
}

/** A member of a JSON object: its name, its value as JSON text, and whether its name is escaped. */
type Member = readonly [name: string, json: string, isEscaped: boolean];

type Values = Readonly<Record<FilterName, fc.Arbitrary<string>>>;

/** Bodies for a table that takes these filters; `secrets` appear in wrong places in them. */
export function bodiesFor(
  filters: readonly FilterName[],
  stable: Stable,
  secrets: readonly string[],
): fc.Arbitrary<Body> {
  const values = valuesOf(stable);
  const right = fc.subarray([...filters]).chain((names) => membersOf(names, values));
  return fc.oneof(
    { weight: 8, arbitrary: right.map(written) },
    {
      weight: 4,
      arbitrary: fc.tuple(right, wrongMember(values, secrets)).map(([some, one]) => written([...some, one])),
    },
    { weight: 1, arbitrary: right.map((members) => written([...members, ...members.slice(0, 1)])) },
    { weight: 3, arbitrary: hostileJson(secrets).map(plain) },
    { weight: 2, arbitrary: hostileBytes(right, secrets).map((bytes) => ({ bytes, nameTwice: false })) },
  );
}

/** Values of records, others of the right form, and calendar dates near the records'. */
function valuesOf(stable: Stable): Values {
  const stored = (column: string): string[] => {
    const values = [...stable.values()].flat().map((record) => record[column]);
    return [...new Set(values.filter((value) => typeof value === 'string'))];
  };
  const near = stored('racedate').flatMap((date) =>
    ['01', '15', '28', '29', '31'].map((day) => date.slice(0, 6) + day),
  );
  const dates = [...stored('racedate'), ...near];
  const wellFormed = (name: FilterName, known: readonly string[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.stringMatching(FILTER_RULES[name].pattern) },
    );
  const kettonums = stored('kettonum').flatMap((number) => [number, `20${number}`]);
  return {
    racedate: wellFormed('racedate', dates),
    start_racedate: wellFormed('start_racedate', dates),
    end_racedate: wellFormed('end_racedate', dates),
    racekey: wellFormed('racekey', stored('racekey')),
    horse_id: wellFormed('horse_id', stored('horse_id')),
    kettonum: wellFormed('kettonum', kettonums),
  };
}

function membersOf(names: readonly FilterName[], values: Values): fc.Arbitrary<Member[]> {
  const isHalf = names.includes('start_racedate') !== names.includes('end_racedate');
  // One end of a period alone is refused, so mostly the other end is sent too.
  const whole = isHalf ? [...new Set<FilterName>([...names, 'start_racedate', 'end_racedate'])] : names;
  return fc
    .tuple(fc.boolean(), fc.tuple(...whole.map((name) => fc.tuple(values[name], fc.nat(9)))))
    .map(([isReversed, drawn]) => {
      const members = whole.map((name, index): Member => {
        const [value = '', escaping = 0] = drawn[index] ?? [];
        return [name, JSON.stringify(value), escaping === 0];
      });
      return isReversed ? members : inOrder(members);
    });
}

/** The same with the dates of the period in order. */
function inOrder(members: readonly Member[]): Member[] {
  const dates = members
    .filter(([name]) => name.endsWith('_racedate'))
    .map(([, json]) => json)
    .toSorted();
  return members.map(([name, json, isEscaped]) => [
    name,
    (name === 'start_racedate' ? dates[0] : name === 'end_racedate' ? dates[1] : json) ?? json,
    isEscaped,
  ]);
}

/** Strings of any code points. Created once, because fast-check enumerates them each time. */
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 60 });

/** A member with an error: in its name, its type or its form. */
function wrongMember(values: Values, secrets: readonly string[]): fc.Arbitrary<Member> {
  const known = fc.constantFrom(...FILTER_NAMES);
  const names = fc.oneof(
    known,
    known.map((name) => name.toUpperCase()),
    fc.tuple(known, fc.string({ maxLength: 3 })).map(([name, more]) => name + more),
    fc.constantFrom('__proto__', 'constructor', 'toString', '', 'limit', 'api_key', 'x-user-key', ...secrets),
    fc.constantFrom(...secrets).map((secret) => `${'x'.repeat(30)}${secret}`),
    ANY_TEXT,
  );
  const spoiled = known.chain((name) =>
    fc
      .tuple(values[name], fc.constantFrom('\n', ' ', '\0', '０', '-', "' OR 1=1 --", '%00', '\u202e'))
      .map(([value, more]) => JSON.stringify(value + more)),
  );
  const jsons = fc.oneof(
    spoiled,
    fc.json({ maxDepth: 3 }),
    fc.constantFrom('null', 'true', '20240229', '""', '[]', '{}', '["05241b01"]', '1e400', '-0', '"\\ud800"'),
    fc.constantFrom(...secrets).map((secret) => JSON.stringify(secret)),
    ANY_TEXT.map((text) => JSON.stringify(text)),
  );
  return fc.tuple(names, jsons, fc.constant(false));
}

const ESCAPED = (name: string): string =>
  `"${[...name].map((letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('')}"`;

function written(members: readonly Member[]): Body {
  const texts = members.map(
    ([name, json, isEscaped]) => `${isEscaped ? ESCAPED(name) : JSON.stringify(name)}:${json}`,
  );
  const names = members.map(([name]) => name);
  return { bytes: Buffer.from(`{${texts.join(', ')}}`), nameTwice: new Set(names).size < names.length };
}

const plain = (text: string): Body => ({ bytes: Buffer.from(text), nameTwice: false });

/** JSON of any shape, deep or long. */
const hostileJson = (secrets: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.json({ maxDepth: 5 }),
    fc.integer({ min: 1, max: 8_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.integer({ min: 1, max: 2_500 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
    fc.integer({ min: 1, max: 30_000 }).map((length) => JSON.stringify({ racekey: 'x'.repeat(length) })),
    fc
      .integer({ min: 1, max: 1_500 })
      .map((count) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, index]))),
      ),
    fc.constantFrom(...secrets).map((secret) => JSON.stringify([secret])),
    fc.integer({ min: 16_380, max: 16_388 }).map((length) => '{}'.padEnd(length)),
  );

/** Bytes that are not JSON, not UTF-8, or longer than their JSON. */
const hostileBytes = (right: fc.Arbitrary<Member[]>, secrets: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    right.map((members) => Buffer.from(written(members).bytes.toString(), 'utf16le')),
    right.map((members) => Buffer.concat([Buffer.from('\ufeff'), written(members).bytes])),
    right.map((members) => Buffer.concat([written(members).bytes, Buffer.from(' }')])),
    right.map((members) => Buffer.from(written(members).bytes.toString().replaceAll('"', "'"))),
    fc.constantFrom(...secrets).map((secret) => Buffer.from(`{${secret}`)),
    fc
      .constantFrom(
        'racekey=05241b01',
        '<a/>',
        'null',
        '{"racekey":NaN}',
        '{}{}',
        '{"racekey":"\u0001"}',
        ',',
      )
      .map((text) => Buffer.from(text)),
  );
