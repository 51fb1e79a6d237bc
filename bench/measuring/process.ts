// What a process takes of the machine, as Linux counts it.

import { readFileSync } from 'node:fs';

/** Of a process, in bytes, without the pages of files that are mapped into it. */
export function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Processor time of a process, in milliseconds: what an answer costs however busy the machine is with others. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
