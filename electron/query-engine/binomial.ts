// Draws from binomial distributions: how many of n trials succeed, without making each trial.

/** Numbers in [0, 1). */
export type Random = () => number;

/** Numbers in [0, 1), the same for the same seed (Mulberry32). */
export function randomNumbers(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `trials` succeed if each does with this probability, 0 to 1. */
export function drawBinomial(trials: number, probability: number, random: Random): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(trials, 1 - probability, random);
  return trials * probability < FEW
    ? drawFew(trials, probability, random)
    : drawMany(trials, probability, random);
}

/** From so many expected successes on, rejection is quicker than counting, and exact. */
const FEW = 10;

/** Counts successes by the failures between them, which are geometrically distributed. */
function drawFew(trials: number, probability: number, random: Random): number {
  const scale = Math.log1p(-probability);
  let successes = 0;
  for (let at = failures(scale, random); at < trials; at += 1 + failures(scale, random)) successes += 1;
  return successes;
}

const failures = (scale: number, random: Random): number => Math.floor(Math.log(1 - random()) / scale);

/** Hörmann, The generation of binomial random variates, 1993: algorithm BTRS, transformed rejection. */
function drawMany(trials: number, probability: number, random: Random): number {
  const odds = probability / (1 - probability);
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const center = trials * probability + 0.5;
  const sure = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((trials + 1) * probability);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const edge = 0.5 - Math.abs(u);
    const found = Math.floor((2 * (a / edge) + b) * u + center);
    if (edge >= 0.07 && v <= sure) return found;
    if (found < 0 || found > trials) continue;
    const height = Math.log((v * alpha) / (a / (edge * edge) + b));
    const density =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - found + 1)) +
      (found + 0.5) * Math.log((odds * (trials - found + 1)) / (found + 1)) +
      stirlingRest(mode) +
      stirlingRest(trials - mode) -
      stirlingRest(found) -
      stirlingRest(trials - found);
    if (height <= density) return found;
  }
}

/** What Stirling's formula lacks of log k!. */
function stirlingRest(k: number): number {
  const square = (k + 1) ** 2;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}
