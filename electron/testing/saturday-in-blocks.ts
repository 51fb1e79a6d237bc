// A core that has stored the races and results of a past Saturday, and made its blocks.

import { daysLacking } from '../downloads/verify/shortfalls.ts';
import type { FakeService } from './fake-service.ts';
import { openCore, type Core } from './open-core.ts';
import { ofPeriod, SATURDAY, threeDays, TODAY } from './three-days.ts';

export interface SaturdayInBlocks {
  readonly service: FakeService;
  readonly core: Core;
  /** Makes the blocks that are missing: a write deletes those that it concerns. */
  readonly makeBlocks: () => Promise<void>;
}

export async function openSaturdayInBlocks(): Promise<SaturdayInBlocks> {
  const service = threeDays();
  const core = await openCore(service);
  const makeBlocks = async (): Promise<void> => {
    const archive = await core.archive();
    while (await archive.makeBlocks(TODAY.racedate, daysLacking));
  };
  const { racedate } = SATURDAY;
  for (const table of ['d_ra', 'd_se'] as const) await core.results.open(ofPeriod(table, racedate, racedate));
  await makeBlocks();
  return { service, core, makeBlocks };
}
