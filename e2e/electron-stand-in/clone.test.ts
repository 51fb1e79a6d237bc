import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCloner, type Cloner } from './clone.ts';

/** As it runs in the page: from its source text, with nothing around it. */
const cloner = runInThisContext(`(${createCloner.toString()})()`) as Cloner;
const through = (value: unknown): unknown => cloner.decode(cloner.encode(value));

const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);

test.each([
  ['texts', ['', '馬', '\0', '\uD800']],
  ['numbers', [0, -0, 1.5, NaN, Infinity, -Infinity, 2 ** 53]],
  ['other values', [null, undefined, true, 12n]],
  ['lists with gaps of undefined', [1, undefined, [2, [undefined]]]],
  ['objects, whatever their names', { a: { $: 'Date', v: 1 }, ['__proto__']: 1, left: undefined }],
  ['dates, maps and sets', [new Date(0), new Map([[{ a: 1 }, new Set([1n])]])]],
  ['bytes', [bytes, bytes.buffer, new Float64Array([1.5, NaN]), new DataView(new ArrayBuffer(2))]],
])('%s arrive as they were', (_what, value) => {
  expect(through(value)).toEqual(structuredClone(value));
});

test('a part of a buffer arrives as that part', () => {
  expect(through(bytes.subarray(10, 20))).toEqual(bytes.slice(10, 20));
});

test('an error keeps its words', () => {
  expect(through(new RangeError('too far'))).toMatchObject({ name: 'RangeError', message: 'too far' });
});

const circle: unknown[] = [];
circle.push(circle);

test.each([
  ['a function', () => 1],
  ['a symbol', [Symbol('x')]],
  ['a promise', { later: Promise.resolve() }],
  ['a circle', circle],
])('%s is refused, as postMessage does', (_what, value) => {
  expect(() => through(value)).toThrow('could not be cloned');
});
