// One app per folder: the first start holds a lock there, and later ones leave it a message.

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const LOCK = 'stand-in-lock';
const MESSAGE = /^stand-in-start-\d+\.json$/u;

export interface Start {
  readonly argv: readonly string[];
  readonly cwd: string;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A link whose target is the owner's number: making it fails if there is one, as Chromium's own lock. */
function takeLock(folder: string): boolean {
  const lock = path.join(folder, LOCK);
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch {
    // A lock that outlived its owner is removed.
    if (isRunning(Number(readlinkSync(lock)))) return false;
    rmSync(lock);
    return takeLock(folder);
  }
}

/** Whether this is the only start on the folder; `onStart` is told of later ones until the process ends. */
export function requestLock(folder: string, start: Start, onStart: (start: Start) => void): boolean {
  mkdirSync(folder, { recursive: true });
  if (!takeLock(folder)) {
    const message = path.join(folder, `stand-in-start-${process.pid}.json`);
    writeFileSync(`${message}.new`, JSON.stringify(start));
    renameSync(`${message}.new`, message);
    return false;
  }
  process.once('exit', () => rmSync(path.join(folder, LOCK), { force: true }));
  const read = (): void => {
    for (const name of readdirSync(folder).filter((each) => MESSAGE.test(each))) {
      const file = path.join(folder, name);
      const message = JSON.parse(readFileSync(file, 'utf8')) as Start;
      rmSync(file);
      onStart(message);
    }
  };
  watch(folder, { persistent: false }, read);
  return true;
}
