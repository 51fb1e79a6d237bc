// The user's own marks and notes as a rule may read them: a mark that was changed after the bets on a race were decided
// cannot have picked a runner of it. Only the last change of a mark and its note together is known.

import type { CodedColumn } from '../coded-column.ts';

/** The annotations on one kind of target. */
export interface OwnChanges {
  /** The columns of the runners whose values together are the target's id. */
  readonly by: readonly string[];
  /** By id: the last start, YYYYMMDDHHMM in Japan, that its last change was too late for. */
  readonly tooLateFor: ReadonlyMap<string, string>;
}

/** Clears the picked rows whose annotation was changed too late; returns how many. `startOf`: YYYYMMDDHHMM. */
export function dropLateChanges(
  isPicked: Uint8Array,
  changes: readonly OwnChanges[],
  columns: ReadonlyMap<string, CodedColumn>,
  startOf: (row: number) => string,
): number {
  let dropped = 0;
  for (let row = isPicked.indexOf(1); row >= 0; row = isPicked.indexOf(1, row + 1)) {
    const isLate = changes.some(({ by, tooLateFor }) => {
      const id = by
        .map((name) => columns.get(name)?.at(row)?.trim() ?? '')
        .filter((part) => part !== '')
        .join(' ');
      const at = tooLateFor.get(id);
      return at !== undefined && at >= startOf(row);
    });
    if (!isLate) continue;
    isPicked[row] = 0;
    dropped += 1;
  }
  return dropped;
}
