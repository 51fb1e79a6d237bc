import { describe, expect, it } from 'vitest';
import { latinName, styledName } from '#shared/names/latin.ts';

describe('a name in Latin letters', () => {
  it.each([
    // Long vowels are doubled.
    ['ローレル', 'Rooreru'],
    ['スーパーシー', 'Suupaashii'],
    ['らーめん', 'Raamen'],
    // A small ッ doubles the consonant after it; at an end it is silent.
    ['マックイーン', 'Makkuiin'],
    ['キャッチ', 'Kyatchi'],
    ['アッ', 'A'],
    // Foreign sounds are one syllable.
    ['ティアラ', 'Tiara'],
    ['レディー', 'Redii'],
    ['トゥインクル', 'Tuinkuru'],
    ['ドゥーラ', 'Duura'],
    ['デュランダル', 'Dyurandaru'],
    ['ファンタジア', 'Fantajia'],
    ['フィエールマン', 'Fieeruman'],
    ['ウィニング', 'Winingu'],
    ['ウォッカ', 'Wokka'],
    ['シェイク', 'Sheiku'],
    ['ジェット', 'Jetto'],
    ['チェッカー', 'Chekkaa'],
    ['クォーツ', 'Kwootsu'],
    ['ヴィクトリー', 'Vikutorii'],
    ['ヌーヴォー', 'Nuuvoo'],
    ['ローレルッティ', 'Roorerutti'],
    ['イェーツ', 'Yeetsu'],
    // An ン before a vowel is set apart.
    ['シンエイ', "Shin'ei"],
    ['シネイ', 'Shinei'],
    ['シンブン', 'Shinbun'],
    // Half width, full-width letters, several words.
    ['ﾃｨｰｷﾞｬｯﾄ', 'Tiigyatto'],
    ['Ｃ．ルメール', 'C.Rumeeru'],
    ['ゴー・アルタ', 'Goo Aruta'],
  ])('%s is %s', (name, latin) => {
    expect(latinName(name)).toBe(latin);
  });

  it.each(['武豊', '天皇賞・秋', 'ジャパン記念', 'Deep Sea', '', '  ', '123'])(
    'is unknown for "%s": there is nothing to convert, or a reading that no record has',
    (name) => {
      expect(latinName(name)).toBeUndefined();
    },
  );

  it('is shown beside the name or instead of it; a name without one is shown as it is', () => {
    const shown = (name: string) =>
      (['kana', 'beside', 'latin'] as const).map((style) => styledName(name, style));
    expect(shown('ローレル')).toEqual(['ローレル', 'ローレル (Rooreru)', 'Rooreru']);
    expect(shown('武豊')).toEqual(['武豊', '武豊', '武豊']);
  });
});
