// The person's own marks and notes as a rule may read them: a mark that was changed after the start of a race cannot have
// picked a runner of it. Only the last change of a mark and its note together is known.

import type { CodedColumn } from '../coded-column.ts';

/** The annotations on one kind of target. */
export interface OwnChanges {
  /** The columns of the runners whose values together are the target's id. */
  readonly by: readonly string[];
  /** By id: when it was last changed, YYYYMMDDHHMM in Japan. */
  readonly changed: ReadonlyMap<string, string>;
}

/** Clears the picked rows whose annotation was changed at or after the start; returns how many. `startOf`: YYYYMMDDHHMM. */
export function dropLateChanges(
  isPicked: Uint8Array,
  rows: Uint32Array,
  changes: readonly OwnChanges[],
  columns: ReadonlyMap<string, CodedColumn>,
  startOf: (row: number) => string,
): number {
  let dropped = 0;
  for (const row of rows) {
    const isLate = changes.some(({ by, changed }) => {
      const id = by
        .map((name) => columns.get(name)?.at(row)?.trim() ?? '')
        .filter((part) => part !== '')
        .join(' ');
      const at = changed.get(id);
      return at !== undefined && at >= startOf(row);
    });
    if (!isLate) continue;
    isPicked[row] = 0;
    dropped += 1;
  }
  return dropped;
}
