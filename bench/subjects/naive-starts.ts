// Whether a runner took part, once more in plain words.

import { readNumber } from '#shared/catalogue/reading.ts';
import { isStated, text } from './naive-payoffs.ts';
import type { Parts } from './naive-runners.ts';

const SCRATCHED_OR_EXCLUDED = ['1', '2'];

/** 0 without a finish. */
export const finishOf = ({ result }: Parts): number => readNumber(text(result, 'order_of_finish')) ?? 0;

/** By the result or, without one, by what the card says of the run; null if neither says anything. */
export function tookPartText({ result, previous, previousNotes }: Parts): string | null {
  const said = result ?? previous ?? previousNotes;
  const before = result === undefined ? 'run ' : '';
  if ((readNumber(text(said, `${before}order_of_finish`)) ?? 0) > 0) return '1';
  const trouble = text(said, `${before}trouble_classification`);
  if (!isStated(trouble)) return null;
  return SCRATCHED_OR_EXCLUDED.includes(String(Number(trouble))) ? '0' : '1';
}

/** By the result alone. */
export const tookPart = ({ result }: Parts): boolean =>
  result !== undefined && tookPartText({ result }) === '1';
