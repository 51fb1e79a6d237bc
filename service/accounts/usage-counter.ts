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

/** By the day's number, then by outcome, then by user. */
type Counts = Map<number, Map<string, Map<string, number>>>;

/** Milliseconds between two batches. */
const EVERY = 15_000;

export class UsageCounter {
  readonly #accounts: Accounts;
  readonly #deps: UsageDeps;
  readonly #timer: NodeJS.Timeout;
  #counts: Counts = new Map();
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
    add(this.#counts, { day, outcome: refused ?? ANSWERED, user: id, count: 1 });
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
        for (const count of listed(counts)) {
          await rows.usage.add({ ...count, day: racedateOfDay(count.day) });
        }
        for (const [keyId, at] of lastUses) await rows.usedKey(keyId, new Date(at).toISOString());
      });
    } catch (error) {
      this.#deps.log.warn({ failure: String(error) }, 'usage could not be written yet');
      for (const count of listed(counts)) add(this.#counts, count);
      for (const [keyId, at] of lastUses) {
        this.#lastUses.set(keyId, Math.max(at, this.#lastUses.get(keyId) ?? 0));
      }
    }
  }
}

type Counted = Omit<UsageCount, 'day'> & { readonly day: number };

function add(counts: Counts, { day, outcome, user, count }: Counted): void {
  const ofDay = inside(counts, day);
  const users = inside(ofDay, outcome);
  users.set(user, (users.get(user) ?? 0) + count);
}

/** The map under that key, which is new if there was none. */
function inside<Key, InnerKey, Value>(outer: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  const found = outer.get(key);
  if (found) return found;
  const inner = new Map<InnerKey, Value>();
  outer.set(key, inner);
  return inner;
}

const listed = (counts: Counts): Counted[] =>
  [...counts].flatMap(([day, outcomes]) =>
    [...outcomes].flatMap(([outcome, users]) =>
      [...users].map(([user, count]) => ({ day, outcome, user, count })),
    ),
  );
