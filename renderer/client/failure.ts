// Reads the coded error from anything a bridge call may throw.

import { isDefinedError, ORPCError } from '@orpc/client';
import { ERROR_CODES, wordsOf, type ErrorCode, type ErrorValues } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly values: ErrorValues;
}

/** The process that opened the window has ended. */
export class AppGone extends Error {
  override readonly name = 'AppGone';
}

/** The address of this window has already opened another window. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

/** The result was closed before its rows were read by their places, where there may be others once it is opened again. */
export class RowsReopened extends Error {
  override readonly name = 'RowsReopened';
}

/** Other rows are at the places that were to be read: the result was sorted or filtered meanwhile. */
export class RowsArranged extends Error {
  override readonly name = 'RowsArranged';
}

/** The coded error of a thrown value; INTERNAL if it has none. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ORPCError && isDefinedError(thrown)) {
    const data = thrown.data as { code?: unknown; values?: unknown };
    const code = ERROR_CODES.find((known) => known === data.code);
    if (code !== undefined) return { code, values: (data.values ?? {}) as ErrorValues };
  }
  if (thrown instanceof NotAdmitted) return { code: 'ADDRESS_USED', values: {} };
  if (thrown instanceof RowsReopened) return { code: 'ROWS_REOPENED', values: {} };
  if (thrown instanceof RowsArranged) return { code: 'ROWS_ARRANGED', values: {} };
  if (thrown instanceof AppGone) return { code: 'APP_GONE', values: {} };
  return { code: 'INTERNAL', values: { id: '-' } };
}

/** Whether the main process has closed the result: it keeps those that were used last. */
export const isResultClosed = (thrown: unknown): boolean => failureOf(thrown).code === 'RESULT_CLOSED';

/** Whether the rows were sorted or filtered while they were read by their places. */
export const isRearranged = (thrown: unknown): boolean => failureOf(thrown).code === 'ROWS_ARRANGED';

/** Title and advice in the user's language. */
export function wordsOfFailure(failure: Failure, language: Language): { title: string; advice: string } {
  return wordsOf(failure.code, failure.values, language);
}

/** Both as running text. */
export function sentencesOfFailure(failure: Failure, language: Language): string {
  const { title, advice } = wordsOfFailure(failure, language);
  return language === 'ja' ? `${title}。${advice}` : `${title}. ${advice}`;
}
