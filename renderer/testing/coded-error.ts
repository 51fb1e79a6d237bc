// A coded error as it arrives from the core.

import { ORPCError } from '@orpc/client';
import type { ErrorCode, ErrorValues } from '#shared/errors.ts';

export const codedError = (code: ErrorCode, values: ErrorValues = {}) =>
  new ORPCError('RAILBIRD', { defined: true, data: { code, values } });
