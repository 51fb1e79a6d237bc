// The colors of the themes as the style sheets define them, and the contrast of those that meet. Pure.

/** Selectors in theme.css; the first theme defines every color, and the others replace what differs. */
const SELECTORS = {
  light: ':root',
  dark: ':root[data-theme="dark"]',
  contrast: ':root[data-theme="contrast"]',
} as const;

export type ThemeName = keyof typeof SELECTORS;

export const THEME_NAMES = Object.keys(SELECTORS) as readonly ThemeName[];

/** By name without the dashes: "ink" is "#1b1d21". */
export type ThemeColors = ReadonlyMap<string, string>;

/** What is needed of a rule of a style sheet. */
interface StyleRule {
  readonly selectorText: string;
  readonly style: Iterable<string> & { getPropertyValue(name: string): string };
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Builds shorten a color whose digits are pairs. */
const whole = (hex: string): string => (hex.length === 4 ? `#${hex.slice(1).replaceAll(/./g, '$&$&')}` : hex);

const isStyleRule = (rule: object): rule is StyleRule => 'selectorText' in rule && 'style' in rule;

/** The colors of each theme in the order of the style sheet. */
export function colorsOfThemes(rules: Iterable<object>): Readonly<Record<ThemeName, ThemeColors>> {
  const found = new Map<ThemeName, Map<string, string>>(THEME_NAMES.map((theme) => [theme, new Map()]));
  for (const rule of rules) {
    if (!isStyleRule(rule)) continue;
    const selector = rule.selectorText.replaceAll("'", '"');
    const theme = THEME_NAMES.find((name) => SELECTORS[name] === selector);
    for (const property of theme === undefined ? [] : rule.style) {
      const value = rule.style.getPropertyValue(property).trim();
      if (property.startsWith('--') && HEX.test(value) && theme !== undefined)
        found.get(theme)?.set(property.slice(2), whole(value));
    }
  }
  const light = found.get('light') ?? new Map<string, string>();
  const of = (theme: ThemeName): ThemeColors => new Map([...light, ...(found.get(theme) ?? [])]);
  return { light, dark: of('dark'), contrast: of('contrast') };
}

/** One channel of a color as light, 0 to 1 (WCAG 2.2, relative luminance). */
function channel(hex: string): number {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(color.slice(at, at + 2)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast of two colors as #rrggbb, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The least contrast of text of our sizes (WCAG 2.2, AA). */
export const LEAST_FOR_TEXT = 4.5;

interface Pair {
  readonly ink: string;
  readonly paper: string;
}

const ON_PAPER = [
  'ink', 'ink-soft', 'ink-faint', 'accent', 'error', 'warning', 'good', 'sample', 'turf', 'dirt', 'jump', 'up', 'down',
] as const; // prettier-ignore

/** Inks with the grounds on which the window writes them. */
export const TEXT_PAIRS: readonly Pair[] = [
  ...ON_PAPER.flatMap((ink) => ['paper', 'paper-sunk', 'paper-raised'].map((paper) => ({ ink, paper }))),
  { ink: 'accent-ink', paper: 'accent' },
  ...['accent-wash', 'hover', 'rank-1', 'rank-2', 'rank-3'].map((paper) => ({ ink: 'ink', paper })),
  ...['error', 'warning', 'sample'].map((ink) => ({ ink, paper: `${ink}-wash` })),
];
