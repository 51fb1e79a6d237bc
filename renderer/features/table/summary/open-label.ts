/**
 * The accessible name of a number that opens its rows: with the number that is seen, which may be of those that started,
 * for people who speak what they see.
 */
export const openLabel = (seen: string, words: string): string =>
  words.includes(seen) ? words : `${seen} · ${words}`;
