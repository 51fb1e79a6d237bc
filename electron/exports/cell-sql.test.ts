// The cells that the archive writes are those that the column's own function makes, for every kind of column.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportForm } from '#shared/bridge/export-forms.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { SQL_TYPES, sqlColumn } from '#shared/catalogue/sql-column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { fileColumns, type FileColumn } from '#shared/exports/file-columns.ts';
import { valueRuleOf } from '#shared/exports/typed-value.ts';
import { NAME_STYLES, type NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { textEnds } from '../archive/text-ends.ts';
import { cellSql, plainCellSql, type CellSql, type Written } from './cell-sql.ts';
import { CSV, csvLine, TSV, tsvLine } from './csv.ts';
import type { FileField } from './file-format.ts';
import { isFormula } from './formula.ts';
import { jsonSql } from './json.ts';
import { recordSql } from './record-sql.ts';
import { memoryConnection } from '../testing/memory-connection.ts';

const connection = await memoryConnection();

/** Columns whose cells are made alike, once. */
const COLUMNS: readonly Column[] = [
  ...new Map(
    [
      ...TABLE_CODES.flatMap((code) => TABLES[code].columns),
      ...Object.values(SUBJECTS).flatMap(({ columns }) => columns),
      ...SQL_TYPES.map((type) => sqlColumn({ name: `sql ${type}`, type })),
    ].map((column) => {
      const { kind, codeTable, unit, signed, english, beside, group, name, value } = column;
      const own = kind === 'codes' ? name : kind === 'numbers' ? group : '';
      return [
        JSON.stringify([kind, codeTable, unit, signed, english, beside !== undefined, own, value]),
        column,
      ];
    }),
  ).values(),
];

/** Of these, one for each rule of values. */
const RULES: readonly Column[] = [
  ...new Map(COLUMNS.map((column) => [JSON.stringify(valueRuleOf(column)), column])).values(),
];

const columnsOf = (form: 'values' | 'shown'): readonly Column[] => (form === 'values' ? RULES : COLUMNS);

const ODD = [
  '', ' ', '　', '\u00a0 ', '–', '-', '0', '00', '000', '-0', '+0', '1', '01', '007', ' 7', '7 ', '+ 4', '- 12', '-3',
  '+5', '3.5', ' 12.0', '-0.50', '.5', '5.', '1.', '1e3', '１２', '５６０', '1,234', '12,34', '−3', 'x', 'A1', '?!',
  '20261114', '20260230', '0955', '2460', '955', '2026-11-14T01:02:03.456Z', '2026-11-14T23:59:59', '20261114 ',
  '05264101', '0526', '05264a01', 'ZZ264101', '0312', '031201', '36', '3612', '東京', ' ｱ ', 'サンプル　　', 'ウマ',
  '𠮷', 'a,b', '"q"', "it's", 'line\nbreak', '\t', '=1+1', '@x', '\u001f', '\u0001', 'アタマ', '1 1/2', '3/4+ハナ',
  '9007199254740993', '99999999999999999999', '9'.repeat(310), '1000', '999999', '1000000', '1234567890',
  'true', 'false', 'inf', '01:02:03', '01:02:03.5', '2026-11-15 01:02:03', '2026-11-15 01:02:03.123456', 'infinity',
  '1234567890123456.78', '0.6666666666666666', '0044-03-15 (BC) 01:02:03',
]; // prettier-ignore

const codesOf = ({ codeTable }: Column): readonly string[] =>
  codeTable === undefined ? [] : Object.keys(CODE_TABLES[codeTable].codes);

/** Texts of one make, as real columns have them by the hundred. */
const MANY: readonly ((n: number) => string)[] = [
  (n) => String(n),
  (n) => String(n).padStart(3, '0'),
  (n) => String(n * 10).padStart(4, ' '),
  (n) => (n / 10 - 10).toFixed(1).padStart(5, ' '),
  (n) => String(1_000_000 + n * 1117),
  (n) => `2026${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}`,
  (n) => `ウマ${n}`,
  (n) =>
    `05${String(n % 100).padStart(2, '0')}${String(11 + (n % 80))}${String(1 + (n % 12)).padStart(2, '0')}`,
  (n) =>
    String(1 + (n % 18)).padStart(2, '0') +
    String(1 + ((n * 7) % 18)).padStart(2, '0') +
    String(1 + ((n * 5) % 18)).padStart(2, '0'),
];

const RACE_KEYS = 7;

const fileColumn = (
  column: Column,
  form: ExportForm,
  language: Language,
  names: NameStyle = 'kana',
): FileColumn => {
  const [own] = fileColumns([column.name], new Map([[column.name, column]]), { form, language, names });
  if (own === undefined) throw new Error('no column');
  return own;
};

/** In English the names of age and class are words. */
const BESIDES = [
  null, '', ' ', 'ジャパンカップ', ' x ', 'win', 'exacta', '2歳未勝利', '３歳以上１勝クラス　', 'サラ系3歳500万下', '\u0001', '=1',
]; // prettier-ignore

interface Read {
  readonly cells: readonly unknown[];
  readonly unreadable: number;
  /** Undefined if they are not known. */
  readonly formulas: number | undefined;
}

async function readBySql(
  { sql, unreadable, formula }: CellSql,
  rows: readonly (readonly [string | null, string | null])[],
): Promise<Read> {
  const answer = await connection.runAndReadAll(
    `with given as materialized (select unnest(from_json(?, '["VARCHAR"]')) as c0,
       unnest(from_json(?, '["VARCHAR"]')) as c1, unnest(range(${rows.length})) as place)
     select ${sql}, ${unreadable ?? 'false'}, ${formula ?? 'false'} from given order by place`,
    [JSON.stringify(rows.map(([raw]) => raw)), JSON.stringify(rows.map(([, beside]) => beside))],
  );
  const read = answer.getRows();
  return {
    cells: read.map(([cell]) => cell),
    unreadable: read.filter(([, odd]) => odd === true).length,
    formulas: formula === undefined ? undefined : read.filter(([, , found]) => found === true).length,
  };
}

function sqlOf(
  column: FileColumn,
  own: readonly string[],
  besides: readonly (string | null)[],
  written: Written = {},
): CellSql | undefined {
  const values = { own, besides: besides.filter((each) => each !== null) };
  return (
    plainCellSql(column, 'c0', undefined, written) ??
    cellSql(column, values, undefined, written)?.('c0', column.beside === undefined ? undefined : 'c1')
  );
}

const MANY_ROWS = 100;

/** Records of two such cells, as one text each, are those of the formats' own writers. */
async function expectSameRecords(
  column: FileColumn,
  own: readonly string[],
  rows: readonly (readonly [string | null, string | null])[],
): Promise<void> {
  const field: FileField = {
    name: 'n',
    type: 'S?',
    value: column.value ?? 'text',
    isFilled: column.plain === 'filled',
  };
  const besides = [...new Set(rows.map(([, beside]) => beside))];
  const made = rows.map(([raw, beside]) => column.cell(raw, beside) ?? null);
  const expectRecords = async (
    written: Written,
    record: (cell: CellSql) => string,
    expected: readonly unknown[],
    read: (text: string) => unknown,
  ) => {
    const cell = sqlOf(column, own, besides, written);
    if (cell === undefined) throw new Error('no SQL');
    const both = `(select ${cell.sql} as c0, ${cell.sql} as c1, place from given)`;
    const sql = `(select ${record(cell)} from ${both} made where made.place = given.place)`;
    const { cells, unreadable } = await readBySql({ ...cell, sql }, rows);
    expect({ [column.name]: cells.map((text) => read(String(text))) }).toEqual({ [column.name]: expected });
    expect(unreadable).toBe(rows.filter(([raw, beside]) => column.cell(raw, beside) === undefined).length);
  };
  // Both are made alike, and many values take long.
  for (const [dialect, line] of rows.length > MANY_ROWS
    ? ([[CSV, csvLine]] as const)
    : ([
        [CSV, csvLine],
        [TSV, tsvLine],
      ] as const))
    await expectRecords(
      { dialect },
      (cell) => recordSql([cell, cell], dialect),
      made.map((cell) => line([cell, cell])),
      (text) => text + dialect.lineEnd,
    );
  await expectRecords(
    { takesBlanks: true },
    () => jsonSql([field, field]),
    made.map((cell) => ({ n: cell })),
    JSON.parse,
  );
}

/** Whether SQL was found for the column; if it was, its cells must be those of the function. */
async function expectSame(
  column: FileColumn,
  values: readonly string[],
  given: readonly (string | null)[] = BESIDES,
): Promise<boolean> {
  const distinct = [...new Set(values)];
  const besides = column.beside === undefined ? [null] : given;
  const sql = sqlOf(column, distinct, besides);
  if (sql === undefined) return false;
  const rows = [null, ...distinct].flatMap((raw) => besides.map((beside) => [raw, beside] as const));
  const made = rows.map(([raw, beside]) => column.cell(raw, beside));
  await expectSameRecords(column, distinct, rows);
  const { cells, unreadable, formulas } = await readBySql(sql, rows);
  const texts = made.map((cell) => (cell === undefined || cell === null ? null : String(cell)));
  expect({ [column.name]: cells }).toEqual({ [column.name]: texts });
  expect(unreadable).toBe(made.filter((cell) => cell === undefined).length);
  const found = made.filter((cell) => typeof cell === 'string' && isFormula(cell)).length;
  expect({ [column.name]: formulas ?? found }).toEqual({ [column.name]: found });
  return true;
}

test.each(['values', 'shown'] as const)('in the form %s, for odd values of every kind', async (form) => {
  for (const column of columnsOf(form)) {
    for (const language of form === 'shown' ? (['en', 'ja'] as const) : (['en'] as const)) {
      await expectSame(fileColumn(column, form, language), [...ODD.slice(0, 40), ...codesOf(column)]);
      await expectSame(fileColumn(column, form, language), ODD);
    }
  }
});

test.each(['values', 'shown'] as const)(
  'in the form %s, columns that are alike have the same cells',
  (form) => {
    const all = TABLE_CODES.flatMap((code) => TABLES[code].columns).map((each) =>
      fileColumn(each, form, 'ja'),
    );
    for (const [first, ...others] of Map.groupBy(all, ({ alike }) => alike).values()) {
      const cells = ODD.map((raw) => first?.cell(raw));
      for (const other of others)
        expect({ [other.name]: ODD.map((raw) => other.cell(raw)) }).toEqual({ [other.name]: cells });
    }
  },
);

test.each(MANY.flatMap((text, make) => (['values', 'shown'] as const).map((form) => ({ form, make, text }))))(
  'in the form $form, for many values of make $make',
  async ({ form, make, text }) => {
    const values = ['', '0', '000', 'x', ...Array.from({ length: 120 }, (_, n) => text(n))];
    const without: string[] = [];
    for (const column of columnsOf(form)) {
      const found = await expectSame(fileColumn(column, form, 'en'), values);
      // A text that is no race key stands alone, and a combination is made with its bet.
      const isAlone = column.beside === undefined || (column.kind === 'race' && make === RACE_KEYS);
      if (!found && isAlone) without.push(column.name);
    }
    expect(without).toEqual([]);
  },
);

test('amounts of many values are written as numbers, and with commas as on screen', async () => {
  const amounts = ['', '0', ...Array.from({ length: 9000 }, (_, n) => String(100 + n * 190))];
  const money = COLUMNS.filter(({ kind }) => kind === 'money');
  expect(money.length).toBeGreaterThan(0);
  for (const column of money) {
    expect(await expectSame(fileColumn(column, 'shown', 'ja'), amounts)).toBe(true);
    if (column.unit === 'yen')
      expect(await expectSame(fileColumn(column, 'values', 'en'), amounts)).toBe(true);
  }
});

test('names in any style, and races with names beside them', async () => {
  const named = COLUMNS.filter(({ kind }) => kind === 'name' || kind === 'race');
  const keys = Array.from({ length: 200 }, (_, n) => MANY[RACE_KEYS]?.(n) ?? '');
  for (const column of named)
    for (const style of NAME_STYLES) {
      await expectSame(fileColumn(column, 'shown', 'en', style), ['ローレル　', 'x', '', ...keys]);
    }
});

const AGES = ['2歳', '3歳', '4歳', '３歳以上', '4歳以上', 'サラ系3歳', '障害3歳以上', '障害４歳以上'];
const CLASSES = [
  '新馬',
  '未勝利',
  '未出走',
  'オープン',
  '1勝クラス',
  '２勝クラス',
  '500万下',
  '1000万円以下',
];

test.each([
  ['that are listed', 3],
  ['that are many', 8],
])('names of age and class %s are words in English, and all others as they are', async (_, ages) => {
  const generic = AGES.slice(0, ages).flatMap((age) => CLASSES.map((kind) => `${age}${kind}`));
  const others = Array.from({ length: 5000 }, (_each, n) => `第${n}回ローレル賞`);
  const keys = Array.from({ length: 3 }, (_each, n) => MANY[RACE_KEYS]?.(n) ?? '');
  const races = COLUMNS.filter(({ kind }) => kind === 'race');
  expect(races.length).toBeGreaterThan(0);
  for (const column of races)
    for (const language of ['en', 'ja'] as const) {
      const besides = [null, ...generic, ...generic.map((name) => `　${name} `), ...others];
      expect(await expectSame(fileColumn(column, 'shown', language), keys, besides)).toBe(true);
    }
});

test('any text in any column', async () => {
  const text = fc.oneof(
    fc.constantFrom(...ODD),
    fc.string({ unit: 'binary' }).map((each) => each.toWellFormed()),
    fc.string({ unit: fc.constantFrom(...'0123456789 +-.,xA１　') }),
  );
  const column = fc.constantFrom(...COLUMNS);
  const form = fc.constantFrom('values' as const, 'shown' as const);
  const texts = fc.array(text, { minLength: 1, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(column, form, fc.constantFrom('en' as const, 'ja' as const), texts, async (...drawn) => {
      const [each, shown, language, values] = drawn;
      await expectSame(fileColumn(each, shown, language), values);
    }),
    { numRuns: 150 },
  );
});

test('texts of a column whose first and last characters are known', async () => {
  const letter = fc.constantFrom('0', '9', 'A', 'z', '~', 'あ', 'ウ', '京', '\uf8ff');
  const other = fc.constantFrom(' ', '　', '\t', '=', '+', '-', '@', '–', '!', 'é', '\u3000', '\ufeff', '𠮷');
  const end = fc.oneof({ weight: 9, arbitrary: letter }, { weight: 1, arbitrary: other });
  const middle = fc.string({ unit: fc.oneof(letter, other), maxLength: 3 });
  const text = fc.oneof(
    fc.constantFrom('', null),
    end,
    fc.tuple(end, middle, end).map((parts) => parts.join('')),
  );
  const columns = COLUMNS.map((column) => fileColumn(column, 'shown', 'en'));
  const trimmed = columns.find(({ plain }) => plain === 'trimmed');
  let plain = 0;
  if (trimmed === undefined) throw new Error('no column is trimmed');
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 9 }), async (texts) => {
      const given = `(select unnest(from_json('${JSON.stringify(texts)}', '["VARCHAR"]')) as n)`;
      const select = (names: readonly string[]) => ({ from: given, rowid: '', list: names, pointers: [] });
      const relation = { table: given, order: '', awaits: '', select };
      const [ends] = await textEnds(connection, relation, { sql: 'true', values: [] }, ['n']);
      const sql = plainCellSql(trimmed, 'c0', ends);
      if (sql === undefined) throw new Error('no SQL');
      if (sql.sql === 'c0' || sql.sql.startsWith("nullif(c0, '')")) plain += 1;
      const made = texts.map((raw) => trimmed.cell(raw) ?? null);
      const read = await readBySql(
        sql,
        texts.map((raw) => [raw, null]),
      );
      expect(read.cells).toEqual(made);
      expect(read.formulas).toBe(made.filter((cell) => typeof cell === 'string' && isFormula(cell)).length);
    }),
    { numRuns: 300 },
  );
  expect(plain).toBeGreaterThan(30);
});
