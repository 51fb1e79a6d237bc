// What went wrong, read from anything a bridge call may throw.

import { isDefinedError, ORPCError } from '@orpc/client';
import { ERROR_CODES, wordsOf, type ErrorCode, type ErrorValues } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly values: ErrorValues;
}

/** Nobody is there to answer the window any more: what it was opened from has ended. */
export class AppGone extends Error {
  override readonly name = 'AppGone';
}

/** The address of this window has opened another one before. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

/** The coded error behind what was thrown; INTERNAL for what carries none. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ORPCError && isDefinedError(thrown)) {
    const data = thrown.data as { code?: unknown; values?: unknown };
    const code = ERROR_CODES.find((known) => known === data.code);
    if (code !== undefined) return { code, values: (data.values ?? {}) as ErrorValues };
  }
  if (thrown instanceof NotAdmitted) return { code: 'ADDRESS_USED', values: {} };
  if (thrown instanceof AppGone) return { code: 'APP_GONE', values: {} };
  return { code: 'INTERNAL', values: { id: '-' } };
}

/** Title and advice in the person's language. */
export function wordsOfFailure(failure: Failure, language: Language): { title: string; advice: string } {
  return wordsOf(failure.code, failure.values, language);
}
