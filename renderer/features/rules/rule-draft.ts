// The rule in the editor: a new one, and changes of its filters and bets. Pure.

import { betOf } from '#shared/catalogue/bets.ts';
import { addDays, spanDays } from '#shared/racing/racedate.ts';
import { formsOf } from '#shared/rules/rule-problems.ts';
import { isSameRule, keptRule, type Rule, type RuleBet, type RulePeriod } from '#shared/rules/rule.ts';
import { mergedChanges } from '../../client/changed-elsewhere.ts';

/** What a rule was when it was opened or saved last. */
export interface RuleOrigin {
  readonly rule: Rule;
  readonly revision: string;
}

/** The rule in the editor and the file that it came from, if it has one. */
export interface Draft {
  readonly id?: string;
  readonly rule: Rule;
  readonly from?: RuleOrigin;
}

/** As it is to be shown when the rule of its file is `saved`: one that was not changed here follows another window. */
export function followedDraft(draft: Draft, saved: RuleOrigin | undefined): Draft {
  if (saved === undefined || draft.from === undefined || saved.revision === draft.from.revision) return draft;
  return isSameRule(draft.rule, draft.from.rule) ? { ...draft, rule: saved.rule, from: saved } : draft;
}

/**
 * The draft once `before` was saved as `after`: what was typed meanwhile stays, joined with what the save joined. Where both
 * changed one field, the draft keeps the revision that it was made from, so that the next save finds the conflict.
 */
export function draftAfterSave(
  present: Draft,
  before: Draft,
  after: Draft & { readonly from: RuleOrigin },
): Draft {
  if (present.rule === before.rule) return after;
  const typed = { ...after, rule: present.rule };
  if (isSameRule(before.rule, after.rule)) return typed;
  const joined = mergedChanges(keptRule(before.rule), keptRule(present.rule), after.rule);
  if (joined !== undefined) return { ...after, rule: joined };
  // A copy is a rule of the user alone.
  return after.id === before.id ? present : typed;
}

/** Share of the stored days that a new rule is chosen on; the later ones check it. */
const CHOOSING_SHARE = 0.7;

/** The earlier part of the period to choose on, the later one to check; one day cannot be divided. */
export function dividedPeriod({ from, to }: RulePeriod): Pick<Rule, 'choosing' | 'checking'> {
  const days = spanDays(from, to);
  const choosing = Math.floor(days * CHOOSING_SHARE);
  if (choosing < 1 || choosing >= days) return { choosing: { from, to } };
  const last = addDays(from, choosing - 1);
  return { choosing: { from, to: last }, checking: { from: addDays(last, 1), to } };
}

export const newRule = (name: string, stored: RulePeriod): Rule => ({
  railbird: 'rule',
  version: 2,
  name,
  ...dividedPeriod(stored),
  filters: [{ column: 'integration_index_rank', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
});

/** The bet as another type: its form and its runners stay if they fit. */
export function asBet(before: RuleBet, bet: RuleBet['bet']): RuleBet {
  const forms = formsOf(bet);
  const form = forms.includes(before.form) ? before.form : (forms[0] ?? 'each');
  return asForm({ ...before, bet }, form);
}

const INDEX = { column: 'integration_index', order: 'highest' } as const;

/** The bet in another form: combinations are ordered, so they need a column. */
export function asForm(before: RuleBet, form: RuleBet['form']): RuleBet {
  const { take, by, ...rest } = before;
  const { numbers } = betOf(before.bet);
  if (form === 'each') return { ...before, form };
  const order = by ?? INDEX;
  if (form === 'straight') return { ...rest, form, by: order };
  return { ...rest, form, by: order, take: Math.max(take ?? 0, numbers + (form === 'axis' ? 1 : 0)) };
}

/** Without an order all runners are taken; an order without a number takes the first one. */
export function withOrder(before: RuleBet, column: string | undefined): RuleBet {
  const { by, take: _take, ...rest } = before;
  if (column === undefined) return rest;
  return { ...before, by: { column, order: by?.order ?? (column.endsWith('_rank') ? 'lowest' : 'highest') } };
}

export function withTake(before: RuleBet, take: number | undefined): RuleBet {
  const { take: _before, ...rest } = before;
  return take === undefined ? rest : { ...rest, take };
}

/** The list with one element replaced, or removed if it is undefined. */
export const replaced = <T>(list: readonly T[], index: number, value: T | undefined): T[] =>
  list.flatMap((each, at) => (at === index ? (value === undefined ? [] : [value]) : [each]));
