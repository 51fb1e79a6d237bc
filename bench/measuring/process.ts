// The resources of a process, as Linux counts them.

import { readFileSync } from 'node:fs';

/** The memory of a process in bytes, without memory-mapped files. */
export const residentMemory = (pid: number): number => statusOf(pid, 'RssAnon');

/** The same with memory-mapped files, such as the program itself: what a system's task list shows. */
export const wholeMemory = (pid: number): number => statusOf(pid, 'VmRSS');

function statusOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+([0-9]+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

/** Processor time of a process in milliseconds: the cost of an answer, however busy the machine is. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Like `processorTime`, with all living children of the process. */
export function processorTimeOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.reduce((sum, child) => sum + processorTime(Number(child)), processorTime(pid));
}

/**
 * Like `processorTime`, of a process, of its children, and of those that have ended: a server whose connections come and
 * go.
 */
export function processorTimeOfFamily([parent, ...children]: readonly number[]): number {
  if (parent === undefined) return 0;
  const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return children.reduce((sum, child) => sum + timeUnlessEnded(child), processorTime(parent) + ended);
}

function timeUnlessEnded(pid: number): number {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}
