// The base of every procedure of the bridge: one typed error, a code of the catalogue with its values.

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ERROR_CODES } from '#shared/errors.ts';

/** Every failure crosses as `RAILBIRD` with a code of shared/errors.ts, never with a stack or a credential. */
export const procedure = oc.errors({
  RAILBIRD: {
    status: 400,
    data: z.object({
      code: z.enum(ERROR_CODES as [string, ...string[]]),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  },
});

/** Without arguments: any are refused. The arguments of every procedure are parsed (electron/bridge/arguments.test.ts). */
export const withoutInput = procedure.input(z.undefined());
