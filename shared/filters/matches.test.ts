// The matcher: what each kind of filter finds, and that it agrees with a naive implementation.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#shared/catalogue/column.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { codesOf, decodeShort } from '#shared/catalogue/decode.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { fold } from '#shared/filters/fold.ts';
import { parseCondition, type Filtered } from '#shared/filters/grammar.ts';
import { matcher } from '#shared/filters/matches.ts';

const column = (kind: Kind, more: Partial<Filtered> = {}): Filtered => ({
  name: 'x',
  kind,
  group: 'data',
  ...more,
});

function found(text: string, of: Filtered, raws: readonly (string | null)[]): (string | null)[] {
  const parsed = parseCondition(text, of);
  if (!parsed.ok) throw new Error(parsed.problem.en);
  const passes = matcher(parsed.condition, of);
  return raws.filter((raw) => passes(raw));
}

type Case = [string, Filtered, readonly (string | null)[], readonly (string | null)[]];

const COURSE = column('code', { codeTable: 'racecourse_cd' });
const MARK = column('mark', { codeTable: 'mark' });
const MARGIN = column('text', { english: { クビ: 'neck', ハナ: 'nose' } });

const REFUNDED = column('numbers', { group: 'refund' });
const REFUNDS = ['12', '03', '0102030405', '0112', '', null];

const OUT = column('codes', { name: 'cancel_horse', codeTable: 'flag_0_1' });
const FLAGS = ['001000010000000000', '000000000000000001', '001000000000000000', '000000000000000000', ''];

const NUMBERS = [
  '7',
  '007',
  ' 7 ',
  '+ 4',
  '-12',
  '- 4',
  '0',
  '00',
  '',
  '  ',
  null,
  '１２',
  '3.5',
  '取消',
  '1,234',
];
const COURSES = ['05', '06', '5', '08', '', null, 'zz', '30'];
const GRADES = Object.keys(CODE_TABLES.grade_cd.codes);
const MARKS = ['1', '2', '5', '6', '', '0'];
const NAMES = ['ディープインパクト', 'ﾃﾞｨｰﾌﾟｽｶｲ', 'Deep  Impact', 'ＤＥＥＰ', '', null];
const RANKS = ['01', '1', '10', '00', '', null];
const TIMES = ['945', '0945', '352', '0', '', '1022'];
const KEYS = ['05264a01', '05264A01', '06264101', ''];
const DATES = ['20261101', '20261130', '20261201', '00000000', ''];

it('a name is found by Latin letters, but only as a part', () => {
  const passing = (text: string) => {
    const parsed = parseCondition(text, column('name'));
    if (!parsed.ok) throw new Error(text);
    const passes = matcher(parsed.condition, column('name'));
    return ['ローレル', 'Roreru'].filter((raw) => passes(raw));
  };
  expect(passing('roreru')).toEqual(['ローレル', 'Roreru']);
  expect(passing('=roreru')).toEqual(['Roreru']);
  expect(passing('!roreru')).toEqual([]);
});

