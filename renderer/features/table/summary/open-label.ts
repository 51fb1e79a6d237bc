/**
 * The accessible name of a number that opens its rows: with the number that is seen, which may be of those that started,
 * for people who speak what they see. The same digits within another number, as a distance, are not that number.
 */
export const openLabel = (seen: string, words: string): string =>
  words.split(/[^\d.,]+/u).includes(seen) ? words : `${seen} · ${words}`;
