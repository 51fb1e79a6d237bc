// Counts the requests of each user and the last use of each key in memory, and writes them in batches, so that no
// request waits for the store. A process that is killed loses at most one batch.

import { DAY_MS, racedateOfDay, TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import type { ServiceLog } from '../log.ts';
import type { Accounts, User } from './accounts.ts';
import type { UsageCount } from './usage-rows.ts';
import { ANSWERED } from './usage-rows.ts';

interface UsageDeps {
  readonly now: () => Date;
  readonly log: ServiceLog;
}

/** Milliseconds between two batches. */
const EVERY = 15_000;

export class UsageCounter {
  readonly #accounts: Accounts;
  readonly #deps: UsageDeps;
  readonly #timer: NodeJS.Timeout;
  /** By day and outcome, then by user. */
  #counts = new Map<string, Map<string, number>>();
  /** Milliseconds since 1970 of each key's last use. */
  #lastUses = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(accounts: Accounts, deps: UsageDeps) {
    this.#accounts = accounts;
    this.#deps = deps;
    this.#timer = setInterval(() => void this.write(), EVERY).unref();
  }

  /** @param refused code of the refusal; undefined if the request was answered */
  count({ id, keyId }: Pick<User, 'id' | 'keyId'>, refused: string | undefined): void {
    const now = this.#deps.now().getTime();
    const day = Math.floor((now + TOKYO_OFFSET_MS) / DAY_MS);
    add(this.#counts, `${day} ${refused ?? ANSWERED}`, id, 1);
    this.#lastUses.set(keyId, now);
  }

  /** Writes what was counted since the last batch. Never rejects: after a failure the next batch has it again. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  /** Writes the last batch. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #writeBatch(): Promise<void> {
    if (this.#lastUses.size === 0) return;
    const counts = this.#counts;
    const lastUses = this.#lastUses;
    this.#counts = new Map();
    this.#lastUses = new Map();
    try {
      await this.#accounts.atOnce(async (rows) => {
        for (const count of listed(counts)) await rows.usage.add(count);
        for (const [keyId, at] of lastUses) await rows.usedKey(keyId, new Date(at).toISOString());
      });
    } catch (error) {
      this.#deps.log.warn({ failure: String(error) }, 'usage could not be written yet');
      for (const [name, users] of counts)
        for (const [user, count] of users) add(this.#counts, name, user, count);
      for (const [keyId, at] of lastUses) {
        this.#lastUses.set(keyId, Math.max(at, this.#lastUses.get(keyId) ?? 0));
      }
    }
  }
}

function add(counts: Map<string, Map<string, number>>, name: string, user: string, by: number): void {
  const users = counts.get(name) ?? new Map<string, number>();
  counts.set(name, users);
  users.set(user, (users.get(user) ?? 0) + by);
}

const listed = (counts: ReadonlyMap<string, ReadonlyMap<string, number>>): UsageCount[] =>
  [...counts].flatMap(([name, users]) => {
    const [day = '', outcome = ''] = name.split(' ');
    return [...users].map(([user, count]) => ({ user, day: racedateOfDay(Number(day)), outcome, count }));
  });
