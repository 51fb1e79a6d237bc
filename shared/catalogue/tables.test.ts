// The catalogue matches the specification, and each column has what a screen needs.

import { describe, expect, it } from 'vitest';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { SPECIFIED, specifiedFields } from '#shared/catalogue/specified-fields.fixture.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { columnOf, isTableCode, tableOf, tableOfPath, TABLES } from '#shared/catalogue/tables.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';

const written = (code: (typeof TABLE_CODES)[number]): string[] =>
  TABLES[code].columns.map((column) => `${column.name} ${column.type}`);

/** Tables whose section prints the fields in a single order. */
const IN_ORDER = ['t_ra', 'd_ra', 't_ka', 'd_ka', 't_ky', 't_pd', 't_ch', 't_ze', 't_zk', 'd_zk', 't_se', 'd_se', 'm_uk'] as const; // prettier-ignore

describe.each(TABLE_CODES)('%s', (code) => {
  const table = tableOf(code);

  it('has as many columns as the specification has fields', () => {
    expect(table.columns).toHaveLength(SPECIFIED[code].count);
  });

  it('has exactly the fields of the specification, each with its type', () => {
    expect(written(code).toSorted()).toEqual(specifiedFields(code).toSorted());
  });

  it('has each column once', () => {
    expect(new Set(table.columns.map((column) => column.name)).size).toBe(table.columns.length);
  });

  it('shows 12 to 25 columns at first', () => {
    const shown = table.columns.filter((column) => column.shown).length;
    expect(shown).toBeGreaterThanOrEqual(12);
    expect(shown).toBeLessThanOrEqual(25);
  });

  it('has its key and order among its columns, and an order that includes the key', () => {
    for (const name of [...table.primaryKey, ...table.order]) expect(columnOf(code, name)).toBeDefined();
    expect(table.order).toEqual(expect.arrayContaining([...table.primaryKey]));
  });
});

it.each(IN_ORDER)('%s keeps the order of the specification', (code) => {
  expect(written(code)).toEqual(specifiedFields(code));
});

it('t_ky is d_ky without the withdrawal flag', () => {
  expect(written('t_ky')).toEqual(written('d_ky').filter((field) => !field.startsWith('withdrawn_flag')));
});

const everyColumn = [
  ...TABLE_CODES.flatMap((code) => TABLES[code].columns.map((column) => ({ where: code as string, column }))),
  ...SUBJECT_NAMES.flatMap((name) =>
    SUBJECTS[name].columns.map((column) => ({ where: name as string, column })),
  ),
];

/** The width of a header: half-width letters count one, all others two. */
const width = (text: string): number =>
  text.split('').reduce((sum, letter) => sum + (letter < '\u0500' ? 1 : 2), 0);

describe('every column', () => {
  it('has texts in both languages', () => {
    const wordless = everyColumn.filter(({ column: { label, short, meaning } }) =>
      [label, short, meaning].some((text) => text.en.trim() === '' || text.ja.trim() === ''),
    );
    expect(wordless).toEqual([]);
  });

  it('has a meaning of one sentence in English, and a Japanese one that ends like a sentence', () => {
    const unfinished = everyColumn.filter(
      ({ column: { meaning } }) => !/^[A-Z].*\.$/.test(meaning.en) || !meaning.ja.endsWith('。'),
    );
    expect(unfinished.map(({ column }) => column.name)).toEqual([]);
  });

  it('has short labels of at most 8 columns of text, 2 more for a past run, in tables', () => {
    const ofTables = everyColumn.filter(({ where }) => isTableCode(where));
    const long = ofTables.filter(({ column: { name, short } }) => {
      const room = name.startsWith('race_back_') ? 10 : 8;
      return width(short.en) > room || width(short.ja) > room;
    });
    expect(long.map(({ column }) => column.short)).toEqual([]);
  });

  it('has a code table if and only if its kind needs one', () => {
    const wrong = everyColumn.filter(({ column: { kind, codeTable } }) => {
      const lookedUp = kind === 'code' || kind === 'codes' || kind === 'mark';
      return (
        lookedUp !== (codeTable !== undefined) || (codeTable !== undefined && !(codeTable in CODE_TABLES))
      );
    });
    expect(wrong.map(({ column }) => column.name)).toEqual([]);
  });

  it('has a label of its own in its table or subject, in either language', () => {
    // Headers of files may be labels, and then nothing else tells two columns apart.
    const shared = (['en', 'ja'] as const).flatMap((language) =>
      [...Map.groupBy(everyColumn, ({ where, column }) => `${where}: ${column.label[language]}`)].flatMap(
        ([label, columns]) => (columns.length > 1 ? [label] : []),
      ),
    );
    expect(shared).toEqual([]);
  });

  it('belongs to a group with a label', () => {
    expect(everyColumn.filter(({ column }) => !(column.group in GROUPS))).toEqual([]);
  });

  it('has a unit if its kind is a quantity', () => {
    const quantities = new Set(['money', 'weight', 'length', 'tenths', 'gap', 'rate']);
    const bare = everyColumn.filter(({ column }) => quantities.has(column.kind) && column.unit === undefined);
    expect(bare).toEqual([]);
  });
});

describe('filters and periods follow section 4.2', () => {
  it('tables of the day take a race date and a race key', () => {
    for (const code of TABLE_CODES.filter((each) => each.startsWith('t_')))
      expect(TABLES[code].filters).toEqual(['racedate', 'racekey']);
  });

  it('tables of the past take a period and a race key, and d_ka also a single day', () => {
    const period = ['start_racedate', 'end_racedate', 'racekey'];
    for (const code of ['d_ra', 'd_ky', 'd_zk', 'd_se', 'd_hj'] as const)
      expect(TABLES[code].filters).toEqual(period);
    expect(TABLES.d_ka.filters).toEqual(['racedate', ...period]);
  });

  it('the master takes the identifiers of a horse', () => {
    expect(TABLES.m_uk.filters).toEqual(['horse_id', 'kettonum']);
  });

  it('a period is at most a year by race and a month by horse, requested in windows', () => {
    const spans = TABLE_CODES.map(
      (code) => [code, TABLES[code].maxSpanDays, TABLES[code].windowDays] as const,
    );
    expect(spans.filter(([, span]) => span !== undefined)).toEqual([
      ['d_ra', 366, 31],
      ['d_ka', 366, 31],
      ['d_ky', 31, 7],
      ['d_zk', 31, 7],
      ['d_se', 31, 31],
      ['d_hj', 366, 31],
    ]);
  });
});

describe('looking a table up', () => {
  it('works by its path and no other', () => {
    for (const code of TABLE_CODES) expect(tableOfPath(TABLES[code].path)?.code).toBe(code);
    expect(TABLES.t_ra.path).toBe('/v1/tra');
    expect(tableOfPath('/v1/t_ra')).toBeUndefined();
    expect(tableOfPath('/v1/constructor')).toBeUndefined();
  });

  it('recognizes the codes of tables', () => {
    expect(isTableCode('d_hj')).toBe(true);
    expect(isTableCode('toString')).toBe(false);
  });

  it('returns nothing for an unknown column', () => {
    expect(columnOf('t_ra', 'toString')).toBeUndefined();
  });
});
