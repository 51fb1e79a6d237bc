// Folds text for search: full and half width, hiragana and katakana, upper and lower case are equal.

const HIRAGANA_FROM_KATAKANA = 0x60;

/** The folded text, trimmed, with runs of spaces collapsed. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - HIRAGANA_FROM_KATAKANA))
    .replace(/\s+/g, ' ')
    .trim();
}
