// Finds and stores the user key of an account: from the environment, in this session, or in the keychain, in that order.
// A keychain that does not answer is not waited for: the session holds the key, and a late answer is still used. The
// connections of one data folder share what is in memory, so a key that one of them forgets is gone for all.

import { RailbirdError } from '#shared/errors.ts';
import { STORED_KEY_CODES, type Connection, type StoredKeyCode } from '#shared/bridge/connection.ts';
import type { KeychainCode } from '#shared/keychain-errors.ts';
import { isSendable, readPastedKey } from '#shared/pasted-key.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Account } from './accounts.ts';

export type KeyPlace = 'keychain' | 'session' | 'environment';

export interface UserKey {
  readonly userKey: string;
  readonly where: KeyPlace;
}

/** Whose key it is: its entry in the keychain, whether one was put there, and whether it is a key that was replaced. */
export type KeyOwner = Pick<Account, 'id' | 'isKept' | 'isOutdated'>;

export interface KeptKey {
  readonly where: 'keychain' | 'session';
  /** The keychain may still have the key that this one replaced. */
  readonly isOutdated: boolean;
}

export interface UserKeys {
  /** Errors: those of shared/keychain-errors.ts, KEY_UNSENDABLE for what the keychain has; until `retry` at once. */
  find(owner: KeyOwner): Promise<UserKey | undefined>;
  /**
   * For this session at once, and in the keychain if it is wanted there and takes it; `describe` says why if not.
   * A key for the session replaces that of the keychain, too.
   */
  keep(owner: KeyOwner, userKey: string, place: KeptKey['where']): Promise<KeptKey>;
  /** Gone from memory in any case. Errors: KEYCHAIN_KEPT if the keychain does not confirm that it deleted it. */
  forget(owner: KeyOwner): Promise<void>;
  /** What the window shows. Never fails: a keychain that does not answer is shown as a problem. */
  describe(owner: KeyOwner | undefined): Promise<Pick<Connection, 'userKey' | 'keychain'>>;
  /** Asks the keychain again: for the key, or to take the one that only the session has. Never fails. */
  retry(owner: KeyOwner | undefined): Promise<void>;
  /** Another connection replaced or forgot this account's key: that is newer than the environment. */
  changedElsewhere(id: string): void;
}

export interface UserKeysOptions {
  readonly keychain: Keychain;
  /** Shared with other connections; without it, of its own. */
  readonly memory?: KeyMemory | undefined;
  /** How long the app waits for the keychain, in milliseconds. */
  readonly limitMs: number;
  /** Of the account with this id, and of no other. */
  readonly fromEnvironment?: { readonly id: string; readonly userKey: string };
  /** A late answer of the keychain changed something. `isKept`: it took a key, or deleted a forgotten one. */
  readonly changed: (change: { readonly id: string; readonly isKept?: boolean }) => void;
  /** A key is no longer used. */
  readonly forgotten: (userKey: string) => void;
}

/** A locked keychain may wait for its user for ever. */
export const KEYCHAIN_LIMIT_MS = 3000;

/** No account has this id. A keychain answers without asking anybody, since it has no such entry. */
const PROBE = 'probe';

/** Where there is none of these, there is no key either. */
const WITHOUT_KEYCHAIN: ReadonlySet<string> = new Set<KeychainCode>([
  'KEYCHAIN_NOT_INSTALLED',
  'KEYCHAIN_NO_SESSION',
  'KEYCHAIN_NO_SERVICE',
  'KEYCHAIN_PORTABLE',
]);

interface KeyState {
  /** In memory; undefined if the keychain was not reading, has none, or did not give it. */
  key?: UserKey;
  /** The session's key is meant to stay out of the keychain. */
  isForSession?: boolean;
  /** The keychain has the key, had it in this run, or did not confirm that it deleted it. */
  isKept?: boolean;
  /** Forgotten in this run: the keychain is not reading for it. */
  isForgotten?: boolean;
  /** Why the keychain did not give it. */
  problem?: RailbirdError;
}

/** What is known of each account's key in this run, by the account's id. */
export interface KeyMemory {
  readonly states: Map<string, KeyState>;
  /** Calls on their way, so that simultaneous requests ask the keychain once. */
  readonly reading: Map<string, Promise<UserKey | undefined>>;
}

export const createKeyMemory = (): KeyMemory => ({ states: new Map(), reading: new Map() });

export const createUserKeys = (options: UserKeysOptions): UserKeys => new KeysOfAccounts(options);

class KeysOfAccounts implements UserKeys {
  readonly #options: UserKeysOptions;
  readonly #states: KeyMemory['states'];
  readonly #reading: KeyMemory['reading'];
  #fromEnvironment: UserKeysOptions['fromEnvironment'];
  /** The keychain's last problem, until it answers. */
  #problem: RailbirdError | undefined;
  #isProbed = false;

