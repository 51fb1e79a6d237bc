// 20,000 generated requests over all sixteen addresses, valid, corrupted and hostile, checked against the OpenAPI
// document and against a naive second implementation over the sample's records; and a tenth of that in bytes that are
// barely HTTP.
//
//   npm run bench -- service-conformance [--requests N] [--seed N] [--races N]

import { parseArgs } from 'node:util';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { sampleDays } from '../service/sample/generator/generate.ts';
import type { SampleRecord } from '../service/sample/generator/generate.ts';
import type { Stable } from '../service/testing/conformance/naive.ts';
import { runConversations, runRequests } from '../service/testing/conformance/run.ts';
import { runService } from '../service/testing/run-service.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    races: { type: 'string', default: '2' },
  },
});
const [requests, seed, races] = [values.requests, values.seed, values.races].map(Number);
if (!requests || !seed || !races) throw new Error('--requests, --seed and --races take numbers');

/** Around a new year, when racing pauses: the first races of each meeting. */
const FROM = '20251221';
const TO = '20260105';

const isOfFirstRaces = ({ racekey }: SampleRecord, count: number): boolean =>
  typeof racekey !== 'string' || Number(racekey.slice(6)) <= count;

/** The records as a store keeps them: the last of those with the same key. */
function sampleStable(count: number): Stable {
  const kept = new Map<TableCode, SampleRecord[]>(TABLE_CODES.map((code) => [code, []]));
  const horses = new Map<unknown, SampleRecord>();
  for (const { records } of sampleDays(FROM, TO, { seed: 'railbird', today: '20260115' })) {
    for (const [code, all] of records) {
      if (code === 'm_uk') for (const horse of all.slice(0, 40)) horses.set(horse['horse_id'], horse);
      else kept.get(code)?.push(...all.filter((record) => isOfFirstRaces(record, count)));
    }
  }
  return kept.set('m_uk', [...horses.values()]);
}

const stable = sampleStable(races);
const service = await runService({ records: stable });
const started = performance.now();
const wellFormed = await runRequests({ service, stable, seed, requests });
const broken = await runConversations({ service, stable, seed, requests: Math.ceil(requests / 10) });
await service.close();

for (const [what, { failure, ...outcome }] of Object.entries({ requests: wellFormed, broken })) {
  process.stdout.write(`${JSON.stringify({ what, ...outcome, failed: failure !== undefined })}\n`);
  if (failure === undefined) continue;
  process.stdout.write(`${failure}\n`);
  process.exitCode = 1;
}
const records = [...stable.values()].reduce((sum, all) => sum + all.length, 0);
process.stdout.write(
  `${JSON.stringify({ records, seconds: Math.round((performance.now() - started) / 100) / 10 })}\n`,
);
