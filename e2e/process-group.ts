// Checks whether any process of a process group still runs.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * A process that ended but was not reaped yet (state Z) does not run; signal 0 alone cannot tell, and in a container
 * such processes may stay forever.
 */
export function groupRuns(group: number): boolean {
  if (existsSync('/proc/self/stat')) return groupsThatRun().has(group);
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function groupsThatRun(): ReadonlySet<number> {
  const groups = new Set<number>();
  for (const entry of readdirSync('/proc')) {
    // "pid (name) state parent group ...": the name may contain anything, brackets included.
    const fields = /^\d/u.test(entry) ? statOf(entry).split(') ').at(-1)?.split(' ') : undefined;
    const [state, , group] = fields ?? [];
    if (state !== undefined && state !== 'Z' && state !== 'X') groups.add(Number(group));
  }
  return groups;
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It ended between the two checks.
    return '';
  }
}
