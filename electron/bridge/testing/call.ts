// Calls of the bridge's procedures by name, each with its expected answer.

import type { BridgeClient } from '#shared/bridge/contract.ts';

/** Keyed by `feature.procedure`. Each runs against an app of its own, so it depends on no other. */
export type Calls = Readonly<Record<string, (client: BridgeClient) => Promise<void>>>;
