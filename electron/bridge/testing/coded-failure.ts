// The failure of a bridge call, and whether it is the coded error that it should be.

import { isDefinedError, ORPCError } from '@orpc/client';
import { expect } from 'vitest';

export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

export const expectCoded = (error: unknown, data: unknown) => {
  expect(error).toBeInstanceOf(ORPCError);
  expect(error instanceof ORPCError && isDefinedError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'RAILBIRD', data });
};
