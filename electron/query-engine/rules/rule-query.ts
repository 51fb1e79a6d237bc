// Answers the query of a rule over the rows that pass its filters.

import type { RuleTally } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import { postClockOf } from '#shared/racing/race-words.ts';
import type { CodedColumn } from '../coded-column.ts';
import { RACE_KEY } from '../rank-records.ts';
import { FINISH_COLUMNS } from '../run-tallies.ts';
import type { Yielder } from '../yielder.ts';
import type { RowMask } from '../row-filter.ts';
import { applyKnown, HORSE, type KnownValues } from './known-values.ts';
import { dropLateChanges, type OwnChanges } from './own-changes.ts';
import type { RunnerColumns } from './rule-races.ts';
import { tallyRule, type RuleQuestion } from './rule-tally.ts';

export interface RuleInput extends RuleQuestion {
  /** The column of the groups. */
  readonly by?: string | undefined;
  /** The user's own annotations that the filters read. */
  readonly own: readonly OwnChanges[];
  readonly known: KnownValues;
}

const NUMBER = 'horse_number';
/** Read only for bets on brackets. */
const BRACKET = 'bracket_number';
const POST_TIME = 'post_time';

/** The columns that the query reads. */
export const columnsOfRuleQuery = ({ bets, lacking, by, own, known }: RuleInput): readonly string[] => [
  ...RACE_KEY,
  NUMBER,
  ...(bets.some(({ bet }) => betOf(bet).brackets) ? [BRACKET] : []),
  ...FINISH_COLUMNS,
  ...bets.flatMap((bet) => bet.by?.column ?? []),
  ...lacking,
  ...(by === undefined ? [] : [by]),
  ...(known.races.size === 0 ? [] : [HORSE, ...known.columns, ...known.filters.map(({ column }) => column)]),
  ...(own.length === 0 ? [] : [POST_TIME, ...own.flatMap((each) => each.by)]),
];

/**
 * `rows`: those that pass by the values stored last, and `masks` which codes of a column do; `records`: how many rows there
 * are in all. Errors: CANCELLED.
 */
export async function answerRule(
  columnOf: (name: string) => CodedColumn | undefined,
  rows: Uint32Array,
  masks: readonly RowMask[],
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
  const runners = runnerColumns(named);
  const isPicked = new Uint8Array(records);
  for (const row of rows) isPicked[row] = 1;
  const known = await applyKnown(input.known, named, runners, isPicked, masks, yielder);
  const postTime = named.get(POST_TIME);
  // Of a race without a post time, its day counts.
  const startOf = (row: number) =>
    `${runners.racedate.at(row) ?? ''}${postClockOf(postTime?.at(row) ?? '') ?? ''}`;
  const leftOut = input.own.length === 0 ? 0 : dropLateChanges(isPicked, input.own, named, startOf);
  const group = input.by === undefined ? undefined : known.columns.get(input.by);
  const columns = { ...runners, named: known.columns, group };
  const { decided, ...tally } = await tallyRule(
    columns,
    isPicked,
    { ...input, stateOf: known.stateOf },
    yielder,
  );
  const { minutesBeforePost } = input.known;
  return { ...tally, leftOut, known: { minutesBeforePost, ...decided, changed: known.changed } };
}

function runnerColumns(named: ReadonlyMap<string, CodedColumn>): RunnerColumns {
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
  };
}
