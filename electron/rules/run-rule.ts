// Runs a rule over a period of what is stored: opens the runners, picks, bets and settles.

import type { RuleReport, RuleTally } from '#shared/bridge/rules.ts';
import { fieldsOf } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { RailbirdError } from '#shared/errors.ts';
import { readColumns } from '#shared/rules/rule-problems.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import type { Annotations } from '../annotations/annotations.ts';
import type { Archive } from '../archive/archive.ts';
import type { FetchProgress } from '../downloads/fetch/fetched.ts';
import type { Result } from '../results/result.ts';
import { checkRule } from './check-rule.ts';
import type { KeptRunners } from './kept-runners.ts';
import { readKnownValues } from './known-values.ts';
import { withRunnersNamed } from './name-runners.ts';
import { ownChangesFor } from './own-changes.ts';
import { readSettlement } from './read-settlement.ts';

/** One service, with what is stored of it; it stays the same while another one is connected. */
export interface RuleService {
  readonly name: string;
  /** Errors: those of opening the archive. */
  readonly archive: () => Promise<Archive>;
  /** Errors: as for `archive`; FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS. */
  readonly annotations: () => Promise<Annotations>;
}

export interface RunOptions {
  /** A column of the runners to group by. */
  readonly by?: string | undefined;
  /** How many of its values are answered, those with the most bets; all without it. */
  readonly mostGroups?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
}

export type RunFigures = Pick<RuleReport, 'complete' | 'reasons'> & { readonly tally: RuleTally };

/** Errors: RULE_INVALID, RULE_READS_RESULT, CANCELLED, SERVICE_CHANGED, those of opening a result. */
export async function runRule(
  runners: KeptRunners,
  service: Pick<RuleService, 'archive' | 'annotations'>,
  rule: Rule,
  period: RulePeriod,
  { by, mostGroups, signal, onProgress }: RunOptions,
): Promise<RunFigures> {
  checkRule(rule);
  checkGroup(by);
  const options = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const archive = await service.archive();
  return runners.use(archive, period, options, async (result) => {
    const bets = new Set(rule.bets.map(({ bet }) => bet));
    // The engine filters while the archive reads.
    const [settlement, known] = await Promise.all([
      readSettlement(archive, period, bets),
      readKnownValues(archive, rule, by, period),
      pick(result, rule, signal),
    ]);
    const readsOwn = readColumns(rule).some(({ origin }) => 'annotation' in origin);
    const own = readsOwn ? ownChangesFor(rule, (await service.annotations()).withRemoved()) : [];
    const tally = await result.query(
      'rule',
      { bets: rule.bets, by, mostGroups, settlement, lacking: lackingColumns(rule), own, known },
      signal,
    );
    const { complete, reasons } = result.summary;
    return { tally: await withRunnersNamed(archive, tally), complete, reasons: [...reasons] };
  });
}

/** Leaves the rows that pass the filters of a rule. Errors: RULE_INVALID, CANCELLED. */
export async function pick(
  result: Result,
  { filters }: Pick<Rule, 'filters'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { problems } = await result.arrange({ sort: [], filters }, signal);
  const [problem] = problems;
  if (problem === undefined) return;
  const { en, ja } = problem.problem;
  throw new RailbirdError('RULE_INVALID', { problem: en, problemJa: ja });
}

function checkGroup(by: string | undefined): void {
  if (by === undefined || SUBJECTS.runners.columns.some(({ name }) => name === by)) return;
  throw new RailbirdError('RULE_INVALID', {
    problem: `Runners have no column “${by}” to group by.`,
    problemJa: `出走馬に「${by}」という列はありません。`,
  });
}

/** The columns that the rule reads from records that a day may lack. */
export const lackingColumns = (rule: Rule): readonly string[] =>
  readColumns(rule)
    .filter(
      (column) =>
        column.group === 'ranks' ||
        fieldsOf(column).some(({ record }) => SUBJECTS.runners.uses.includes(record)),
    )
    .map(({ name }) => name);
