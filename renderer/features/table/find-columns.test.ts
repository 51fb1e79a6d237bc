import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { inGroups, matchesColumn } from './find-columns.ts';

const find = (query: string): string[] =>
  TABLES.d_ky.columns.filter((column) => matchesColumn(column, query)).map(({ name }) => name);

describe('finding a column', () => {
  it('works by field name, with or without underscores', () => {
    expect(find('adjust_idm')).toEqual(['adjust_idm']);
    expect(find('Adjust IDM')).toContain('adjust_idm');
  });

  it('works by either term, in any width and kana', () => {
    expect(find('騎手')).toContain('jockey_name');
    expect(find('ﾃﾝ指数')).toEqual(find('てん指数'));
    expect(find('てん指数')).toContain('ten_index');
    expect(find('ｊｏｃｋｅｙ')).toContain('jockey_name');
  });

  it('finds everything if nothing is typed', () => {
    expect(find('  ')).toHaveLength(TABLES.d_ky.columns.length);
  });
});

describe('groups of columns', () => {
  it('contain every column once', () => {
    const grouped = inGroups(TABLES.d_ky.columns).flatMap(({ columns }) => columns);
    expect(new Set(grouped).size).toBe(TABLES.d_ky.columns.length);
    expect(grouped).toHaveLength(TABLES.d_ky.columns.length);
  });
});
