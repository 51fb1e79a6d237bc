// Two windows may change the same thing that the user keeps: a bet list, a rule, a view. Each change says which content
// it is based on, and one that is based on other content than what is stored is refused, so the window can keep both.

import { createHash } from 'node:crypto';
import { RailbirdError } from '#shared/errors.ts';

/** Identifies a content: equal for equal JSON texts. */
export const revisionOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');

interface Basis {
  readonly name: string;
  /** Of what is stored now; undefined if nothing is. */
  readonly stored: string | undefined;
  /** Of what the change was made from; undefined for something new. */
  readonly basis: string | undefined;
  /** Of what is to be stored; undefined for a removal. A change that is stored already is no conflict. */
  readonly wanted?: string;
}

/** Errors: CHANGED_ELSEWHERE. */
export function requireBasis({ name, stored, basis, wanted }: Basis): void {
  if (stored === basis || stored === wanted) return;
  throw new RailbirdError('CHANGED_ELSEWHERE', { name });
}
