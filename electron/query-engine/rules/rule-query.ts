// Answers the query of a rule over the rows that pass its filters.

import type { RuleTally } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { CodedColumn } from '../coded-column.ts';
import { RACE_KEY } from '../rank-records.ts';
import { FINISH_COLUMNS } from '../run-tallies.ts';
import type { Yielder } from '../yielder.ts';
import { dropLateChanges, type OwnChanges } from './own-changes.ts';
import { tallyRule, type RuleColumns, type RuleQuestion } from './rule-tally.ts';

export interface RuleInput extends RuleQuestion {
  /** The column of the groups. */
  readonly by?: string | undefined;
  /** The person's own annotations that the filters read. */
  readonly own: readonly OwnChanges[];
}

const NUMBER = 'horse_number';
/** Read only for bets on brackets. */
const BRACKET = 'bracket_number';
const POST_TIME = 'post_time';

/** The columns that the query reads. */
export const columnsOfRuleQuery = ({ bets, lacking, by, own }: RuleInput): readonly string[] => [
  ...RACE_KEY,
  NUMBER,
  ...(bets.some(({ bet }) => betOf(bet).brackets) ? [BRACKET] : []),
  ...FINISH_COLUMNS,
  ...bets.flatMap((bet) => bet.by?.column ?? []),
  ...lacking,
  ...(by === undefined ? [] : [by]),
  ...(own.length === 0 ? [] : [POST_TIME, ...own.flatMap((each) => each.by)]),
];

/** `rows`: those that pass; `records`: how many there are in all. Errors: CANCELLED. */
export async function answerRule(
  columnOf: (name: string) => CodedColumn | undefined,
  rows: Uint32Array,
  records: number,
  input: RuleInput,
  yielder: Yielder,
): Promise<RuleTally> {
  const named = new Map(
    columnsOfRuleQuery(input).flatMap((name) => {
      const column = columnOf(name);
      return column === undefined ? [] : [[name, column] as const];
    }),
  );
  const columns = ruleColumns(named, input.by);
  const isPicked = new Uint8Array(records);
  for (const row of rows) isPicked[row] = 1;
  const postTime = named.get(POST_TIME);
  // Of a race without a post time, its day counts.
  const startOf = (row: number) => `${columns.racedate.at(row) ?? ''}${postTime?.at(row)?.trim() ?? ''}`;
  const leftOut = input.own.length === 0 ? 0 : dropLateChanges(isPicked, rows, input.own, named, startOf);
  return { ...(await tallyRule(columns, isPicked, input, yielder)), leftOut };
}

function ruleColumns(named: ReadonlyMap<string, CodedColumn>, by: string | undefined): RuleColumns {
  const of = (name: string): CodedColumn => {
    const column = named.get(name);
    // Every result of runners has them.
    if (column === undefined) throw new RailbirdError('RESULT_CLOSED');
    return column;
  };
  const [finish, trouble] = FINISH_COLUMNS;
  const [racedate, racekey] = RACE_KEY;
  return {
    racedate: of(racedate),
    racekey: of(racekey),
    number: of(NUMBER),
    bracket: named.get(BRACKET) ?? of(NUMBER),
    finish: of(finish),
    trouble: of(trouble),
    named,
    group: by === undefined ? undefined : named.get(by),
  };
}
