// The texts of a feature, English and Japanese side by side.

/** English, Japanese: a text, or a list of them. */
type Pair = readonly [en: string, ja: string] | readonly [en: readonly string[], ja: readonly string[]];

interface Texts {
  readonly [key: string]: Pair | Texts;
}

type Text<P extends Pair> = P extends readonly [string, string] ? string : readonly string[];

/** The same keys with the texts of one language, as i18next takes them. */
type OneLanguage<T> = { readonly [K in keyof T]: T[K] extends Pair ? Text<T[K]> : OneLanguage<T[K]> };

interface Languages<T> {
  readonly en: OneLanguage<T>;
  readonly ja: OneLanguage<T>;
}

const isPair = (value: Pair | Texts): value is Pair => Array.isArray(value);

function pick(all: Texts, index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, isPair(value) ? value[index] : pick(value, index)]),
  );
}

export const texts = <const T extends Texts>(all: T): Languages<T> => ({
  en: pick(all, 0) as OneLanguage<T>,
  ja: pick(all, 1) as OneLanguage<T>,
});
