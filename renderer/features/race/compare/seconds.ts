/** "0.3", of tenths of a second without their sign. */
export const inSeconds = (tenths: number): string => (Math.abs(tenths) / 10).toFixed(1);
