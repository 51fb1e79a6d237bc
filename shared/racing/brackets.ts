// Brackets: the eight cap colors, and the bracket of a horse number.

import type { Text } from '#shared/text.ts';

export interface BracketColor {
  readonly label: Text;
  readonly background: string;
  /** The text color, with a contrast of at least 4.5 to 1. */
  readonly text: string;
}

/** Bracket 1 first. */
export const BRACKET_COLORS: readonly BracketColor[] = [
  { label: { en: 'White', ja: '白' }, background: '#ffffff', text: '#111111' },
  { label: { en: 'Black', ja: '黒' }, background: '#222222', text: '#ffffff' },
  { label: { en: 'Red', ja: '赤' }, background: '#c8102e', text: '#ffffff' },
  { label: { en: 'Blue', ja: '青' }, background: '#1d4fc4', text: '#ffffff' },
  { label: { en: 'Yellow', ja: '黄' }, background: '#f9dc33', text: '#111111' },
  { label: { en: 'Green', ja: '緑' }, background: '#0b7a3b', text: '#ffffff' },
  { label: { en: 'Orange', ja: '橙' }, background: '#f28c28', text: '#111111' },
  { label: { en: 'Pink', ja: '桃' }, background: '#f5a3c0', text: '#111111' },
];

const BRACKETS = 8;
const LARGEST_FIELD = 18;

export const bracketColor = (bracket: number): BracketColor | undefined => BRACKET_COLORS[bracket - 1];

/**
 * The bracket of a horse number in a field of a given size. Up to eight horses have a bracket each. From nine, the outer
 * brackets fill up first: two horses each up to sixteen, beyond that three in the seventh and eighth.
 */
export function bracketOf(horseNumber: number, fieldSize: number): number | undefined {
  if (fieldSize > LARGEST_FIELD || horseNumber < 1 || horseNumber > fieldSize) return undefined;
  if (fieldSize <= BRACKETS) return horseNumber;
  const each = Math.floor(fieldSize / BRACKETS);
  const smaller = BRACKETS - (fieldSize % BRACKETS);
  const inSmaller = smaller * each;
  return horseNumber <= inSmaller
    ? Math.ceil(horseNumber / each)
    : smaller + Math.ceil((horseNumber - inSmaller) / (each + 1));
}
