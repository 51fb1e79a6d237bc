// Calls of the bridge's procedures by name, each with what it must answer.

import type { BridgeClient } from '#shared/bridge/contract.ts';

/** By `feature.procedure`. Each is made of an app of its own, so it needs no other. */
export type Calls = Readonly<Record<string, (client: BridgeClient) => Promise<void>>>;
