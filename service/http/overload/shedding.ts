// When the service is too busy to begin an answer well: then it says so at once, with 503 and when to come back.

/** How busy the service is. */
export interface Strain {
  /** How late the event loop is, milliseconds: the median of the last moments. */
  readonly late: number;
  /** Requests with good keys that are being answered. */
  readonly underWay: number;
}

/** From where on requests are shed. */
export interface SheddingFigures {
  readonly late: number;
  readonly underWay: number;
}

/** A page of the largest records takes 5 ms, so that late means dozens of large answers for each turn of the loop. */
export const USUAL_SHEDDING: SheddingFigures = { late: 250, underWay: 256 };

const LONGEST_PAUSE = 30;

/** Seconds after which to ask again, or undefined where the request is taken. */
export function pauseFor(strain: Strain, figures: SheddingFigures): number | undefined {
  if (strain.late > figures.late) {
    // What has queued up takes as many turns of the loop to work off.
    return Math.min(LONGEST_PAUSE, Math.max(1, Math.ceil((strain.late / figures.late) * 2)));
  }
  return strain.underWay > figures.underWay ? 1 : undefined;
}
