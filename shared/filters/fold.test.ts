import { describe, expect, it } from 'vitest';
import { containing } from '#shared/filters/fold.ts';

describe('a searched text', () => {
  const NAMES = ['ローレル', 'ﾛｰﾚﾙ', 'コルレオーネ', '武豊', 'Laurel', 'トリノ'];
  const found = (text: string, isName = true) => NAMES.filter(containing(text, isName));

  it('finds names in kana by Latin letters, however long vowels are written', () => {
    for (const text of ['rooreru', 'roreru', 'RŌRERU', 'ro reru'])
      expect(found(text)).toEqual(['ローレル', 'ﾛｰﾚﾙ']);
    expect(found('ruree')).toEqual(['コルレオーネ']);
    expect(found('laurel')).toEqual(['Laurel']);
  });

  it('finds by a single letter, by figures and by kana only what is written so', () => {
    expect(found('o')).toEqual([]);
    expect(found('オ')).toEqual(['コルレオーネ']);
    expect(found('ろーれる')).toEqual(['ローレル', 'ﾛｰﾚﾙ']);
    expect(found('12')).toEqual([]);
  });

  it('finds other texts than names only by what is written', () => {
    expect(found('roreru', false)).toEqual([]);
    expect(found('laurel', false)).toEqual(['Laurel']);
  });
});
