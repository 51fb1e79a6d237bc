// Reads a file of limits: rates, shedding and connections. Those that are given replace the defaults.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { RateLimits } from '../limits.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { SheddingLimits } from './shedding.ts';

const rate = z.strictObject({ perSecond: z.number().positive(), burst: z.int().positive() });

const FILE = z.strictObject({
  user: rate.optional(),
  inFlight: z.int().positive().optional(),
  address: rate.optional(),
  failuresAMinute: z.int().positive().optional(),
  connections: z
    .strictObject({ all: z.int().positive().optional(), address: z.int().positive().optional() })
    .optional(),
  shedding: z
    .strictObject({ late: z.number().positive().optional(), underWay: z.int().positive().optional() })
    .optional(),
});

export interface Figures {
  readonly limits: RateLimits;
  readonly shedding: SheddingLimits;
  readonly bounds: ConnectionLimits;
}

/** @throws Error that tells the user who wrote the file what is wrong with it */
export function readLimitsFile(path: string, usual: Figures): Figures {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`${path} cannot be read as JSON`);
  }
  const read = FILE.safeParse(parsed);
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  const { shedding = {}, connections = {}, user, address, inFlight, failuresAMinute } = read.data;
  return {
    limits: {
      user: user ?? usual.limits.user,
      address: address ?? usual.limits.address,
      inFlight: inFlight ?? usual.limits.inFlight,
      failuresAMinute: failuresAMinute ?? usual.limits.failuresAMinute,
    },
    bounds: {
      ...usual.bounds,
      connections: connections.all ?? usual.bounds.connections,
      connectionsOfAddress: connections.address ?? usual.bounds.connectionsOfAddress,
    },
    shedding: {
      late: shedding.late ?? usual.shedding.late,
      underWay: shedding.underWay ?? usual.shedding.underWay,
    },
  };
}
