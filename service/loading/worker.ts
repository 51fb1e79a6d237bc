// The thread that makes days of sample racing and keeps each as soon as it is made.

import { parentPort, workerData } from 'node:worker_threads';
import { sampleDays } from '../sample/generate.ts';
import { chunksOf, momentKey } from './plan.ts';
import { SampleFile } from './sample-file.ts';
import { isKept } from './sample-store.ts';
import type { Arrival, Order } from './thread.ts';

const { file: path, seed, recipe, moment, racedates } = workerData as Order;
const options = { seed, today: moment.today, now: moment.clock };
const ordered = new Set(racedates);
const file = new SampleFile(path);
for (const { from, to } of chunksOf(racedates)) {
  for (const { racedate, records } of sampleDays(from, to, options)) {
    if (!ordered.delete(racedate)) continue;
    const kept = new Map([...records].filter(([table]) => isKept(table)));
    file.keepDay({ racedate, recipe, asOf: momentKey(moment) }, kept);
    parentPort?.postMessage({ racedate } satisfies Arrival, []);
  }
}
file.close();
// A race day that the generator has nothing for would be waited for in vain.
if (ordered.size > 0) throw new Error(`no racing was made for ${[...ordered].join(', ')}`);
