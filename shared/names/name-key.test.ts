import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latinName } from '#shared/names/latin.ts';
import { isLatin, kanaKey, latinKey } from '#shared/names/name-key.ts';

/** Names of kana as they occur: syllables, small kana, long vowels. */
const kanaName = fc
  .array(
    fc.constantFrom(
      ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパピプペポヴ'.split(''),
      'キャ', 'シュ', 'チョ', 'ティ', 'ファ', 'ヴィ', 'ウォ', 'ジェ', 'ラー', 'ルー', 'ッカ', 'ット', 'ッティ',
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => parts.join('')); // prettier-ignore

describe('the key of a name', () => {
  it.each([
    ['ローレル', 'ろーれる', 'ﾛｰﾚﾙ', 'ロレル', '  ローレル '],
    ['ヴィクトリー', 'ビクトリー', 'びくとり', 'ウ゛ィクトリー'.replace('ウ゛', 'ヴ')],
    ['キャッチ', 'キヤツチ', 'ｷｬｯﾁ'],
    ['髙橋', '高橋'],
    ['Ｃ．ルメール', 'c ルメール', 'C・ルメール'],
  ])('of kana is the same for %s and the other spellings', (name, ...others) => {
    for (const other of others) expect(kanaKey(other)).toBe(kanaKey(name));
  });

  it.each([
    ['ローレル', 'rooreru', 'roreru', 'Rōreru', 'ROORERU', 'loreru', 'rôreru'],
    ['シンブン', 'shinbun', 'shimbun', 'sinbun'],
    ['チョウテキ', 'chouteki', 'chōteki', 'tyouteki', 'choteki'],
    ['ジュピター', 'jupitaa', 'zyupita', 'jyupita'],
    ['シンエイ', "shin'ei", 'shinei', 'shin’ei'],
    ['ヴィクトリー', 'vikutorii', 'bikutori'],
    ['ツバキ', 'tsubaki', 'tubaki'],
    ['フジノ', 'fujino', 'huzino'],
    ['マッチャ', 'matcha', 'maccha', 'macha'],
    ['ローレルッティ', 'roorerutti', 'rorerutti'],
    ['オー', 'oh', 'oo', 'ō'],
  ])('of Latin letters is the same for %s and its romanizations', (name, ...others) => {
    for (const other of others) expect(latinKey(other)).toBe(latinKey(name));
  });

  it('of Latin letters is the same for every name and its Latin form', () => {
    fc.assert(
      fc.property(kanaName, (name) => {
        expect(latinKey(latinName(name) ?? name)).toBe(latinKey(name));
      }),
    );
  });

  it('of kana does not change when it is taken again', () => {
    fc.assert(fc.property(kanaName, (name) => kanaKey(kanaKey(name)) === kanaKey(name)));
  });

  it('is one of Latin letters for a text of these, figures and signs', () => {
    expect(['roreru', 'C. Rōreru', '2024', "shin'ei"].map(isLatin)).toEqual([true, true, true, true]);
    expect(['ろreru', '武', 'ー', 'cルメール'].map(isLatin)).toEqual([false, false, false, false]);
  });
});
