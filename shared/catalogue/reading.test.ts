// Parsing values as the data writes them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareValues,
  isBlank,
  isSet,
  rawText,
  readNumber,
  speedLooksWrong,
} from '#shared/catalogue/reading.ts';

it('a flag is set by a number above zero or a word for yes, and by no other text', () => {
  expect(['1', '01', '１', ' 1 ', 'true', 'TRUE', ' yes '].map(isSet)).not.toContain(false);
  expect(['0', '00', '０', '', ' ', 'false', 'no', 'N', '-1', null, undefined].map(isSet)).not.toContain(
    true,
  );
});

describe('a number written as text', () => {
  it.each([
    ['+ 4', 4],
    ['-12', -12],
    ['07', 7],
    [' 3.5', 3.5],
    ['１２．５', 12.5],
    ['－４', -4],
    ['−4', -4],
    ['.5', 0.5],
    ['1,234', 1234],
    [731, 731],
    ['0', 0],
    ['-0', 0],
  ])('%j is %d', (raw, expected) => {
    expect(readNumber(raw)).toBe(expected);
  });

  it.each([
    '',
    '  ',
    '　',
    null,
    undefined,
    'H',
    '3-4',
    '0x10',
    '1e5',
    'Infinity',
    '--1',
    '+',
    '1,23',
    Number.NaN,
    {},
  ])('%j is not a number, and not zero', (raw) => {
    expect(readNumber(raw)).toBeUndefined();
  });

  it('may have padding, signs and full-width digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.constantFrom('', '-', '+', '+ ', ' '),
        fc.nat(3),
        (size, sign, pad) => {
          const text = sign + '0'.repeat(pad) + String(size);
          const wide = text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
          const expected = sign === '-' && size > 0 ? -size : size;
          expect(readNumber(text)).toBe(expected);
          expect(readNumber(wide)).toBe(expected);
        },
      ),
    );
  });

  it('never throws, and is finite or undefined', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = readNumber(text);
        expect(value === undefined || Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

it('a blank is missing or only spaces; zero is a value', () => {
  expect([null, undefined, '', ' ', '　'].map(isBlank)).toEqual([true, true, true, true, true]);
  expect(['0', 0, '00', false].map(isBlank)).toEqual([false, false, false, false]);
});

it('raw text is the value unchanged', () => {
  fc.assert(fc.property(fc.string(), (text) => rawText(text) === text));
  expect([null, undefined, 7, true, ['a']].map(rawText)).toEqual(['', '', '7', 'true', '["a"]']);
});

describe('the order of raw text', () => {
  const sorted = (kind: 'rank' | 'key' | 'gap', values: readonly string[]): string[] =>
    values.toSorted(compareValues({ kind }));

  it('sorts numbers by size, with other text after them', () => {
    expect(sorted('rank', ['10', '2', '07', 'x', '1'])).toEqual(['1', '2', '07', '10', 'x']);
    expect(sorted('gap', ['+ 4', '-12', '0'])).toEqual(['-12', '0', '+ 4']);
  });

  it('sorts whole numbers by size that one double holds', () => {
    const numbers = ['-9007199254740993', '-9007199254740992', '1', '+ 9007199254740992', '9007199254740993'];
    expect(sorted('gap', numbers.toReversed())).toEqual(numbers);
  });

  it('sorts keys as text, so that the tenth day follows the ninth', () => {
    expect(sorted('key', ['08243a02', '08243902', '08243102'])).toEqual(['08243102', '08243902', '08243a02']);
  });

  it('is total: only equal texts tie, and it is transitive', () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('07', '7', ' 7', '', '+7'));
    fc.assert(
      fc.property(fc.constantFrom('rank' as const, 'key' as const), value, value, value, (kind, a, b, c) => {
        const compare = compareValues({ kind });
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, b) === 0).toBe(a === b);
        const [low = '', middle = '', high = ''] = [a, b, c].toSorted(compare);
        expect([compare(low, middle) <= 0, compare(middle, high) <= 0, compare(low, high) <= 0]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });
});

describe('an impossible speed', () => {
  it('reveals m:ss.t written as four digits', () => {
    expect(speedLooksWrong(731, 1200)).toBe(false);
    expect(speedLooksWrong(1131, 1200)).toBe(true);
    expect(speedLooksWrong(1225, 2000)).toBe(false);
    expect(speedLooksWrong(2036, 2000)).toBe(true);
  });

  it('is not reported if a time or distance is missing', () => {
    expect([speedLooksWrong(undefined, 1200), speedLooksWrong(0, 1200), speedLooksWrong(731, undefined)]).toEqual([
      false, false, false,
    ]); // prettier-ignore
  });
});

it('texts compare by code point, also beyond the first plane', () => {
  // UTF-16 has U+20BB7 as a pair of units that sort before the full-width forms.
  const compare = compareValues({ kind: 'name' });
  expect(['Ａ', '𠮷', 'ア', '𠮷Ａ', '𠮶', ''].toSorted(compare)).toEqual([
    '',
    'ア',
    'Ａ',
    '𠮶',
    '𠮷',
    '𠮷Ａ',
  ]);
});
