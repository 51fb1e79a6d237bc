// Arguments that no window of the app would send, made of lawful ones: other types, names that objects have of their own,
// texts that a file system, a database or a page would give a meaning, and far too much of anything.

import fc from 'fast-check';

/** Planted outside the data folder; no answer may contain what is in it. */
export const OUTSIDE_FILE = 'outside.txt';

const HOSTILE_TEXTS = [
  '',
  '..',
  '../outside.txt',
  '../../../../../../etc/passwd',
  '..\\..\\outside.txt',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '%2e%2e%2f',
  'a\0b',
  'CON',
  '.',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "'; drop table t_ra; --",
  '" or 1=1',
  "select * from read_text('../outside.txt')",
  "copy (select 1) to '../written.txt'",
  "attach '../written.duckdb'",
  'install httpfs',
  'set enable_external_access = true',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '\u202E\uD800\uFFFF',
  '(a+)+$',
  '^(',
  '>=,<',
  '-0',
  '1e999',
  'NaN',
  '99999999',
  '00000000',
  '20260230',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://user:password@[::1]:1/',
  'railbird:',
];

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { value };
  return value;
};

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  undefined,
  NaN,
  Infinity,
  -Infinity,
  -0,
  -1,
  0.5,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  10n ** 40n,
  new Date(NaN),
  new Map([['a', 1]]),
  new Set(['a']),
  /x/,
  new URL('http://x/'),
];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...HOSTILE_VALUES),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map(nested) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }).map((length) => '馬'.repeat(length)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 5000 }).map((length) => Array.from({ length }, () => 'a')),
  },
  { weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }) },
);

/** Own members of names that every object inherits, as JSON can have them. */
const poisoned = (value: object): unknown =>
  Object.assign(
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as object,
    value,
  );

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces one place of a value, which `steps` choose on the way down, by what `change` makes of it. */
function changedAt(value: unknown, steps: readonly number[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (Array.isArray(value) && value.length > 0) {
    const at = step % value.length;
    return value.with(at, changedAt(value[at], rest, change));
  }
  const names = isPlain(value) ? Object.keys(value) : [];
  const name = names[step % names.length];
  if (!isPlain(value) || name === undefined) return change(value);
  return { ...value, [name]: changedAt(value[name], rest, change) };
}

const change: fc.Arbitrary<(value: unknown) => unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileValue.map((value) => () => value) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      (value: unknown) => (isPlain(value) ? poisoned(value) : [value]),
      (value: unknown) => [value, value],
      (value: unknown) => (isPlain(value) ? Object.fromEntries(Object.entries(value).slice(1)) : undefined),
      (value: unknown) =>
        isPlain(value) ? { ...value, extra: 'member', resultId: '../x' } : '[object Object]',
      (value: unknown) => (typeof value === 'string' && value.length < 100 ? value.repeat(1000) : { value }),
    ),
  },
);

/** Lawful arguments, one to three places of which were changed. */
export const hostileInput = (lawful: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      lawful,
      fc.array(fc.tuple(fc.array(fc.nat(20), { maxLength: 4 }), change), { minLength: 1, maxLength: 3 }),
    )
    .map(([value, changes]) => changes.reduce((before, [steps, by]) => changedAt(before, steps, by), value));
