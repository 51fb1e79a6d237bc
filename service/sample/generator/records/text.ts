// The formats of numbers in records: decimal text, signed weights, padded places.

/** Tenths as decimal text: -153 is "-15.3". */
export const decimalText = (tenths: number): string => (Math.round(tenths) / 10).toFixed(1);

export const oddsText = (odds: number): string => odds.toFixed(1);

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A change of body weight: "+ 4", "-12", " 0". */
export function changeText(change: number): string {
  if (change === 0) return ' 0';
  return (change > 0 ? '+' : '-') + String(Math.abs(change)).padStart(2, ' ');
}

/** Turns 0, which means no rank or mark, into null. */
export const orNull = (rank: number | undefined): string | null =>
  rank === undefined || rank === 0 ? null : String(rank);

export const textOrNull = (value: number | null): string | null => (value === null ? null : String(value));
