// Growable typed columns: the racing of many years is millions of small numbers, and objects would cost fifty times
// more.

type Numbers = Int32Array | Float32Array | Uint8Array;

/** The same numbers in a longer array if `needed` does not fit any more. */
export function grown<T extends Numbers>(numbers: T, needed: number): T {
  if (needed <= numbers.length) return numbers;
  const length = Math.max(needed, numbers.length * 2, 1024);
  const longer = new (numbers.constructor as new (length: number) => T)(length);
  longer.set(numbers);
  return longer;
}
