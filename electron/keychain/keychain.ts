// The OS keychain, through keytar: loaded when it is first needed, and asked one thing at a time.

import { RailbirdError } from '#shared/errors.ts';
import { keychainProblem } from './keychain-problem.ts';

/** The part of keytar in use. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/**
 * User keys by entry: the id of an account. Errors of all: those of shared/keychain-errors.ts. A call may take as long
 * as a person takes to answer the keychain's request for a password, or for ever.
 */
export interface Keychain {
  /** A locked keychain whose request for a password is closed says nothing of it: its answer is `undefined` as well. */
  get(entry: string): Promise<string | undefined>;
  set(entry: string, userKey: string): Promise<void>;
  /** Whether an entry was deleted; false also for the locked keychain above. */
  forget(entry: string): Promise<boolean>;
}

/** Under this name a keychain's own program lists the entries. */
export const KEYCHAIN_SERVICE = 'Railbird';

/** keytar is optional: if its library is missing, only this import fails, and only when a key is needed. */
export async function loadKeytar(): Promise<Keytar> {
  const module = await import('keytar');
  return module.default;
}

/** Calls of keytar in this process that have not ended. */
let running = 0;

const counted =
  <T>(call: (module: Keytar) => Promise<T>) =>
  async (module: Keytar): Promise<T> => {
    running += 1;
    try {
      return await call(module);
    } finally {
      running -= 1;
    }
  };

/** Whether a call of keytar has not ended: it may wait for a person. */
export const isKeychainWaiting = (): boolean => running > 0;

/**
 * Ends this process, whatever the keychain does: a call that waits occupies a thread, and Node would wait for that
 * thread. Nothing else may be unfinished.
 */
export function endProcess(code: number): never {
  if (isKeychainWaiting()) {
    if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit(code);
}

/**
 * Calls wait for each other, since keytar's back-ends do not support parallel calls. None is dropped: what was asked
 * last is what the keychain holds in the end, however late it answers.
 */
export function openKeychain(load: () => Promise<Keytar>): Keychain {
  let loaded: Promise<Keytar> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const keytar = () => {
    loaded ??= load().catch((cause: unknown) => {
      // It may be installed while the app runs.
      loaded = undefined;
      throw new RailbirdError('KEYCHAIN_NOT_INSTALLED', {}, { cause });
    });
    return loaded;
  };

  const inTurn = <T>(call: (module: Keytar) => Promise<T>): Promise<T> => {
    const answer = last.then(keytar).then(counted(call));
    last = answer.catch(() => undefined);
    return answer.catch((cause: unknown) => {
      throw cause instanceof RailbirdError ? cause : keychainProblem(cause);
    });
  };

  return {
    get: async (entry) =>
      (await inTurn((module) => module.getPassword(KEYCHAIN_SERVICE, entry))) ?? undefined,
    set: (entry, userKey) => inTurn((module) => module.setPassword(KEYCHAIN_SERVICE, entry, userKey)),
    forget: (entry) => inTurn((module) => module.deletePassword(KEYCHAIN_SERVICE, entry)),
  };
}
