// What is wrong with a rule, in words that say what to do. A rule may read only what was known before the race.

import { z } from 'zod';
import { betOf } from '#shared/catalogue/bets.ts';
import { NUMERIC_KINDS } from '#shared/catalogue/reading.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import { matcher } from '#shared/filters/matches.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { LONGEST_RULE_NAME, LONGEST_RULE_NOTE, RULE_STAKE, RULE_VERSION, columnsOfRule, minutesBefore, ruleBetSchema, ruleSchema, type BetForm, type Rule, type RuleBet, type RulePeriod } from '#shared/rules/rule.ts'; // prettier-ignore
import type { Text } from '#shared/text.ts';

/** The column is named if the problem is one of reading it after the race. */
export interface RuleProblem {
  readonly text: Text;
  readonly readsResult?: string;
  /** The place in the rule: a filter or a bet by its position, or a period. */
  readonly at:
    | { readonly part: 'filters' | 'bets'; readonly index: number }
    | { readonly part: 'name' | 'note' | 'periods' };
}

const COLUMNS: ReadonlyMap<string, SubjectColumn> = new Map(
  SUBJECTS.runners.columns.map((column) => [column.name, column]),
);

/** The forms in which a bet can be made. */
export const formsOf = (bet: RuleBet['bet']): readonly BetForm[] =>
  betOf(bet).numbers === 1 ? ['each'] : ['straight', 'box', 'axis'];

/** Whether a bet can be ordered by the column: its values must be numbers. */
export const canOrder = (column: Pick<SubjectColumn, 'name'>): boolean => {
  const known = COLUMNS.get(column.name);
  return known !== undefined && known.knownAt !== 'own' && NUMERIC_KINDS.has(known.kind);
};

/** Everything that is wrong with a rule, as a file has it or as it is being typed; nothing if it can be run. */
export function problemsOfRule(rule: Rule): readonly RuleProblem[] {
  const name = rule.name.trim();
  return [
    ...(name !== '' && name.length <= LONGEST_RULE_NAME
      ? []
      : [{ text: NAME, at: { part: 'name' as const } }]),
    ...((rule.note ?? '').length <= LONGEST_RULE_NOTE ? [] : [{ text: NOTE, at: { part: 'note' as const } }]),
    ...rule.filters.flatMap((filter, index) => {
      const text = filterProblem(filter);
      return text === undefined ? [] : [{ ...text, at: { part: 'filters' as const, index } }];
    }),
    ...rule.bets.flatMap((bet, index) => {
      const text = betProblem(bet);
      return text === undefined ? [] : [{ ...text, at: { part: 'bets' as const, index } }];
    }),
    ...periodProblems(rule).map((text) => ({ text, at: { part: 'periods' as const } })),
  ];
}

const NAME: Text = {
  en: `Give the rule a name of at most ${LONGEST_RULE_NAME} characters.`,
  ja: `ルールに${LONGEST_RULE_NAME}文字以内の名前を付けてください。`,
};

const NOTE: Text = {
  en: `A note has at most ${LONGEST_RULE_NOTE} characters.`,
  ja: `メモは${LONGEST_RULE_NOTE}文字までです。`,
};

const STAKE: Text = {
  en: `The stake of each combination is ${RULE_STAKE.least} to ${RULE_STAKE.most.toLocaleString('en')} yen, in units of ${RULE_STAKE.unit} yen.`,
  ja: `1点の金額は${RULE_STAKE.least}円から${RULE_STAKE.most.toLocaleString('ja')}円まで、${RULE_STAKE.unit}円単位で入力してください。`,
};

type Found = Omit<RuleProblem, 'at'>;

/** A column that runners do not have, or that is known only after the race. */
function columnProblem(name: string): Found | undefined {
  const column = COLUMNS.get(name);
  if (column === undefined)
    return {
      text: {
        en: `Runners have no column “${name}”. Choose another one.`,
        ja: `出走馬に「${name}」という列はありません。別の列を選んでください。`,
      },
    };
  if (column.knownAt !== 'result') return undefined;
  return {
    readsResult: name,
    text: {
      en: `“${column.label.en}” (${name}) is known only after the race, so no bet could have been chosen by it. Use a column that is known before.`,
      ja: `「${column.label.ja}」（${name}）はレース後に分かる項目なので、馬券を選ぶ条件には使えません。レース前に分かる列にしてください。`,
    },
  };
}

function filterProblem({ column, text }: Rule['filters'][number]): Found | undefined {
  if (text.trim() === '') return undefined;
  const wrong = columnProblem(column);
  const known = COLUMNS.get(column);
  if (wrong !== undefined || known === undefined) return wrong;
  const parsed = parseCondition(text, known);
  if (parsed.ok) return undefined;
  const { en, ja } = parsed.problem;
  return { text: { en: `${known.label.en}: ${en}`, ja: `${known.label.ja}: ${ja}` } };
}

