// Whether the indices of a run are still to come. The archive counts by the same rule (electron/archive/provisional.ts);
// the window asks it of single rows. Pure.

import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import { addDays, parseRacedate } from '#shared/racing/racedate.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';

/** The indices are published days after a race. Those still blank three weeks after it stay blank. */
export const PROVISIONAL_DAYS = 21;

const JUMPS = '3';

/**
 * Whether the horse finished, and its run has no index yet: all indices of a run arrive together. Jump races, local and
 * overseas ones never have any. `cellOf`: a field of the run; undefined if it is not loaded, which rules nothing out but an
 * index. `today`: YYYYMMDD in Tokyo.
 */
export function awaitsIndices(cellOf: (field: string) => string | null | undefined, today: string): boolean {
  const idm = cellOf('idm');
  if (idm === undefined || !isBlank(idm)) return false;
  if (cellOf('track_type')?.trim() === JUMPS) return false;
  if (parseRacekey(cellOf('racekey')?.trim() ?? '')?.elsewhere === true) return false;
  const racedate = cellOf('racedate')?.trim() ?? '';
  // A run without a valid date counts as recent.
  if (parseRacedate(racedate) !== undefined && racedate < addDays(today, -PROVISIONAL_DAYS)) return false;
  const finish = readNumber(cellOf('order_of_finish')) ?? 0;
  const trouble = readNumber(cellOf('trouble_classification')) ?? 0;
  return finish > 0 && trouble <= 0;
}
