// A thread that makes days of sample racing and keeps each as soon as it is made. Several share one order: each
// takes the next period that no other has taken, and they write in turns.

import { parentPort, workerData } from 'node:worker_threads';
import { sampleDays } from '../sample/generate.ts';
import { chunksOf, momentKey } from './plan.ts';
import { SampleFile } from './sample-file.ts';
import { isKept } from './sample-store.ts';
import type { Arrival, Share } from './thread.ts';
import { alone, nextTurn } from './turns.ts';

const { order, turns } = workerData as Share;
const { seed, recipe, moment, racedates, remove } = order;
const options = { seed, today: moment.today, now: moment.clock };
const chunks = chunksOf(racedates);
const file = new SampleFile(order.file);
let turn = nextTurn(turns);
for (; turn < chunks.length; turn = nextTurn(turns)) {
  const { from, to } = chunks[turn] ?? { from: '', to: '' };
  const wanted = new Set(racedates.filter((racedate) => racedate >= from && racedate <= to));
  for (const { racedate, records } of sampleDays(from, to, options)) {
    if (!wanted.delete(racedate)) continue;
    const kept = new Map([...records].filter(([table]) => isKept(table)));
    alone(turns, () => file.keepDay({ racedate, recipe, asOf: momentKey(moment) }, kept));
    parentPort?.postMessage({ racedate } satisfies Arrival, []);
  }
  // A race day that the generator has nothing for would be waited for in vain.
  if (wanted.size > 0) throw new Error(`no racing was made for ${[...wanted].join(', ')}`);
}
// The thread that finds nothing left to make first has the time to tidy up.
if (turn === chunks.length) for (const racedate of remove) alone(turns, () => file.removeDays([racedate]));
file.close();
