// The races of a row set of runners, one after another, with the runners that a rule picks in each.

import { startedUnplaced, placeOfStart } from '#shared/racing/starts.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from '../coded-column.ts';

/** The columns by which races and the fate of their runners are told. */
export interface RunnerColumns {
  readonly racedate: CodedColumn;
  readonly racekey: CodedColumn;
  readonly number: CodedColumn;
  readonly bracket: CodedColumn;
  readonly finish: CodedColumn;
  readonly trouble: CodedColumn;
}

/** The rows of one race: `from` to `to`, `to` excluded, and those of them that are picked. */
export interface RuleRace {
  readonly racedate: string;
  readonly racekey: string;
  readonly from: number;
  readonly to: number;
  readonly picks: readonly number[];
}

/** Every race, in the order of the rows: those of a race lie together. `isPicked` has a 1 for each picked row. */
export function* racesIn(
  { racedate, racekey }: Pick<RunnerColumns, 'racedate' | 'racekey'>,
  isPicked: Uint8Array,
): Generator<RuleRace, void, void> {
  const [dates, keys] = [racedate.codes, racekey.codes];
  let from = 0;
  while (from < isPicked.length) {
    const picks: number[] = [];
    let to = from;
    while (to < isPicked.length && dates[to] === dates[from] && keys[to] === keys[from]) {
      if (isPicked[to] === 1) picks.push(to);
      to += 1;
    }
    yield { racedate: racedate.at(from) ?? '', racekey: racekey.at(from) ?? '', from, to, picks };
    from = to;
  }
}

/** Whether a runner ran. `out`: scratched or excluded, so that stakes on it are given back; `unknown`: without a result. */
export type RunState = 'ran' | 'out' | 'unknown';

/** Answers how it went for the runner of a row (shared/racing/starts.ts). */
export function runStates({ finish, trouble }: RunnerColumns): (row: number) => RunState {
  const finished = Uint8Array.from({ length: finish.kinds }, (_, code) =>
    Number(placeOfStart(finish.text(code)) !== undefined),
  );
  const states = Array.from({ length: trouble.kinds }, (_, code): RunState => {
    const text = trouble.text(code);
    if (startedUnplaced(text)) return 'ran';
    return isStated(text) ? 'out' : 'unknown';
  });
  return (row) =>
    finished[finish.codes[row] ?? 0] === 1 ? 'ran' : (states[trouble.codes[row] ?? 0] ?? 'unknown');
}

/** The value of a row as a number; NaN if it is blank or no number. */
export const quantityOf = (column: CodedColumn, row: number): number =>
  column.quantity(column.codes[row] ?? column.kinds);
