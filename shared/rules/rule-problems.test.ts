// What is refused of a rule, and with which words.

import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { changingColumns, fateOfBlanks, problemsOfRule, readRule } from '#shared/rules/rule-problems.ts';
import { isSameRule, ruleContent, ruleText, type Rule } from '#shared/rules/rule.ts';

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'Turf, best index',
  choosing: { from: '20160101', to: '20221231' },
  checking: { from: '20230101', to: '20251231' },
  filters: [
    { column: 'track_type', text: 'turf' },
    { column: 'integration_index_rank', text: '<=3' },
  ],
  bets: [
    { bet: 'win', form: 'each', stake: 100 },
    { bet: 'trio', form: 'box', take: 4, stake: 100, by: { column: 'integration_index', order: 'highest' } },
  ],
};

const { columns } = SUBJECTS.runners;
const wordsOf = (change: Partial<Rule>): readonly string[] =>
  problemsOfRule({ ...RULE, ...change }).map(({ text }) => text.en);

it('a rule survives its file', () => {
  expect(readRule(ruleText(RULE))).toEqual({ rule: RULE, problems: [] });
});

it('a file of version 1 decides at the start, as before', () => {
  const read = readRule(JSON.stringify({ ...RULE, version: 1 }));
  expect(read).toEqual({ rule: RULE, problems: [] });
  expect(readRule(JSON.stringify({ ...RULE, minutesBeforePost: 481 }))).toMatchObject({
    unreadable: { en: expect.stringContaining('minutesBeforePost') },
  });
});

it('a file of a newer version is no other file: it says to update', () => {
  const newer = readRule(JSON.stringify({ ...RULE, version: 3, onlyTurf: true }));
  expect(newer).toMatchObject({
    unreadable: {
      en: expect.stringContaining('newer version of Railbird'),
      ja: expect.stringContaining('新しい版'),
    },
  });
});

it('values of race day may change before an early decision, those of the card may not', () => {
  const filters = ['integration_index', 'prerace_paddock_index', 'prerace_win_odds'].map((column) => ({
    column,
    text: '1',
  }));
  const names = (minutesBeforePost?: number) =>
    changingColumns({ ...RULE, bets: [], filters, minutesBeforePost }).map(({ name }) => name);
  expect(names()).toEqual(['prerace_win_odds']);
  expect(names(10)).toEqual(['prerace_paddock_index', 'prerace_win_odds']);
});

describe('what is known only after the race', () => {
  it.each(columns.filter(({ knownAt }) => knownAt === 'result').map(({ name }) => name))(
    '%s is refused as a filter and as an order, with the reason',
    (column) => {
      const filter = problemsOfRule({ ...RULE, filters: [{ column, text: '=' }] });
      expect(filter).toMatchObject([{ readsResult: column, at: { part: 'filters', index: 0 } }]);
      expect(filter[0]?.text.en).toContain('known only after the race');
      const by = { column, order: 'highest' as const };
      const bets: Rule['bets'] = [{ bet: 'win', form: 'each', take: 1, stake: 100, by }];
      expect(problemsOfRule({ ...RULE, bets })).toMatchObject([{ readsResult: column }]);
    },
  );

  it('nothing else is', () => {
    const others = columns.filter(({ knownAt }) => knownAt !== 'result');
    for (const { name } of others)
      expect(problemsOfRule({ ...RULE, filters: [{ column: name, text: '=' }] })).toEqual([]);
  });
});

