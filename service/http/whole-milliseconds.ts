/**
 * The process's clock in whole milliseconds, for windows that are told as seconds, rounded up. Fractions do not add up:
 * `(now + 2000) - now` may be a little more than 2000, and a window of two seconds would be told as three.
 */
export const wholeMilliseconds = (): number => Math.floor(performance.now());
