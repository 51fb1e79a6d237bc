// Calls of the bridge's procedures by name, each with what it must answer.

import type { BridgeClient } from '#shared/bridge/contract.ts';

/** By `feature.procedure`. Those of one feature run in their order, and may build on one another. */
export type Calls = Readonly<Record<string, (client: BridgeClient) => Promise<void>>>;