describe('a rule is refused in words', () => {
  it('for a column that runners do not have, and for a filter that cannot be read', () => {
    expect(wordsOf({ filters: [{ column: 'speed', text: '1' }] })).toEqual([
      'Runners have no column “speed”. Choose another one.',
    ]);
    expect(wordsOf({ filters: [{ column: 'distance', text: '>=' }] })).toEqual([
      'Distance: A value is missing here.',
    ]);
  });

  it('for a bet that cannot be made so', () => {
    const by = { column: 'integration_index', order: 'highest' as const };
    expect(wordsOf({ bets: [{ bet: 'win', form: 'box', stake: 100 }] })[0]).toContain(
      'cannot be bet as “box”',
    );
    expect(wordsOf({ bets: [{ bet: 'trio', form: 'axis', stake: 100 }] })[0]).toContain('choose the column');
    expect(wordsOf({ bets: [{ bet: 'trio', form: 'box', take: 2, stake: 100, by }] })[0]).toContain(
      'at least 3',
    );
    expect(
      wordsOf({
        bets: [{ bet: 'win', form: 'each', take: 1, stake: 100, by: { ...by, column: 'horse_name' } }],
      })[0],
    ).toContain('numbers or ranks');
  });

  it('for a filter that is too long', () => {
    const filters = [{ column: 'distance', text: '1'.repeat(10_001) }];
    expect(wordsOf({ filters })).toEqual(['Distance: A filter has at most 10,000 characters.']);
  });

  it('for a name that is none, and a note that is too long', () => {
    expect(wordsOf({ name: ' ' })).toEqual(['Give the rule a name of at most 80 characters.']);
    expect(wordsOf({ note: 'x'.repeat(4001) })).toEqual(['A note has at most 4000 characters.']);
  });

  it.each([0, 50, 150, 1_000_100, Number.NaN])('for a stake of %s yen', (stake) => {
    expect(wordsOf({ bets: [{ bet: 'win', form: 'each', stake }] })).toEqual([
      'The stake of each combination is 100 to 1,000,000 yen, in units of 100 yen.',
    ]);
  });

  it('for periods that end before they begin, are no days, or overlap', () => {
    expect(wordsOf({ choosing: { from: '20221231', to: '20160101' } })[0]).toContain('two calendar days');
    expect(wordsOf({ choosing: { from: '20160230', to: '20221231' } })[0]).toContain('two calendar days');
    expect(wordsOf({ checking: { from: '20221231', to: '20251231' } })[0]).toContain('overlaps');
  });

  it('for a file that is none', () => {
    expect(readRule('nonsense')).toMatchObject({ unreadable: { en: 'The file is not JSON.' } });
    expect(readRule('{}')).toMatchObject({
      unreadable: { en: expect.stringContaining('not a rule of Railbird') },
    });
    const odd = { ...RULE, bets: [{ bet: 'win', form: 'each', stake: 150 }] };
    expect(readRule(JSON.stringify(odd))).toMatchObject({
      unreadable: { en: expect.stringContaining('bets.0.stake') },
    });
  });
});

it('two rules are the same if they pick and bet the same at the same time, whatever they are called', () => {
  const same: Rule = { ...RULE, name: 'Other', filters: RULE.filters.toReversed(), watch: true };
  expect(ruleContent(same)).toBe(ruleContent(RULE));
  expect(ruleContent({ ...RULE, filters: [] })).not.toBe(ruleContent(RULE));
  expect(ruleContent({ ...RULE, minutesBeforePost: 0 })).toBe(ruleContent(RULE));
  expect(ruleContent({ ...RULE, minutesBeforePost: 5 })).not.toBe(ruleContent(RULE));
});

it('two rules have the same file in whatever order their fields were set, and with a blank after the name', () => {
  const { bets, name, ...rest } = RULE;
  const turned = bets.map(({ bet, stake, ...more }) => ({ stake, ...more, bet }));
  const same: Rule = { bets: turned, ...rest, note: undefined, name: `${name} ` };
  expect(isSameRule(same, RULE)).toBe(true);
  expect(isSameRule({ ...same, note: 'mine' }, RULE)).toBe(false);
  expect(isSameRule({ ...RULE, bets: [{ bet: 'win', form: 'each', stake: Number.NaN }] }, RULE)).toBe(false);
});

it.each([
  ['refused', ['<=3']],
  ['refused', ['!1', '<=3']],
  ['passed', ['!1']],
  ['passed', ['=']],
  ['passed', ['=,1']],
] as const)('a runner without a value is %s by the filters %j', (fate, texts) => {
  const column = 'integration_index_rank';
  const filters = texts.map((text) => ({ column, text }));
  expect(fateOfBlanks({ ...RULE, filters }, column)).toBe(fate);
  // A bet that is ordered by the column takes none that passed.
  const bets: Rule['bets'] = [{ bet: 'win', form: 'each', stake: 100, by: { column, order: 'lowest' } }];
  expect(fateOfBlanks({ bets, filters }, column)).toBe(fate === 'passed' ? 'notTaken' : fate);
});
