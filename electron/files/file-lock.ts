// A lock file beside a file that several processes write. It survives a kill -9: the next process takes it over as soon
// as its owner has provably ended, or once the lock has not been renewed for a while.
//
// proper-lockfile is not an option: it relies on the wall clock alone, makes everyone wait ten seconds after a kill,
// and lets two processes that find the same stale lock both take it.

import { randomBytes } from 'node:crypto';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hasProvablyEnded, THIS_PROCESS } from './process-identity.ts';

export interface FileLock {
  /** False if another process took it over because this one was suspended for too long. */
  isLocked(): Promise<boolean>;
  /** Never fails: a lock that cannot be removed is taken over by the next process. */
  release(): Promise<void>;
}

/** The clock of the locks, in milliseconds that only increase: setting the system clock must not free a lock. */
export interface LockClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const RENEWED_EVERY_MS = 2_000;
/** Five renewals were missed: the owner has ended, or its machine sleeps. */
const ABANDONED_AFTER_MS = 10_000;
/** Writing a state takes milliseconds; waking up a disk takes seconds. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

const systemLockClock: LockClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * The locks of this process. A lock file that names this process but is absent here could not be removed on release.
 */
const ownLocks = new Set<string>();

export const LOCK_SUFFIX = '.lock';

export const lockPathOf = (path: string): string => `${path}${LOCK_SUFFIX}`;

/** Waits for the lock of `path`, in an existing folder. Errors: those of node:fs; a timeout after a minute. */
export async function lockFile(path: string, clock: LockClock = systemLockClock): Promise<FileLock> {
  const waiter = new Waiter(clock);
  for (;;) {
    const lock = await tryLock(path, waiter);
    if (lock !== undefined) return lock;
    await waiter.pause(path);
  }
}

/** The lock of `path` if it is free or abandoned; undefined if it is taken. Errors: those of node:fs. */
export async function tryLock(path: string, waiter?: Waiter): Promise<FileLock | undefined> {
  const lockPath = lockPathOf(path);
  const content = `${THIS_PROCESS} ${randomBytes(8).toString('hex')}`;
  ownLocks.add(content);
  try {
    if (await create(lockPath, content)) return locked(lockPath, content);
    await removeIfAbandoned(lockPath, waiter);
    if (await create(lockPath, content)) return locked(lockPath, content);
  } catch (error) {
    ownLocks.delete(content);
    throw error;
  }
  ownLocks.delete(content);
  return undefined;
}

function locked(lockPath: string, content: string): FileLock {
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(lockPath, now, now).catch(() => undefined);
  }, RENEWED_EVERY_MS);
  renewal.unref();
  const isLocked = async () => (await inspect(lockPath))?.content === content;
  return {
    isLocked,
    release: async () => {
      clearInterval(renewal);
      try {
        if (await isLocked()) await rm(lockPath, { force: true });
      } catch {
        // It is no longer among this process's locks: the next process takes it over.
      }
      ownLocks.delete(content);
    },
  };
}

/** False if the file exists already. */
async function create(lockPath: string, content: string): Promise<boolean> {
  let handle;
  try {
    handle = await open(lockPath, 'wx', 0o600);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  try {
    await handle.writeFile(content);
    await handle.close();
    return true;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(lockPath, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** On Windows a file that is being removed cannot be opened for a moment. */
const TAKEN = new Set(process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EACCES', 'EBUSY'] : ['EEXIST']);
const isTaken = (error: unknown): boolean => TAKEN.has((error as NodeJS.ErrnoException).code ?? '');

interface Seen {
  readonly content: string;
  /** Changes whenever the lock is taken or renewed. */
  readonly state: string;
}

async function inspect(lockPath: string): Promise<Seen | undefined> {
  try {
    const [content, { mtimeMs, ino }] = await Promise.all([readFile(lockPath, 'utf8'), stat(lockPath)]);
    return { content, state: `${content} ${mtimeMs} ${ino}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Tracks how long a process has waited, and how long the locks in its way have not changed. */
export class Waiter {
  readonly #clock: LockClock;
  readonly #since: number;
  readonly #unchanged = new Map<string, { readonly state: string; readonly since: number }>();
  #pause = FIRST_PAUSE_MS;

  constructor(clock: LockClock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  hasStoodLong(lockPath: string, { state }: Seen): boolean {
    const before = this.#unchanged.get(lockPath);
    if (before?.state === state) return this.#clock.now() - before.since >= ABANDONED_AFTER_MS;
    this.#unchanged.set(lockPath, { state, since: this.#clock.now() });
    return false;
  }

  /** Errors: a timeout when the wait exceeds its limit. */
  async pause(path: string): Promise<void> {
    if (this.#clock.now() - this.#since > PATIENCE_MS)
      throw new Error(`${lockPathOf(path)} was locked by another process for too long`);
    await this.#clock.wait(this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
  }
}

function isAbandoned(lockPath: string, seen: Seen, waiter: Waiter | undefined): boolean {
  const [identity = ''] = seen.content.split(' ');
  if (identity === THIS_PROCESS) return !ownLocks.has(seen.content);
  return hasProvablyEnded(identity) || waiter?.hasStoodLong(lockPath, seen) === true;
}

/**
 * Only one process at a time removes an abandoned lock, and it checks the lock again first: it then removes only the
 * abandoned lock, never one that another process has just created in its place.
 */
async function removeIfAbandoned(lockPath: string, waiter: Waiter | undefined): Promise<void> {
  const seen = await inspect(lockPath);
  if (seen === undefined || !isAbandoned(lockPath, seen, waiter)) return;
  const guard = `${lockPath}.removing`;
  const content = `${THIS_PROCESS} ${randomBytes(8).toString('hex')}`;
  ownLocks.add(content);
  try {
    if (await create(guard, content)) {
      try {
        if ((await inspect(lockPath))?.state === seen.state) await rm(lockPath, { force: true });
      } finally {
        await rm(guard, { force: true });
      }
      return;
    }
    const other = await inspect(guard);
    if (other !== undefined && isAbandoned(guard, other, waiter)) await rm(guard, { force: true });
  } finally {
    ownLocks.delete(content);
  }
}
