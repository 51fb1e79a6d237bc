// The user's own marks and notes as a rule may read them: of a mark that was changed after the bets on a race were decided,
// it is not known what it was then.

import type { CodedColumn } from '../coded-column.ts';

/** The annotations on one kind of target. */
export interface OwnChanges {
  /** The columns of the runners whose values together are the target's id. */
  readonly by: readonly string[];
  /** By id: the last start, YYYYMMDDHHMM in Japan, that its last change was too late for. */
  readonly tooLateFor: ReadonlyMap<string, string>;
}

/**
 * Leaves out every runner whose annotation was changed too late, and returns how many. Those that the mark as it is now
 * does not pick count too: a rule would look better for each loser whose mark was removed. `startOf`: YYYYMMDDHHMM.
 */
export function dropLateChanges(
  isPicked: Uint8Array,
  changes: readonly OwnChanges[],
  columns: ReadonlyMap<string, CodedColumn>,
  startOf: (row: number) => string,
): number {
  const tests = changes.map((each) => lateTest(each, columns, startOf));
  let dropped = 0;
  for (let row = 0; row < isPicked.length; row += 1) {
    if (!tests.some((isLate) => isLate(row))) continue;
    isPicked[row] = 0;
    dropped += 1;
  }
  return dropped;
}

function lateTest(
  { by, tooLateFor }: OwnChanges,
  columns: ReadonlyMap<string, CodedColumn>,
  startOf: (row: number) => string,
): (row: number) => boolean {
  const parts = by.flatMap((name) => columns.get(name) ?? []);
  const [first] = parts;
  if (first === undefined) return () => false;
  // Few of the codes begin an id, so that few rows are asked for theirs.
  const begins = new Set([...tooLateFor.keys()].map(beginningOf));
  const mayBeLate = Uint8Array.from({ length: first.kinds }, (_, code) =>
    Number(begins.has(beginningOf(first.text(code)?.trim() ?? ''))),
  );
  return (row) => {
    if (mayBeLate[first.codes[row] ?? 0] !== 1) return false;
    const texts = parts.map((column) => column.at(row)?.trim() ?? '');
    const at = tooLateFor.get(texts.filter((text) => text !== '').join(' '));
    return at !== undefined && at >= startOf(row);
  };
}

const beginningOf = (id: string): string => id.split(' ', 1)[0] ?? '';
