// The example records of the document: one race of the sample, and its winner, in every table.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import type { SampleRecord } from '../../sample/generator/generate.ts';
import { sampleDays } from '../../sample/generator/generate.ts';

const RACEDATE = '20251228';
/** Long enough ago for every index of the results to be published. */
const WRITTEN_ON = '20260115';

/** One record per table, of the same race and horse. @throws if the sample has no such race */
export function sampleExamples(): Record<TableCode, SampleRecord> {
  const [day] = sampleDays(RACEDATE, RACEDATE, { seed: 'railbird', today: WRITTEN_ON });
  const winner = day?.records.get('t_se')?.findLast((record) => Number(record['order_of_finish']) === 1);
  if (!day || !winner) throw new Error(`the sample has no result on ${RACEDATE}`);
  const wanted: SampleRecord = {
    racekey: winner['racekey'] ?? null,
    horse_id: winner['horse_id'] ?? null,
    holdingkey: String(winner['racekey']).slice(0, 6),
  };
  const isMeant = (record: SampleRecord): boolean =>
    Object.entries(wanted).every(([name, value]) => !(name in record) || record[name] === value);
  return Object.fromEntries(
    TABLE_CODES.map((code) => {
      const record = day.records.get(code)?.find(isMeant);
      if (!record) throw new Error(`the sample has no example for ${code}`);
      return [code, record];
    }),
  ) as Record<TableCode, SampleRecord>;
}