function betProblem({ bet, form, by, take, stake }: RuleBet): Found | undefined {
  const { label, numbers } = betOf(bet);
  if (!formsOf(bet).includes(form))
    return {
      text: {
        en: `${label.en} cannot be bet as “${form}”. Possible: ${formsOf(bet).join(', ')}.`,
        ja: `${label.ja}に「${form}」という買い方はありません。${formsOf(bet).join('・')}から選んでください。`,
      },
    };
  const wrong = by === undefined ? undefined : columnProblem(by.column);
  if (wrong !== undefined) return wrong;
  if (by !== undefined && !canOrder({ name: by.column }))
    return {
      text: {
        en: `Runners cannot be ordered by “${by.column}”: choose a column of numbers or ranks.`,
        ja: `「${by.column}」では順番を決められません。数値か順位の列を選んでください。`,
      },
    };
  if (by === undefined && (take !== undefined || form === 'straight' || form === 'axis'))
    return {
      text: {
        en: `${label.en}: choose the column that orders the runners.`,
        ja: `${label.ja}: 馬の順番を決める列を選んでください。`,
      },
    };
  if (take !== undefined && form !== 'straight' && take < numbers)
    return {
      text: {
        en: `${label.en} needs at least ${numbers} runners.`,
        ja: `${label.ja}には${numbers}頭以上が必要です。`,
      },
    };
  return ruleBetSchema.shape.stake.safeParse(stake).success ? undefined : { text: STAKE };
}

const isReversed = ({ from, to }: RulePeriod): boolean => !isRacedate(from) || !isRacedate(to) || from > to;

/** Whether the periods share a day. */
export const overlaps = (one: RulePeriod, other: RulePeriod): boolean =>
  one.from <= other.to && other.from <= one.to;

function periodProblems({ choosing, checking }: Rule): readonly Text[] {
  if (isReversed(choosing) || (checking !== undefined && isReversed(checking)))
    return [
      {
        en: 'A period is two calendar days, the first not after the last.',
        ja: '期間は実在する日付で、開始日は終了日以前にしてください。',
      },
    ];
  if (checking === undefined || !overlaps(choosing, checking)) return [];
  return [
    {
      en: 'The checking period overlaps the choosing period: what chose the rule cannot check it.',
      ja: '検証期間が選択期間と重なっています。選ぶのに使ったレースでは検証になりません。',
    },
  ];
}

/** What every version of the file has. */
const headSchema = z.object({ railbird: z.literal('rule'), version: z.number() });

const NEWER: Text = {
  en: 'The rule was written by a newer version of Railbird. Update Railbird to read it.',
  ja: '新しい版のRailbirdで書かれたルールです。更新してから読み込んでください。',
};

/** The rule of a file's text, or what is wrong with it. Never throws. */
export function readRule(
  text: string,
): { readonly rule: Rule; readonly problems: readonly RuleProblem[] } | { readonly unreadable: Text } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { unreadable: { en: 'The file is not JSON.', ja: 'JSON形式のファイルではありません。' } };
  }
  const head = headSchema.safeParse(json);
  if (head.success && head.data.version > RULE_VERSION) return { unreadable: NEWER };
  const parsed = ruleSchema.safeParse(json);
  if (parsed.success) return { rule: parsed.data, problems: problemsOfRule(parsed.data) };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return {
    unreadable: {
      en: `This is not a rule of Railbird. ${where}${issue?.message ?? ''}`.trim(),
      ja: `Railbird のルールではありません。${where}${issue?.message ?? ''}`.trim(),
    },
  };
}

/** The columns that the rule reads and whose values may change between its decision and the start. */
export const changingColumns = (
  rule: Pick<Rule, 'filters' | 'bets' | 'minutesBeforePost'>,
): readonly SubjectColumn[] =>
  // Before the start, what only the paddock shows may not be known yet; cards are out before race day.
  readColumns(rule).filter(
    ({ knownAt }) => knownAt === 'race' || (knownAt === 'pre-race' && minutesBefore(rule) > 0),
  );

/** The columns that the rule reads, with when each is known. */
export const readColumns = (rule: Pick<Rule, 'filters' | 'bets'>): readonly SubjectColumn[] =>
  columnsOfRule(rule).flatMap((name) => COLUMNS.get(name) ?? []);

/**
 * What becomes of runners without a value of a column that the rule reads: a filter refuses them, all filters pass them but
 * bets that are ordered by the column do not take them, or nothing keeps them out.
 */
export type BlankFate = 'refused' | 'notTaken' | 'passed';

/** Filters that cannot be read refuse nothing. */
export function fateOfBlanks({ filters, bets }: Pick<Rule, 'filters' | 'bets'>, name: string): BlankFate {
  const column = COLUMNS.get(name);
  const isRefused = filters.some((filter) => {
    if (filter.column !== name || column === undefined || filter.text.trim() === '') return false;
    const parsed = parseCondition(filter.text, column);
    return parsed.ok && !matcher(parsed.condition, column)(null);
  });
  if (isRefused) return 'refused';
  return bets.some(({ by }) => by?.column === name) ? 'notTaken' : 'passed';
}