describe('what a filter finds', () => {
  it.each<Case>([
    ['', column('decimal'), NUMBERS, NUMBERS],
    ['7', column('decimal'), NUMBERS, ['7', '007', ' 7 ']],
    ['007', column('decimal'), NUMBERS, ['7', '007', ' 7 ']],
    ['4', column('decimal'), NUMBERS, ['+ 4']],
    ['<0', column('decimal'), NUMBERS, ['-12', '- 4']],
    ['0', column('decimal'), NUMBERS, ['0', '00']],
    ['<=0', column('decimal'), NUMBERS, ['-12', '- 4', '0', '00']],
    ['=', column('decimal'), NUMBERS, ['', '  ', null]],
    ['!=', column('decimal'), NUMBERS, NUMBERS.filter((raw) => raw?.trim())],
    ['>=3.5 <12', column('decimal'), NUMBERS, ['7', '007', ' 7 ', '+ 4', '3.5']],
    ['１２', column('decimal'), NUMBERS, ['１２']],
    ['"取消"', column('decimal'), NUMBERS, ['取消']],
    ['>=1,000', column('decimal'), NUMBERS, ['1,234']],
    ['!>=0', column('decimal'), NUMBERS, ['-12', '- 4', '', '  ', null, '取消']],
    // An unknown "5" is shown unchanged, not as Tokyo: only the code finds it.
    ...['05', '5', '０５', '=5'].map((text): Case => [text, COURSE, COURSES, ['05', '5']]),
    ...['tokyo', 'TOKYO', '東京', '東', '=tokyo', '"Tokyo"'].map((text): Case => [text, COURSE, COURSES, ['05']]),
    ['kyo', COURSE, ['05', '07', '08', '06'], ['05', '07', '08']],
    ['!tokyo', COURSE, COURSES, ['06', '5', '08', '', null, 'zz', '30']],
    ['zz', COURSE, COURSES, ['zz']],
    ['=05,06,""', COURSE, COURSES, ['05', '06', '5', '', null]],
    ['06..10', COURSE, COURSES, ['06', '08']],
    ['heavy', column('code', { codeTable: 'turf_condition_cd' }), ['1', '2', '3'], ['3']],
    ['slightly', column('code', { codeTable: 'turf_condition_cd' }), ['1', '2', '3'], ['2']],
    ['土', column('code', { codeTable: 'dayofweek_cd' }), ['土', '日', ''], ['土']],
    ['g1', column('code', { codeTable: 'grade_cd' }), ['1', '2'], ['1']],
    // The label in the cell is whole without the explanation that the code table has after it.
    ...['male', '=male', '牡'].map((text): Case => [text, column('code', { codeTable: 'sex_cd' }), ['1', '2', '3'], ['1']]),
    ...['l', '=Ｌ'].map((text): Case => [text, column('code', { codeTable: 'grade_cd' }), GRADES, ['6']]),
    ['◎', MARK, MARKS, ['1']],
    ['〇', MARK, MARKS, ['2']],
    ['△', MARK, MARKS, ['5', '6']],
    ['◎,○', MARK, MARKS, ['1', '2']],
    ['<=2', MARK, MARKS, ['1', '2', '0']],
    ['honmei', MARK, MARKS, ['1']],
    ['本命', MARK, MARKS, ['1']],
    ['ﾃﾞｨｰﾌﾟ', column('name'), NAMES, ['ディープインパクト', 'ﾃﾞｨｰﾌﾟｽｶｲ']],
    ['でぃーぷ', column('name'), NAMES, ['ディープインパクト', 'ﾃﾞｨｰﾌﾟｽｶｲ']],
    ['deep', column('name'), NAMES, ['Deep  Impact', 'ＤＥＥＰ']],
    ['"deep"', column('name'), NAMES, ['ＤＥＥＰ']],
    ['deep impact', column('name'), NAMES, ['Deep  Impact']],
    ['!deep', column('name'), NAMES, ['ディープインパクト', 'ﾃﾞｨｰﾌﾟｽｶｲ', '', null]],
    ['<=3', column('rank'), RANKS, ['01', '1']],
    ['<3', column('rank'), RANKS, ['01', '1']],
    ['0', column('rank'), RANKS, ['00']],
    ['0..3', column('rank'), RANKS, ['01', '1', '00']],
    ['=', column('rank'), RANKS, ['', null]],
    ['1:34.5', column('tenths'), TIMES, ['945', '0945']],
    ['<1:40', column('tenths'), TIMES, ['945', '0945', '352']],
    ['35.2', column('tenths'), TIMES, ['352']],
    ['+0.4', column('gap'), ['4', '+ 4', '-4'], ['4', '+ 4']],
    ['55', column('weight', { unit: '0.1 kg' }), ['550', '555', '55'], ['550']],
    ['05264A01', column('key'), KEYS, ['05264a01', '05264A01']],
    ['=05264A01', column('key'), KEYS, ['05264A01']],
    ['06..', column('key'), KEYS, ['06264101']],
    ['2026-11', column('date'), DATES, ['20261101', '20261130']],
    ['>2026-11', column('date'), DATES, ['20261201']],
    ['<=20261130', column('date'), DATES, ['20261101', '20261130']],
    ['15:30..', column('clock'), ['1540', '15:45', '0935', ''], ['1540', '15:45']],
    // 23:30 in London is the next morning in Tokyo.
    ['2026-11-20', column('timestamp'), ['2026-11-19T23:30:00.000Z', '2026-11-20T16:00:00Z', '20261120'], ['2026-11-19T23:30:00.000Z', '20261120']],
    ['3-12', column('numbers', { group: 'quinella' }), ['0312', '0304', '1203', ''], ['0312', '1203']],
    ['=12-3', column('numbers', { group: 'quinella' }), ['0312', '0304'], ['0312']],
    ['=12→3', column('numbers', { group: 'exacta' }), ['0312', '1203'], ['1203']],
    ['0312', column('numbers'), ['0312', '0304'], ['0312']],
    ['12', column('numbers'), ['12', '0312', '010203', '36'], ['12', '0312']],
    ['12', REFUNDED, REFUNDS, ['12', '0112']],
    ['1', REFUNDED, REFUNDS, ['0102030405', '0112']],
    ['3', REFUNDED, REFUNDS, ['03', '0102030405']],
    ['=3', REFUNDED, REFUNDS, ['03']],
    ['3-5', REFUNDED, REFUNDS, ['0102030405']],
    ['=1-2-3-4-5', REFUNDED, REFUNDS, ['0102030405']],
    ['8', OUT, FLAGS, ['001000010000000000']],
    ['3', OUT, FLAGS, ['001000010000000000', '001000000000000000']],
    ['1', OUT, FLAGS, []],
    ['18', OUT, FLAGS, ['000000000000000001']],
    ['3・8', OUT, FLAGS, ['001000010000000000']],
    ['=3', OUT, FLAGS, ['001000000000000000']],
    ['"3, 8"', OUT, FLAGS, ['001000010000000000']],
    ['"001000010000000000"', OUT, FLAGS, ['001000010000000000']],
    ['none', OUT, FLAGS, ['000000000000000000']],
    ['なし', OUT, FLAGS, ['000000000000000000']],
    // An unknown code is found by its own text, including its inner zeros.
    ['11', COURSE, ['101', '011', '11'], ['011', '11']],
    // Text that is not a number is found as written, whatever surrounds it.
    ['" H "', column('numbers'), ['H', ' H', '03'], ['H', ' H']],
    ['3', column('numbers', { group: 'trio' }), ['030712', '071213', '123'], ['030712', '123']],
    ['=7-3-12', column('numbers', { group: 'trio' }), ['030712', '0307'], ['030712']],
    ['3 x 12', column('numbers', { group: 'quinella' }), ['0312'], []],
    ['7', column('numbers'), ['7', '07', '17', '0717'], ['7', '07', '17', '0717']],
    ['=7', column('numbers'), ['7', '07', '17'], ['7', '07']],
    ['<00:30', column('clock'), ['0010', '2410', '0075', '0030'], ['0010']],
    ['23:59', column('clock'), ['2359', '2400'], ['2359']],
    ['2026', column('date'), ['20260101', '20261231', '20251231', '20270101'], ['20260101', '20261231']],
    ['2026-11-20 09:30', column('timestamp'), ['2026-11-20T00:30:00Z', '2026-11-20T00:31:00Z'], ['2026-11-20T00:30:00Z']],
    ['>0', column('weight', { unit: 'kg' }), ['000', '480', ''], ['480']],
    ['<500', column('weight', { unit: 'kg' }), ['000', '480', ''], ['480']],
    ['<5', column('weight', { unit: 'kg', signed: true }), ['0', '-4', '+ 6'], ['0', '-4']],
    ['normal', column('codes', { name: 'insignia_cd' }), ['000', 'x'], []],
    ...['neck', 'クビ', '=neck'].map((text): Case => [text, MARGIN, ['クビ', 'ハナ', '1/2', ''], ['クビ']]),
    ['1/2', MARGIN, ['1 1/2', '1/2', 'クビ'], ['1 1/2', '1/2']],
  ])('%j in %j', (text, of, raws, expected) => {
    expect(found(text, of, raws)).toEqual(expected);
  }); // prettier-ignore
});

