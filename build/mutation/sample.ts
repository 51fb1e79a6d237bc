// A seeded sample: the same seed draws the same mutants while the code stays the same.

/** A source of numbers from 0 up to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `most` of the items in an order drawn by the seed, or all of them in that order. */
export function sample<T>(items: readonly T[], most: number, seed: number): T[] {
  const next = numbers(seed);
  const drawn = items.map((item) => ({ item, lot: next() }));
  return drawn
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, most)
    .map(({ item }) => item);
}
