// The filter grammar: what parses, what is rejected and where, and that formatted conditions parse back unchanged.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#shared/catalogue/column.ts';
import type { FilterCondition, Item, Term } from '#shared/filters/condition.ts';
import { formatCondition } from '#shared/filters/format-condition.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import type { Filtered } from '#shared/filters/grammar.ts';
import { measureOf } from '#shared/filters/measure.ts';

const column = (kind: Kind, more: Partial<Filtered> = {}): Filtered => ({
  name: 'x',
  kind,
  group: 'data',
  ...more,
});

const read = (text: string, of: Filtered): FilterCondition => {
  const parsed = parseCondition(text, of);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.en} at ${parsed.at}`);
  return parsed.condition;
};

const problemOf = (text: string, of: Filtered): { en: string; at: number } => {
  const parsed = parseCondition(text, of);
  if (parsed.ok) throw new Error(`${text} was read`);
  expect(parsed.problem.ja).not.toBe('');
  return { en: parsed.problem.en, at: parsed.at };
};

const allOf = (...terms: Term[]): FilterCondition => ({ anyOf: [{ allOf: terms }] });
const oneOf = (...items: Item[]): FilterCondition => allOf({ oneOf: items });
const range = (from: number | undefined, to: number | undefined): Item => ({
  is: 'range',
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

const ODDS = column('odds');
const NAME = column('name');
const COURSE = column('code', { codeTable: 'racecourse_cd' });
const TIME = column('tenths', { unit: '0.1 s' });
const YEN = column('money', { unit: 'yen' });

describe('what the grammar parses', () => {
  it.each<[string, Filtered, FilterCondition]>([
    ['', ODDS, allOf()],
    ['  ', NAME, allOf()],
    ['3', ODDS, oneOf(range(3, 3))],
    ['>=3 <5', ODDS, allOf({ oneOf: [range(3, undefined)] }, { beyond: { is: 'below', bound: 5 } })],
    ['>= 3 and < 5', ODDS, allOf({ oneOf: [range(3, undefined)] }, { beyond: { is: 'below', bound: 5 } })],
    ['＞＝３　＜５', ODDS, allOf({ oneOf: [range(3, undefined)] }, { beyond: { is: 'below', bound: 5 } })],
    ['≧3', ODDS, oneOf(range(3, undefined))],
    ['=1,2,5', ODDS, oneOf(range(1, 1), range(2, 2), range(5, 5))],
    ['＝１、２，５', ODDS, oneOf(range(1, 1), range(2, 2), range(5, 5))],
    ['3..5', ODDS, oneOf(range(3, 5))],
    ['3〜5', ODDS, oneOf(range(3, 5))],
    ['３～５', ODDS, oneOf(range(3, 5))],
    ['3..', ODDS, oneOf(range(3, undefined))],
    ['..5', ODDS, oneOf(range(undefined, 5))],
    ['1,3..5', ODDS, oneOf(range(1, 1), range(3, 5))],
    ['<=-1.5', ODDS, oneOf(range(undefined, -1.5))],
    ['+ 4', column('integer'), oneOf(range(4, 4))],
    ['－ 4', column('integer'), oneOf(range(-4, -4))],
    ['007', column('integer'), oneOf(range(7, 7))],
    ['=', ODDS, oneOf({ is: 'empty' })],
    ['""', ODDS, oneOf({ is: 'empty' })],
    ['!=', ODDS, allOf({ not: true, oneOf: [{ is: 'empty' }] })],
    ['!=3', ODDS, allOf({ not: true, oneOf: [range(3, 3)] })],
    ['!3..5', ODDS, allOf({ not: true, oneOf: [range(3, 5)] })],
    ['!>5', ODDS, allOf({ not: true, beyond: { is: 'above', bound: 5 } })],
    ['"取消"', ODDS, oneOf({ is: 'whole', text: '取消' })],
    ['<2 | >100', ODDS, { anyOf: [{ allOf: [{ beyond: { is: 'below', bound: 2 } }] }, { allOf: [{ beyond: { is: 'above', bound: 100 } }] }] }],
    ['<2 or >100', ODDS, { anyOf: [{ allOf: [{ beyond: { is: 'below', bound: 2 } }] }, { allOf: [{ beyond: { is: 'above', bound: 100 } }] }] }],
    ['tokyo', COURSE, oneOf({ is: 'text', text: 'tokyo' })],
    ['!tokyo', COURSE, allOf({ not: true, oneOf: [{ is: 'text', text: 'tokyo' }] })],
    ['東京、京都', COURSE, oneOf({ is: 'text', text: '東京' }, { is: 'text', text: '京都' })],
    ['=05,06', COURSE, oneOf({ is: 'whole', text: '05' }, { is: 'whole', text: '06' })],
    ['=05,""', COURSE, oneOf({ is: 'whole', text: '05' }, { is: 'empty' })],
    ['>=5', COURSE, oneOf(range(5, undefined))],
    ['slightly heavy', NAME, oneOf({ is: 'text', text: 'slightly heavy' })],
    ['"Deep Impact"', NAME, oneOf({ is: 'whole', text: 'Deep Impact' })],
    ['「ディープ」', NAME, oneOf({ is: 'whole', text: 'ディープ' })],
    ['"a ""b"" c"', NAME, oneOf({ is: 'whole', text: 'a "b" c' })],
    ["'a, b'", NAME, oneOf({ is: 'text', text: 'a, b' })],
    ["Queen's", NAME, oneOf({ is: 'text', text: "Queen's" })],
    ['Go! Go..', NAME, oneOf({ is: 'text', text: 'Go! Go..' })],
    ['sand !sandy', NAME, allOf({ oneOf: [{ is: 'text', text: 'sand' }] }, { not: true, oneOf: [{ is: 'text', text: 'sandy' }] })],
    ['1:34.5', TIME, oneOf(range(945, 945))],
    ['<34.5', TIME, allOf({ beyond: { is: 'below', bound: 345 } })],
    ['<35', TIME, allOf({ beyond: { is: 'below', bound: 350 } })],
    ['945', TIME, oneOf(range(945, 945))],
    ['1:33..1:34.9', TIME, oneOf(range(930, 949))],
    ['+0.3', column('gap', { unit: '0.1 s' }), oneOf(range(3, 3))],
    ['>=55.5', column('weight', { unit: '0.1 kg' }), oneOf(range(555, undefined))],
    ['480kg', column('weight', { unit: 'kg' }), oneOf(range(480, 480))],
    ['>=1,000', YEN, oneOf(range(1000, undefined))],
    ['¥1,234,560', YEN, oneOf(range(1_234_560, 1_234_560))],
    ['=1,000, 2,000', YEN, oneOf(range(1000, 1000), range(2000, 2000))],
    ['10万円..', YEN, oneOf(range(100_000, undefined))],
    ['1.13万', YEN, oneOf(range(11_300, 11_300))],
    ['0.57万', YEN, oneOf(range(5700, 5700))],
    ['500万', column('money', { unit: '10,000 yen' }), oneOf(range(500, 500))],
    ['¥5,000,000', column('money', { unit: '10,000 yen' }), oneOf(range(500, 500))],
    ['>1,600', column('length', { unit: 'm' }), allOf({ beyond: { is: 'above', bound: 1600 } })],
    ['=1,600', column('rank'), oneOf(range(1, 1), range(600, 600))],
    ['3着', column('rank'), oneOf(range(3, 3))],
    ['2026-11-20', column('date'), oneOf(range(20_261_120, 20_261_120))],
    ['20261120', column('date'), oneOf(range(20_261_120, 20_261_120))],
    ['2026年11月', column('date'), oneOf(range(20_261_101, 20_261_130))],
    ['2026/2..2026/3/5', column('date'), oneOf(range(20_260_201, 20_260_305))],
    ['>2026', column('date'), allOf({ beyond: { is: 'above', bound: 20_261_231 } })],
    ['15:40', column('clock'), oneOf(range(1540, 1540))],
    ['905', column('clock'), oneOf(range(905, 905))],
    ['2026-11-20', column('timestamp'), oneOf(range(202_611_200_000, 202_611_202_359))],
    ['2026-11-20 09:30', column('timestamp'), oneOf(range(202_611_200_930, 202_611_200_930))],
  ])('%j', (text, of, condition) => {
    expect(read(text, of)).toEqual(condition);
  }); // prettier-ignore
});

describe('what the grammar rejects, and where', () => {
  it.each<[string, Filtered, number, RegExp]>([
    ['abc', ODDS, 0, /a number, such as/],
    ['1,'.repeat(5001), ODDS, 10_000, /at most 10,000 characters/],
    ['>=3 <x', ODDS, 5, /“x”/],
    ['3 5', ODDS, 0, /“3 5”/],
    ['>=', ODDS, 2, /missing/],
    ['!', ODDS, 1, /missing/],
    ['1,', ODDS, 2, /missing/],
    ['=,1', ODDS, 1, /missing/],
    ['<3 |', ODDS, 4, /missing/],
    ['| 3', ODDS, 0, /missing/],
    ['5..3', ODDS, 0, /ends before/],
    ['!!3', ODDS, 1, /belong/],
    ['!=>3', ODDS, 2, /“>” does not belong/],
    ['>=tokyo', NAME, 2, /compared by size/],
    ['"open', NAME, 0, /not closed/],
    ["''", NAME, 0, /missing/],
    ['2026-02-30', column('date'), 0, /a date, such as/],
    ['1:75.0', TIME, 0, /a time, such as/],
    ['25:00', column('clock'), 0, /a time of day/],
    ['２０２６－１３', column('date'), 0, /a date, such as/],
  ])('%j', (text, of, at, words) => {
    const problem = problemOf(text, of);
    expect(problem.at).toBe(at);
    expect(problem.en).toMatch(words);
  });

  it('returns a condition, or a problem at a position within the text, for any text', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'<>=!,|.~"\' 0123:あｱ-and〜、「」¥') });
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom(ODDS, NAME, COURSE, TIME, YEN, column('date'), column('key')),
        (text, of) => {
          const parsed = parseCondition(text, of);
          if (!parsed.ok) {
            expect(parsed.at).toBeGreaterThanOrEqual(0);
            expect(parsed.at).toBeLessThanOrEqual(text.length);
          } else expect(read(formatCondition(parsed.condition, of), of)).toEqual(parsed.condition);
        },
      ),
    );
  });
});

const COLUMNS: readonly Filtered[] = [
  ODDS, NAME, COURSE, TIME, YEN,
  column('money', { unit: '10,000 yen' }), column('rank'), column('gap', { unit: '0.1 s' }),
  column('weight', { unit: '0.1 kg' }), column('length', { unit: 'm' }), column('date'), column('clock'),
  column('timestamp'), column('key'), column('mark', { codeTable: 'mark' }), column('codes'), column('numbers'),
  column('text'), column('decimal'),
]; // prettier-ignore

const day = fc.date({ min: new Date('1986-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => Number(date.toISOString().slice(0, 10).replaceAll('-', ''))); // prettier-ignore
const minute = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, past]) => hour * 100 + past);
const letters = fc
  .string({ unit: fc.constantFrom(...'abあア京12.,"\'“」｢﹂＇ !<>=|~〜-'), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== '');
const keyed = letters.map((text) => text.normalize('NFKC').trim()).filter((text) => text !== '');

const boundsOf = ({ kind }: Filtered): fc.Arbitrary<number | string> => {
  if (kind === 'date') return day;
  if (kind === 'clock') return minute;
  if (kind === 'timestamp') return fc.tuple(day, minute).map(([date, time]) => date * 10_000 + time);
  if (kind === 'key') return keyed;
  return fc.integer({ min: -99_999_999, max: 99_999_999 }).map((value) => value / (kind === 'odds' ? 10 : 1));
};

function itemsOf(of: Filtered): fc.Arbitrary<Item> {
  const measure = measureOf(of);
  const text = fc
    .constantFrom<'text' | 'whole'>('text', 'whole')
    .chain((is) => letters.map((each) => ({ is, text: each })));
  const empty = fc.constant<Item>({ is: 'empty' });
  if (!measure) return fc.oneof(text, empty);
  const bounds = fc.tuple(boundsOf(of), boundsOf(of));
  const ranges = bounds.chain(([a, b]) =>
    fc.constantFrom<Item>(
      { is: 'range', from: a < b ? a : b, to: a < b ? b : a },
      { is: 'range', from: a },
      { is: 'range', to: a },
      { is: 'range', from: a, to: a },
    ),
  );
  return fc.oneof(ranges, ranges, text, empty);
}

function conditionsOf(of: Filtered): fc.Arbitrary<FilterCondition> {
  const lists = fc.array(itemsOf(of), { minLength: 1, maxLength: 3 }).map((oneOf): Term => ({ oneOf }));
  const beyond = boundsOf(of).map((bound): Term => ({ beyond: { is: 'above', bound } }));
  const terms = fc
    .tuple(measureOf(of) ? fc.oneof(lists, beyond) : lists, fc.boolean())
    .map(([term, not]): Term => (not ? { ...term, not: true } : term));
  const branches = fc.array(terms, { minLength: 1, maxLength: 3 }).map((each) => ({ allOf: each }));
  return fc.array(branches, { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf }));
}

describe('formatted conditions', () => {
  it.each([
    ['>=3 <5', ODDS, '>=3 <5'],
    ['=1,2,5', ODDS, '=1, 2, 5'],
    ['1:34.5..1:36', TIME, '1:34.5..1:36.0'],
    ['10万円', YEN, '=100000'],
    ['=05,06', COURSE, '=05, 06'],
    ['！東京', COURSE, '!東京'],
    ['!=', NAME, '!='],
    ['a and b', NAME, 'a and b'],
    ['20261120', column('date'), '=2026-11-20'],
    ['2026-11', column('date'), '2026-11-01..2026-11-30'],
    ['905', column('clock'), '=09:05'],
    ['2026-11-20 0930', column('timestamp'), '=2026-11-20 09:30'],
    ['34.5', TIME, '=34.5'],
    ['10000', TIME, '=16:40.0'],
    ['+0.3', column('gap', { unit: '0.1 s' }), '=0.3'],
    ['<3 | >5', ODDS, '<3 | >5'],
    ['!3..5', ODDS, '!3..5'],
    ["'a, b'", NAME, "'a, b'"],
    ['"Deep Impact"', NAME, '=Deep Impact'],
    ['=Deep', NAME, '=Deep'],
    ['=05,""', COURSE, '=05, ""'],
  ])('%j is formatted as %j', (typed, of, written) => {
    expect(formatCondition(read(typed, of), of)).toBe(written);
  });

  it.each(COLUMNS.map((each) => [each.kind, each] as const))('reads back the same: %s', (_kind, of) => {
    fc.assert(
      fc.property(conditionsOf(of), (condition) => {
        expect(read(formatCondition(condition, of), of)).toEqual(condition);
      }),
      { numRuns: 100 },
    );
  });
});
