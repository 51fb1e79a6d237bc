// What the user changes may have been changed in another window meanwhile: the core refuses to overwrite that
// (CHANGED_ELSEWHERE), and the window keeps both.

import { failureOf } from './failure.ts';

export const isChangedElsewhere = (thrown: unknown): boolean =>
  failureOf(thrown).code === 'CHANGED_ELSEWHERE';

/**
 * Both changes of one thing, field by field; undefined if they changed one field differently. Values are compared as
 * JSON. `base`: what both were made from.
 */
export function mergedChanges<Kept extends object>(base: Kept, own: Kept, theirs: Kept): Kept | undefined {
  const merged: Kept = { ...theirs };
  for (const field of Object.keys({ ...base, ...own }) as (keyof Kept)[]) {
    if (isSame(own[field], base[field]) || isSame(own[field], theirs[field])) continue;
    if (!isSame(theirs[field], base[field])) return undefined;
    merged[field] = own[field];
  }
  return merged;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The first of "name", "name 2", "name 3" that is not taken. */
export function freeCopyName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const copy = `${name} ${number}`;
    if (!taken.has(copy)) return copy;
  }
}
