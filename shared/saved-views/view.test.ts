import { describe, expect, it } from 'vitest';
import {
  freeName,
  isFormOf,
  LONGEST_NAME,
  sameContent,
  viewNameSchema,
  type ViewContent,
} from '#shared/saved-views/view.ts';
import { readViews, writeViews } from '#shared/saved-views/views-file.ts';

const content: ViewContent = {
  columns: { shown: ['racekey', 'idm'], widths: { idm: 80, racekey: 90 } },
  sort: [{ column: 'idm', direction: 'descending' }],
  filters: [{ column: 'idm', text: '>=50', on: true }],
  quick: '',
};

describe('two views', () => {
  it('are equal whatever the order of widths, and if a part is absent in one and empty in the other', () => {
    expect(
      sameContent(content, {
        ...content,
        columns: { shown: ['racekey', 'idm'], widths: { racekey: 90, idm: 80 }, foldedGroups: [] },
      }),
    ).toBe(true);
  });

  it.each<[string, Partial<ViewContent>]>([
    ['order of columns', { columns: { ...content.columns, shown: ['idm', 'racekey'] } }],
    ['a width', { columns: { ...content.columns, widths: { idm: 81, racekey: 90 } } }],
    ['what is pinned', { columns: { ...content.columns, pinnedStart: ['idm'] } }],
    ['the direction of the order', { sort: [{ column: 'idm', direction: 'ascending' }] }],
    ['a filter that is switched off', { filters: [{ column: 'idm', text: '>=50', on: false }] }],
    ['the quick search', { quick: 'x' }],
    ['the query', { query: { racedate: '20261115' } }],
  ])('differ in %s', (_, change) => {
    expect(sameContent(content, { ...content, ...change })).toBe(false);
  });
});

describe('names', () => {
  it('are trimmed and not empty', () => {
    expect(viewNameSchema.parse('  展開 ')).toBe('展開');
    expect(viewNameSchema.safeParse('   ').success).toBe(false);
  });

  it('get a free number, within the length limit', () => {
    const long = 'x'.repeat(LONGEST_NAME);
    const free = freeName(long, new Set([long]));
    expect(free).toMatch(/x \(2\)$/);
    expect(free).toHaveLength(LONGEST_NAME);
    expect(freeName('a', new Set(['a', 'a (2)']))).toBe('a (3)');
    expect(isFormOf(free, long)).toBe(true);
  });

  it('are recognized with a number', () => {
    const names = ['a', 'a (2)', 'a (12)', 'a (1)', 'a (0x2)', 'a ()', 'a (2) (2)', 'ab (2)', 'a2'];
    expect(names.filter((name) => isFormOf(name, 'a'))).toEqual(['a', 'a (2)', 'a (12)']);
  });
});

describe('a file of views', () => {
  const text = writeViews([{ id: 'v', table: 'd_ky', name: '展開', content }], []);

  it('is read back unchanged', () => {
    const read = readViews(text);
    expect(read).toMatchObject({ ok: true, file: { views: [{ table: 'd_ky', name: '展開', content }] } });
  });

  it.each([
    ['not_json', '{"format"'],
    ['other_file', '[]'],
    ['other_file', '{"format":"something else","version":1}'],
    ['newer', '{"format":"railbird-views","version":2,"views":{}}'],
  ])('reports %s for %j', (problem, wrong) => {
    expect(readViews(wrong)).toEqual({ ok: false, problem });
  });

  it('reports where it is damaged', () => {
    const wrong = text.replace('"descending"', '"sideways"');
    expect(readViews(wrong)).toEqual({
      ok: false,
      problem: 'damaged',
      at: 'views.0.content.sort.0.direction',
    });
  });
});
