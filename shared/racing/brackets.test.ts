// The bracket of a horse number, and whether its number is readable on its color.

import { describe, expect, it } from 'vitest';
import { BRACKET_COLORS, bracketColor, bracketOf } from '#shared/racing/brackets.ts';

const field = (size: number): string =>
  Array.from({ length: size }, (_, index) => bracketOf(index + 1, size)).join('');

it.each([
  [5, '12345'],
  [8, '12345678'],
  [9, '123456788'],
  [12, '123455667788'],
  [16, '1122334455667788'],
  [17, '11223344556677888'],
  [18, '112233445566777888'],
])('a field of %d fills its brackets from the outside', (size, expected) => {
  expect(field(size)).toBe(expected);
});

it('a number outside the field has no bracket', () => {
  expect([bracketOf(0, 10), bracketOf(11, 10), bracketOf(1, 19)]).toEqual([undefined, undefined, undefined]);
});

describe('each bracket’s number', () => {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  it.each(BRACKET_COLORS.map((color) => [color.label.en, color] as const))('reads on %s', (_name, color) => {
    const [dark = 0, light = 0] = [luminance(color.background), luminance(color.text)].toSorted(
      (a, b) => a - b,
    );
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it('has a color for 1 to 8 only', () => {
    expect([bracketColor(1)?.label.en, bracketColor(8)?.label.ja, bracketColor(9)]).toEqual([
      'White',
      '桃',
      undefined,
    ]);
  });
});