const CODED = Object.values(TABLES).flatMap((table) =>
  table.columns.filter(({ codeTable, kind }) => codeTable !== undefined && kind !== 'codes'),
);

it('finds every code of every coded column by the code and by its labels in both languages', () => {
  const seen = new Set<string>();
  for (const of of CODED) {
    if (seen.has(of.codeTable ?? '')) continue;
    seen.add(of.codeTable ?? '');
    for (const { code, label } of codesOf(of)) {
      expect(found(`="${code}"`, of, [code]), `${of.name} ${code}`).toEqual([code]);
      for (const text of [label.en, label.ja].filter((each) => each !== ''))
        expect(
          found(`'${text.replaceAll("'", "''").replaceAll('’', '’’')}'`, of, [code]),
          `${of.name} ${text}`,
        ).toEqual([code]);
    }
  }
  expect(seen.size).toBeGreaterThan(30);
});

it.each(['en', 'ja'] as const)('finds every code by the label in its cell: %s', (language) => {
  for (const of of new Map(CODED.map((each) => [each.codeTable, each])).values()) {
    const codes = codesOf(of).map(({ code }) => code);
    for (const text of new Set(codes.map((code) => shownText(of, code, language)))) {
      // A code can have the label of another as its short form.
      const named = codes.filter((code) =>
        [shownText(of, code, language), decodeShort(of, code, language) ?? ''].some(
          (label) => fold(label) === fold(text),
        ),
      );
      for (const typed of [`="${text}"`, `'${text.replaceAll("'", "''").replaceAll('’', '’’')}'`])
        expect(found(typed, of, codes), `${of.name} ${typed}`).toEqual(named);
    }
  }
});

