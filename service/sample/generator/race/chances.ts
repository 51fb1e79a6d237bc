// Turns strengths into win probabilities shaped like real odds, and draws a finish from them.

import type { Draw } from '../draw.ts';

/** Median final win odds by popularity. */
const MEDIAN_ODDS = [2.6, 4.6, 6.6, 8.8, 11.8, 15.3, 20, 26, 34, 44, 60, 81, 102, 160, 190, 255, 310, 360];
const LOG_ODDS = MEDIAN_ODDS.map(Math.log);

/**
 * Win probabilities of a field from strengths. The order of strengths decides the popularity, the template the
 * probabilities, and a draw per race how open it is. The sum is 1.
 */
export function winChances(strengths: readonly number[], draw: Draw): number[] {
  const order = strengths.map((_, index) => index).sort((a, b) => (strengths[b] ?? 0) - (strengths[a] ?? 0));
  const open = Math.max(0.62, Math.min(1.5, 1 + draw.normal() * 0.17));
  const chances = new Array<number>(strengths.length).fill(0);
  let sum = 0;
  for (let rank = 0; rank < order.length; rank++) {
    const chance = Math.exp(-(LOG_ODDS[rank] ?? 6) * open + draw.normal() * 0.2);
    chances[order[rank] ?? 0] = chance;
    sum += chance;
  }
  for (let i = 0; i < chances.length; i++) chances[i] = Math.max(0.0011, (chances[i] ?? 0) / sum);
  return chances;
}

/** Behind the winner the field is closer than the odds suggest. */
const FLATTENED = [1, 0.86, 0.8];

/** Order of finish by Plackett-Luce on the win chances: indices of the field, the winner first. */
export function drawFinish(chances: readonly number[], draw: Draw): number[] {
  const left = chances.map((_, index) => index);
  const finish: number[] = [];
  for (let place = 0; left.length > 0; place++) {
    const power = FLATTENED[Math.min(place, 2)] ?? 1;
    let total = 0;
    const weights = left.map((index) => {
      const weight = (chances[index] ?? 0) ** power;
      total += weight;
      return weight;
    });
    let roll = draw.next() * total;
    let at = 0;
    while (at < left.length - 1 && (roll -= weights[at] ?? 0) >= 0) at++;
    finish.push(left[at] ?? 0);
    left.splice(at, 1);
  }
  return finish;
}
