import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionsAt } from './completions.ts';
import { diagnosticAt } from './editor-setup.ts';
import { helpAt } from './help-at.ts';
import { tablesIn, wordAround, wordBefore } from './reading-query.ts';
import { columnsOf, KNOWN_TABLES } from './sql-tables.ts';

/** The query without its mark `|`, and where it stood. */
function marked(text: string): [sql: string, place: number] {
  return [text.replace('|', ''), text.indexOf('|')];
}

const labels = (text: string): readonly string[] =>
  completionsAt(...marked(text), 'en')?.list.map(({ label }) => label) ?? [];

describe('completion', () => {
  it('offers tables and subjects after FROM, JOIN and a comma between tables', () => {
    for (const text of ['select * from |', 'select 1 from races join ru|', 'from typed.races r, |']) {
      expect(labels(text)).toContain('typed.runners');
      expect(labels(text)).toContain('d_se');
      expect(labels(text)).not.toContain('horse_name');
    }
  });

  it('offers the columns of the query’s tables with type and unit, and functions', () => {
    const [sql, place] = marked('select | from typed.runners');
    const list = completionsAt(sql, place, 'en')?.list ?? [];
    const weight = list.find(({ label }) => label === 'horse_weight');
    expect(weight).toMatchObject({ kind: 'column', detail: expect.stringMatching(/^(DOUBLE|BIGINT), kg$/) });
    expect(list.map(({ label }) => label)).toContain('count');
    expect(labels('select | from runners')).toContain('horse_weight');
    expect(labels('select | from d_hj')).not.toContain('horse_weight');
  });

  it('follows an alias, a table and the schema of typed tables', () => {
    expect(labels('select r.| from typed.races r')).toContain('headcount');
    expect(labels('select races.| from races')).toContain('headcount');
    expect(labels('select * from typed.|')).toContain('runners');
    expect(labels('select x.| from races r')).toEqual([]);
  });

  it('stays away from quoted text and comments', () => {
    expect(labels("select 'jockey| from races")).toEqual([]);
    expect(labels('select 1 -- from ra|')).toEqual([]);
    expect(labels('/* sel| */ select 1')).toEqual([]);
  });

  it('never fails, whatever is written', () => {
    const piece = fc.constantFrom(
      'select',
      ' from ',
      'typed',
      '.',
      ',',
      "'",
      '"',
      '--',
      '/*',
      '*/',
      '\n',
      'races',
      ' r ',
      '(',
      ')',
      '東京',
      '$$',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(60), (pieces, at) => {
        const sql = pieces.join('');
        const place = Math.min(at, sql.length);
        const found = completionsAt(sql, place, 'ja');
        if (found !== undefined) expect(found.from).toBeLessThanOrEqual(place);
        helpAt(sql, place);
        tablesIn(sql);
        const { from, to } = diagnosticAt(sql, place, 'x');
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(sql.length);
      }),
    );
  });
});

describe('help', () => {
  it('explains the column at the cursor as the query’s table has it', () => {
    expect(helpAt(...marked('select horse_wei|ght from typed.runners'))).toMatchObject({
      kind: 'column',
      table: { name: 'typed.runners' },
      column: { unit: 'kg', column: { name: 'horse_weight' } },
    });
    expect(helpAt(...marked('select r.sex_cd| from runners r'))).toMatchObject({
      kind: 'column',
      table: { name: 'runners' },
      column: { type: 'VARCHAR' },
    });
  });

  it('explains a table, also by its alias', () => {
    expect(helpAt(...marked('from typed.ra|ces'))).toMatchObject({
      kind: 'table',
      table: { name: 'typed.races' },
    });
    expect(helpAt(...marked('select r|.headcount from races r'))).toMatchObject({ kind: 'table' });
  });

  it('has nothing to say of other words', () => {
    expect(helpAt(...marked('sel|ect 1'))).toBeUndefined();
    expect(helpAt('', 0)).toBeUndefined();
  });
});

describe('reading a query', () => {
  it('finds tables with their aliases', () => {
    const named = tablesIn('from typed.runners as r left join races on true, d_se where x').map(
      ({ alias, table }) => [alias, table.name],
    );
    expect(named).toEqual([
      ['r', 'typed.runners'],
      ['races', 'races'],
      ['d_se', 'd_se'],
    ]);
  });

  it('reads the word at a place', () => {
    expect(wordBefore('select r . hea', 14)).toMatchObject({ before: 'r', word: 'hea', from: 11 });
    expect(wordAround('headcount', 3)).toEqual({ word: 'headcount', from: 0 });
  });

  it('knows every table twice, as text and as values', () => {
    expect(new Set(KNOWN_TABLES.map(({ name }) => name)).size).toBe(KNOWN_TABLES.length);
    for (const table of KNOWN_TABLES) expect(columnsOf(table).length).toBeGreaterThan(0);
  });
});

describe('the place of an error', () => {
  it('is the word that begins there', () => {
    expect(diagnosticAt('select nosuch from x', 7, 'm')).toMatchObject({ from: 7, to: 13, message: 'm' });
  });

  it('is the last character where the text ends too early', () => {
    expect(diagnosticAt('select count( ', 14, 'm')).toMatchObject({ from: 12, to: 13 });
  });
});
