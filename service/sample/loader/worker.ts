// A worker thread that generates days of sample racing and stores each as soon as it is finished. Several share one
// task: each takes the next free period, and they write in turns.

import { parentPort, workerData } from 'node:worker_threads';
import { sampleDays } from '../generator/generate.ts';
import { QUICK_TABLES } from './parts.ts';
import { chunksOf, momentKey, quicklyMade } from './plan.ts';
import { SampleFile } from './sample-file.ts';
import { isKept } from './sample-store.ts';
import type { Arrival, Share } from './thread.ts';
import { exclusively, nextTurn } from './shared-work.ts';

const { order, turns } = workerData as Share;
const { seed, recipe, moment, racedates, remove } = order;
const options = { seed, today: moment.today, now: moment.clock };
const chunks = chunksOf(racedates);
const file = new SampleFile(order.file);
const asOf = momentKey(moment);

/** Generates the quick part of the newest days, which many queries wait for. */
function makeQuickly(): void {
  const days = quicklyMade(racedates);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return;
  for (const { racedate, records } of sampleDays(from, to, { ...options, tables: QUICK_TABLES })) {
    if (!days.includes(racedate)) continue;
    exclusively(turns, () => file.keepQuickPart({ racedate, recipe, asOf }, records));
    parentPort?.postMessage({ racedate, part: 'quick' } satisfies Arrival, []);
  }
}

let turn = nextTurn(turns);
// The first turn covers both parts; the other threads continue with the following days.
if (turn === 0) makeQuickly();
for (; turn < chunks.length; turn = nextTurn(turns)) {
  const { from, to } = chunks[turn] ?? { from: '', to: '' };
  const wanted = new Set(racedates.filter((racedate) => racedate >= from && racedate <= to));
  for (const { racedate, records } of sampleDays(from, to, options)) {
    if (!wanted.delete(racedate)) continue;
    const kept = new Map([...records].filter(([table]) => isKept(table)));
    exclusively(turns, () => file.keepDay({ racedate, recipe, asOf }, kept));
    parentPort?.postMessage({ racedate, part: 'whole' } satisfies Arrival, []);
  }
  // Otherwise queries would wait forever for a race day without records.
  if (wanted.size > 0) throw new Error(`no racing was generated for ${[...wanted].join(', ')}`);
}
// The first thread that runs out of work cleans up.
if (turn === chunks.length)
  for (const racedate of remove) exclusively(turns, () => file.removeDays([racedate]));
file.close();