  constructor(options: UserKeysOptions) {
    const { states, reading } = options.memory ?? createKeyMemory();
    this.#options = options;
    this.#states = states;
    this.#reading = reading;
    this.#fromEnvironment = options.fromEnvironment;
    // A command has no button to try again: it asks the keychain itself.
    for (const state of states.values()) delete state.problem;
  }

  async find(owner: KeyOwner): Promise<UserKey | undefined> {
    if (this.#fromEnvironment?.id === owner.id)
      return { userKey: this.#fromEnvironment.userKey, where: 'environment' };
    const state = this.#states.get(owner.id);
    if (state?.key !== undefined) return state.key;
    if (state?.problem !== undefined) throw state.problem;
    // A replaced key must not come back.
    if (state?.isForgotten === true || owner.isOutdated === true) return undefined;
    const reading = this.#reading.get(owner.id) ?? this.#read(owner);
    this.#reading.set(owner.id, reading);
    return reading.finally(() => this.#reading.delete(owner.id));
  }

  async keep(owner: KeyOwner, userKey: string, place: KeptKey['where']): Promise<KeptKey> {
    // A key that the user types now is newer than the environment's.
    if (this.#fromEnvironment?.id === owner.id) this.#fromEnvironment = undefined;
    const replaced = this.#states.get(owner.id);
    if (replaced?.key !== undefined && replaced.key.userKey !== userKey)
      this.#options.forgotten(replaced.key.userKey);
    const isForSession = place === 'session';
    const state: KeyState = {
      key: { userKey, where: 'session' },
      isForSession,
      isKept: mayHaveEntry(owner, replaced),
    };
    this.#states.set(owner.id, state);
    const inSession = (): KeptKey => ({ where: 'session', isOutdated: state.isKept === true });
    // What was stored before is not this key, and would come back at the next start.
    const forgetOld = async (): Promise<void> => {
      if (state.isKept !== true) return;
      const forgetting = this.#withinLimit(this.#options.keychain.forget(owner.id), () => undefined);
      const [forgotten] = await Promise.allSettled([forgetting]);
      if (forgotten.status === 'fulfilled' && forgotten.value) state.isKept = false;
    };
    if (isForSession) {
      await forgetOld();
      return inSession();
    }
    const isStored = () => {
      // Forgotten or replaced while the keychain waited: it receives that order next.
      if (this.#states.get(owner.id) !== state) return;
      state.key = { userKey, where: 'keychain' };
      state.isKept = true;
    };
    try {
      await this.#withinLimit(this.#options.keychain.set(owner.id, userKey), ({ status }) => {
        const isWanted = status === 'fulfilled' && this.#states.get(owner.id) === state;
        if (isWanted) isStored();
        this.#options.changed({ id: owner.id, ...(isWanted ? { isKept: true } : {}) });
      });
      isStored();
      return { where: 'keychain', isOutdated: false };
    } catch (error) {
      const problem = coded(error);
      // A slow one may take the key yet, and would delete it next.
      if (problem.code === 'KEYCHAIN_SLOW') return inSession();
      await forgetOld();
      this.#problem = problem;
      return inSession();
    }
  }

  async forget(owner: KeyOwner): Promise<void> {
    if (this.#fromEnvironment?.id === owner.id) {
      this.#options.forgotten(this.#fromEnvironment.userKey);
      this.#fromEnvironment = undefined;
    }
    const state = this.#states.get(owner.id);
    if (state?.key !== undefined) this.#options.forgotten(state.key.userKey);
    const isKept = mayHaveEntry(owner, state);
    const forgotten: KeyState = { isForgotten: true, isKept };
    this.#states.set(owner.id, forgotten);
    this.#reading.delete(owner.id);
    const isGone = (isDeleted: boolean): boolean => isDeleted || !isKept;
    try {
      const isDeleted = await this.#withinLimit(this.#options.keychain.forget(owner.id), (late) => {
        const isWanted = this.#states.get(owner.id) === forgotten;
        const isGoneLate = isWanted && late.status === 'fulfilled' && isGone(late.value);
        if (isGoneLate) forgotten.isKept = false;
        this.#options.changed({ id: owner.id, ...(isGoneLate ? { isKept: false } : {}) });
      });
      forgotten.isKept = !isGone(isDeleted);
    } catch (cause) {
      if (!isKept && cause instanceof RailbirdError && WITHOUT_KEYCHAIN.has(cause.code)) return;
      forgotten.isKept = true;
      throw new RailbirdError('KEYCHAIN_KEPT', {}, { cause });
    }
    if (forgotten.isKept) throw new RailbirdError('KEYCHAIN_KEPT');
  }

  async describe(owner: KeyOwner | undefined): Promise<Pick<Connection, 'userKey' | 'keychain'>> {
    const userKey = owner === undefined ? 'absent' : await this.#whereIs(owner);
    await this.#probe();
    const problem = (owner && this.#states.get(owner.id)?.problem) ?? this.#problem;
    return {
      userKey,
      keychain: {
        available: this.#problem === undefined,
        ...(userKey === 'absent' && owner !== undefined && mayHaveEntry(owner, this.#states.get(owner.id))
          ? { mayHaveOldKey: true }
          : {}),
        ...(problem === undefined ? {} : { problem: { code: codeOf(problem), values: problem.values } }),
      },
    };
  }

  async retry(owner: KeyOwner | undefined): Promise<void> {
    this.#problem = undefined;
    this.#isProbed = false;
    if (owner === undefined) return this.#probe();
    const state = this.#states.get(owner.id);
    if (state?.key?.where === 'session' && state.isForSession !== true) {
      if ((await this.keep(owner, state.key.userKey, 'keychain')).where === 'keychain')
        this.#options.changed({ id: owner.id, isKept: true });
      return;
    }
    delete state?.problem;
    await this.find(owner).catch(() => undefined);
  }

  changedElsewhere(id: string): void {
    if (this.#fromEnvironment?.id !== id) return;
    const { userKey } = this.#fromEnvironment;
    this.#fromEnvironment = undefined;
    if (this.#states.get(id)?.key?.userKey !== userKey) this.#options.forgotten(userKey);
  }

  async #read(owner: KeyOwner): Promise<UserKey | undefined> {
    const state = this.#states.get(owner.id) ?? {};
    this.#states.set(owner.id, state);
    const use = (answer: PromiseSettledResult<string | undefined>) => {
      // Typed, replaced or forgotten meanwhile.
      if (this.#states.get(owner.id) !== state) return;
      const userKey = answer.status === 'rejected' ? '' : readPastedKey(answer.value ?? '').key;
      const problem = answer.status === 'rejected' ? coded(answer.reason) : problemOf(owner, userKey);
      if (problem === undefined) delete state.problem;
      else state.problem = problem;
      if (problem !== undefined || userKey === '') return;
      state.key = { userKey, where: 'keychain' };
      state.isKept = true;
      if (owner.isKept !== true) this.#options.changed({ id: owner.id, isKept: true });
    };
    const reading = this.#withinLimit(this.#options.keychain.get(owner.id), (late) => {
      use(late);
      this.#options.changed({ id: owner.id });
    });
    const [answer] = await Promise.allSettled([reading]);
    use(answer);
    const known = this.#states.get(owner.id);
    if (known?.problem !== undefined) throw known.problem;
    return known?.key;
  }

  /** The answer if it comes within the limit. Errors: KEYCHAIN_SLOW; `late` then gets the answer. */
  async #withinLimit<T>(answer: Promise<T>, late: (outcome: PromiseSettledResult<T>) => void): Promise<T> {
    this.#isProbed = true;
    const slow = Promise.withResolvers<never>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#problem = new RailbirdError('KEYCHAIN_SLOW');
      slow.reject(this.#problem);
    }, this.#options.limitMs);
    const settle = async (): Promise<void> => {
      const [outcome] = await Promise.allSettled([answer]);
      clearTimeout(timer);
      this.#problem = outcome.status === 'rejected' ? coded(outcome.reason) : undefined;
      if (isLate) late(outcome);
    };
    await Promise.race([settle(), slow.promise]);
    return answer;
  }

  async #whereIs(owner: KeyOwner): Promise<Connection['userKey']> {
    try {
      return (await this.find(owner))?.where ?? 'absent';
    } catch {
      return owner.isKept === true ? 'unread' : 'absent';
    }
  }

  /** Whether there is a keychain, if nothing was reading of it yet. */
  async #probe(): Promise<void> {
    if (this.#isProbed) return;
    await this.#withinLimit(this.#options.keychain.get(PROBE), () =>
      this.#options.changed({ id: PROBE }),
    ).catch(() => undefined);
  }
}

/** Whether the keychain has a key, as far as is known. */
const mayHaveEntry = (owner: KeyOwner, state: KeyState | undefined): boolean =>
  owner.isKept === true || owner.isOutdated === true || state?.isKept === true;

/** What is wrong with the keychain's answer. Another program may have written it. */
function problemOf({ isKept }: KeyOwner, userKey: string): RailbirdError | undefined {
  // It was stored, and the keychain has none: it is locked, or another program deleted the key.
  if (userKey === '') return isKept === true ? new RailbirdError('KEYCHAIN_LOST') : undefined;
  return isSendable(userKey) ? undefined : new RailbirdError('KEY_UNSENDABLE');
}

const coded = (reason: unknown): RailbirdError =>
  reason instanceof RailbirdError
    ? reason
    : new RailbirdError('KEYCHAIN_FAILED', { problem: String(reason) });

const codeOf = ({ code }: RailbirdError): StoredKeyCode =>
  STORED_KEY_CODES.find((each) => each === code) ?? 'KEYCHAIN_FAILED';
