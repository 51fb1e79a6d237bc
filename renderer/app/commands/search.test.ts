import { describe, expect, it } from 'vitest';
import { fold } from '#shared/filters/fold.ts';
import { ranked } from './search.ts';

const search = <F extends { readonly label: string }>(items: readonly F[], query: string): readonly F[] =>
  ranked(items, query).map(({ item }) => item);

const items = [
  { label: 'Past results', keywords: ['過去の成績', 'd_se', 'dse'] },
  { label: 'Results', keywords: ['成績', 't_se', 'tse'] },
  { label: 'ダート', keywords: [] },
];

describe('search', () => {
  it('folds width, kana and case', () => {
    expect(fold('ﾀﾞｰﾄ')).toBe(fold('だーと'));
    expect(fold('Ｔ＿ＳＥ')).toBe('t_se');
    expect(search(items, 'だーと').map(({ label }) => label)).toEqual(['ダート']);
  });

  it('puts texts that begin with the query first', () => {
    expect(search(items, 'results').map(({ label }) => label)).toEqual(['Results', 'Past results']);
  });

  it('finds by the other language and by the field name', () => {
    expect(search(items, '過去の').map(({ label }) => label)).toEqual(['Past results']);
    expect(search(items, 'tse').map(({ label }) => label)).toEqual(['Results']);
  });

  it('requires every word', () => {
    expect(search(items, 'past dse')).toHaveLength(1);
    expect(search(items, 'past tse')).toHaveLength(0);
  });
});
