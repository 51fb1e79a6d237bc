// Refuses a rule that cannot be run, before anything is read.

import { RailbirdError } from '#shared/errors.ts';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import type { Rule } from '#shared/rules/rule.ts';

/** Errors: RULE_READS_RESULT for a column that is known only after the race, otherwise RULE_INVALID. */
export function checkRule(rule: Rule): void {
  const problems = problemsOfRule(rule);
  const [first] = problems;
  if (first === undefined) return;
  const reading = problems.find(({ readsResult }) => readsResult !== undefined);
  const { text } = reading ?? first;
  const code = reading === undefined ? 'RULE_INVALID' : 'RULE_READS_RESULT';
  throw new RailbirdError(code, { problem: text.en, problemJa: text.ja });
}
