// Numbers the readings of results, each of which is an object of its own: a renewal may leave all counts the same.

const readings = new WeakMap<object, number>();
let newest = 0;

/** A number that no other summary has, for the keys of cached queries over its rows. */
export function readingNumber(summary: object): number {
  const known = readings.get(summary);
  if (known !== undefined) return known;
  newest += 1;
  readings.set(summary, newest);
  return newest;
}
