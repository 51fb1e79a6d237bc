// Margins in the language of the judge.

const LENGTH_SECONDS = 0.17;

const MARGINS: readonly (readonly [number, string])[] = [
  [0.12, 'ハナ'], [0.22, 'アタマ'], [0.4, 'クビ'], [0.62, '1/2'], [0.87, '3/4'], [1.12, '1'], [1.37, '1 1/4'], [1.62, '1 1/2'],
  [1.87, '1 3/4'], [2.25, '2'], [2.75, '2 1/2'], [3.25, '3'], [3.75, '3 1/2'], [4.5, '4'], [5.5, '5'], [6.5, '6'],
  [7.5, '7'], [8.5, '8'], [9.5, '9'], [10.5, '10'],
]; // prettier-ignore

/** A gap in seconds as a margin: nose, head, neck, lengths and their fractions, distance. */
export function marginText(seconds: number): string {
  const lengths = seconds / LENGTH_SECONDS;
  return MARGINS.find(([limit]) => lengths < limit)?.[1] ?? '大差';
}
