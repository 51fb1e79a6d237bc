// The procedures of the bridge with the schemas of their arguments: a new one is among them by itself.

import { isContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import { contract } from '#shared/bridge/contract.ts';

export interface ListedProcedure {
  /** `feature.procedure`. */
  readonly name: string;
  /** Undefined if its arguments are not parsed. */
  readonly input: z.core.$ZodType | undefined;
}

export const PROCEDURES: readonly ListedProcedure[] = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members).flatMap(([name, member]) =>
    isContractProcedure(member)
      ? [{ name: `${feature}.${name}`, input: member['~orpc'].inputSchema as z.core.$ZodType | undefined }]
      : [],
  ),
);
