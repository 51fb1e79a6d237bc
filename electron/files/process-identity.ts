// Identifies a process so that another one can later prove that it has ended. A pid alone proves nothing: it is reused
// after a restart of the machine or by another process, and it means nothing on another machine that shares the folder.

import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Used in file names: machine, boot of the machine, pid, start of the process; `0` stands for an unknown part. */
export const IDENTITY_PATTERN = '[0-9a-f]{8}-[0-9a-f]{1,8}-[0-9]+-[0-9]+';

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

const pidNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
};

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const machine = shortHash([hostname(), textOf('/etc/machine-id'), pidNamespace()].join('\n'));
const bootId = textOf('/proc/sys/kernel/random/boot_id');
const boot = bootId === '' ? '0' : shortHash(bootId);

/** The fields of the system's line about the process from its state on; none if there is no such line (not Linux). */
function statOf(pid: number): readonly string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the program's name, which may contain blanks and brackets.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Clock ticks from the boot of the machine to the start of the process; '' if the system does not report it. */
const startOf = (pid: number): string => statOf(pid)[19] ?? '';

/** This process. */
export const THIS_PROCESS = `${machine}-${boot}-${process.pid}-${startOf(process.pid) || '0'}`;

/** Whether the process with that identity has provably ended. False if nothing can be known. */
export function hasProvablyEnded(identity: string): boolean {
  const [itsMachine, itsBoot, pid = '', start] = identity.split('-');
  if (itsMachine !== machine || !/^[1-9][0-9]*$/.test(pid)) return false;
  if (itsBoot !== boot) return true;
  if (!isRunning(Number(pid))) return true;
  // It has ended, and its parent has not asked how.
  if (statOf(Number(pid))[0] === 'Z') return true;
  const startNow = startOf(Number(pid));
  return startNow !== '' && start !== '0' && startNow !== start;
}

/** Whether any process with this pid runs on this machine, the intended one or another. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user, who forbids the signal, but it exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