/** Numbers as the specification's text has them, with what they are. */
const written = fc.integer({ min: -30, max: 30 }).chain((value) =>
  fc.constantFrom(
    ...[String(value), `${value < 0 ? '-' : '+'} ${Math.abs(value)}`, `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(3, '0')}`,
    String(value).replace(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0))].map((raw) => ({ raw, value })),
  ),
); // prettier-ignore
const cell = fc.oneof(
  { weight: 5, arbitrary: written },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', null, 'H').map((raw) => ({ raw, value: undefined })) },
);
const bound = fc.integer({ min: -32, max: 32 });

interface Simple {
  readonly text: string;
  readonly holds: (value: number | undefined, blank: boolean) => boolean;
}

const simple: fc.Arbitrary<Simple> = fc.oneof(
  bound.map((n): Simple => ({ text: `${n}`, holds: (value) => value === n })),
  bound.map((n): Simple => ({ text: `>=${n}`, holds: (value) => value !== undefined && value >= n })),
  bound.map((n): Simple => ({ text: `> ${n}`, holds: (value) => value !== undefined && value > n })),
  bound.map((n): Simple => ({ text: `＜${n}`, holds: (value) => value !== undefined && value < n })),
  bound.map((n): Simple => ({ text: `<=${n}`, holds: (value) => value !== undefined && value <= n })),
  fc.array(bound, { minLength: 1, maxLength: 4 }).map((all): Simple => ({ text: `=${all.join(',')}`, holds: (value) => value !== undefined && all.includes(value) })),
  fc.tuple(bound, fc.nat(20)).map(([n, more]): Simple => ({ text: `${n}..${n + more}`, holds: (value) => value !== undefined && value >= n && value <= n + more })),
  fc.constant<Simple>({ text: '""', holds: (_value, blank) => blank }),
  fc.constant<Simple>({ text: '"h"', holds: (value, blank) => !blank && value === undefined }),
); // prettier-ignore

const negatable = fc.tuple(simple, fc.boolean()).map(
  ([inner, not]): Simple => (not ? { text: `!${inner.text}`, holds: (...cellOf) => !inner.holds(...cellOf) } : inner),
); // prettier-ignore

it('agrees with a naive implementation for numbers, signs, padding, blanks and zeros', () => {
  const terms = fc.array(fc.array(negatable, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(terms, fc.array(cell), (branches, cells) => {
      const text = branches.map((branch) => branch.map((each) => each.text).join(' and ')).join(' | ');
      const of = column('decimal');
      const naive = cells.filter(({ raw, value }) =>
        branches.some((branch) => branch.every((each) => each.holds(value, raw === null || raw.trim() === ''))),
      );
      expect(found(text, of, cells.map(({ raw }) => raw))).toEqual(naive.map(({ raw }) => raw));
    }),
    { numRuns: 300 },
  ); // prettier-ignore
});

it('finds a text in any width, kana or case', () => {
  const kana = fc.string({ unit: fc.constantFrom(...'アイウｶﾞガがabAＢ１1'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(kana, kana, kana, (before, text, after) => {
      const raw = before + text + after;
      for (const typed of [text, text.toUpperCase(), text.normalize('NFKC'), fold(text)])
        // A separate voiced sound mark belongs to the character before it.
        if (fold(raw).includes(fold(typed)))
          expect(found(`'${typed}'`, column('name'), [raw])).toEqual([raw]);
      expect(found(`"${fold(raw)}"`, column('text'), [raw, `${raw}x`])).toEqual([raw]);
    }),
  );
});
