// The output of the grid's benchmark: a line of JSON a figure, with the machine's load, which shows how far to trust
// it.

import { loadavg } from 'node:os';
import { median } from '../measuring/figures.ts';

export function print(measured: object): void {
  const [load = 0] = loadavg();
  process.stdout.write(`${JSON.stringify({ ...measured, load: Number(load.toFixed(1)) })}\n`);
}

/** Milliseconds of several runs. */
export const printTimes = (what: object, times: readonly number[]): void =>
  print({ ...what, ms: Math.round(median(times)), all: times.map(Math.round) });

/** How many times longer the peer takes. */
export function printRatio(
  ratio: string,
  peer: readonly number[],
  own: readonly number[],
  wanted: number,
): void {
  print({ ratio, value: Math.round((median(peer) / median(own)) * 10) / 10, wanted });
}
