// Load shedding: a service that is too busy refuses at once, with 503 and Retry-After.

/** How busy the service is. */
export interface Strain {
  /** The median event loop lag of the last half seconds, in milliseconds. */
  readonly late: number;
  /** Requests with good keys that are being answered. */
  readonly underWay: number;
}

/** Beyond these, requests are shed. */
export interface SheddingLimits {
  readonly late: number;
  readonly underWay: number;
}

/** A page of the largest records takes 5 ms, so this lag means dozens of large answers in each turn of the loop. */
export const DEFAULT_SHEDDING: SheddingLimits = { late: 250, underWay: 256 };

const LONGEST_PAUSE = 30;

/** Seconds after which to retry, or undefined if the request is served. */
export function pauseFor(strain: Strain, figures: SheddingLimits): number | undefined {
  if (strain.late > figures.late) {
    // Working off the backlog takes that many turns of the loop.
    return Math.min(LONGEST_PAUSE, Math.max(1, Math.ceil((strain.late / figures.late) * 2)));
  }
  return strain.underWay > figures.underWay ? 1 : undefined;
}
