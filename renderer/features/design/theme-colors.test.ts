import { describe, expect, it } from 'vitest';
import { colorsOfThemes, contrastOf } from './theme-colors.ts';

/** A rule as a browser lists it. */
const rule = (selectorText: string, values: Readonly<Record<string, string>>) => ({
  selectorText,
  style: Object.assign(Object.keys(values), { getPropertyValue: (name: string) => values[name] ?? '' }),
});

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'));
  });
});

describe('the colors of the themes', () => {
  const themes = colorsOfThemes([
    rule(':root', { '--ink': '#1b1d21', '--paper': ' #FFF', '--space-1': '0.25rem' }),
    rule(":root[data-theme='dark']", { '--paper': '#16181c' }),
    rule(':root:lang(ja)', { '--ink': '#ff0000' }),
    { cssText: '@media print {}' },
  ]);

  it('are those of the style sheet, and nothing but colors', () => {
    expect([...themes.light]).toEqual([
      ['ink', '#1b1d21'],
      ['paper', '#FFFFFF'],
    ]);
  });

  it('are those of the first theme where another does not say otherwise', () => {
    expect([...themes.dark]).toEqual([
      ['ink', '#1b1d21'],
      ['paper', '#16181c'],
    ]);
  });
});
