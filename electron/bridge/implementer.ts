// The contract with its guard: every handler is written against it, so none can answer unguarded.

import { implement } from '@orpc/server';
import { contract } from '#shared/bridge/contract.ts';
import { createGuard, type GuardOptions } from './guard.ts';

export const createImplementer = (options: GuardOptions) => implement(contract).use(createGuard(options));

export type Implementer = ReturnType<typeof createImplementer>;
