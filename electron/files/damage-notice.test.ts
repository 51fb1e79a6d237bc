import { describe, expect, it } from 'vitest';
import { damageNotice, type StateTexts } from './damage-notice.ts';
import type { LostPart } from './salvage.ts';

const texts: StateTexts = {
  subject: 'views',
  name: { en: 'The views', ja: 'ビュー' },
  fields: { views: { en: 'views', ja: 'ビュー' }, layouts: { en: 'layouts', ja: 'レイアウト' } },
  describe: ({ path: [, place] }) => ({ en: `View ${place}.`, ja: `ビュー${place}。` }),
};

const gone = (...lost: readonly LostPart[]) =>
  damageNotice(texts, { path: '/views.json', lost }).gone.map(({ en }) => en);

const OPEN: LostPart = { path: [], extent: 'rest' };
const PERHAPS_MORE = 'Perhaps more: the file is damaged, so what else it contained is not known.';

describe('a notice of a damaged file', () => {
  it('names whole fields, values, and where more may be missing', () => {
    expect(
      gone({ path: ['views', 2] }, { path: ['views'], extent: 'rest' }, { path: ['layouts'] }, OPEN),
    ).toEqual([
      'Perhaps further views: the end of that part of the file was not found.',
      'All layouts.',
      'View 2.',
      PERHAPS_MORE,
    ]);
  });

  it('names whole fields and a file that is not complete even if very many values are lost', () => {
    const values = Array.from({ length: 30 }, (_, at): LostPart => ({ path: ['views', at] }));
    const named = gone(...values, { path: ['layouts'] }, OPEN);
    expect(named[0]).toBe('All layouts.');
    expect(named.slice(-2)).toEqual(['11 more.', PERHAPS_MORE]);
  });

  it('of which nothing could be read says only that', () => {
    expect(gone({ path: [] })).toEqual(['Everything in the file.']);
  });
});
