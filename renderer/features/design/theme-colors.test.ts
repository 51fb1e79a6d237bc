import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colorsOfThemes, contrastOf, LEAST_FOR_TEXT, TEXT_PAIRS, THEME_NAMES } from './theme-colors.ts';

/** The rules of theme.css, as a browser lists them. */
function rulesOf(css: string): readonly object[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => {
      const values = new Map(
        body.split(';').flatMap((line): [string, string][] => {
          const at = line.indexOf(':');
          return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
        }),
      );
      return {
        selectorText: selector.trim(),
        style: Object.assign([...values.keys()], {
          getPropertyValue: (name: string) => values.get(name) ?? '',
        }),
      };
    },
  );
}

const css = readFileSync(join(import.meta.dirname, '..', '..', 'styles', 'theme.css'), 'utf8');
const themes = colorsOfThemes(rulesOf(css));

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'));
  });
});

describe.each(THEME_NAMES)('the theme %s', (theme) => {
  it('has every color of the first', () => {
    expect([...themes[theme].keys()].toSorted()).toEqual([...themes.light.keys()].toSorted());
  });

  it.each(TEXT_PAIRS.map(({ ink, paper }) => [ink, paper] as const))(
    'writes %s on %s legibly',
    (ink, paper) => {
      const [text, ground] = [themes[theme].get(ink), themes[theme].get(paper)];
      expect(contrastOf(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(LEAST_FOR_TEXT);
    },
  );
});
