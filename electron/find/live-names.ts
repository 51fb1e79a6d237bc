// The index of an archive's names, kept up to date: each write is followed by reading what it can have changed.

import { setImmediate } from 'node:timers/promises';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from '../archive/archive.ts';
import { NameIndex, NAMED_KINDS, type Named, type NamedKind } from './name-index.ts';
import { allOf, kindsIn, matching, withKeys } from './sightings.ts';

/** Names that are taken in before other work gets its turn: about five milliseconds. */
const AT_ONCE = 500;
/** More than this is read faster from the start. */
const MOST_CHECKED = 20_000;

/** Records of the table that match the filter may have changed. */
interface RecordChange {
  readonly table: TableCode;
  readonly filter: Filter;
}

type NamedArchive = Pick<Archive, 'rows' | 'changes'>;

export class LiveNames {
  readonly #archive: NamedArchive;
  readonly #stop: () => void;
  /** Undefined until the first read, and after a failure. */
  #index: NameIndex | undefined;
  #pending: RecordChange[] = [];
  #work: Promise<void> | undefined;

  constructor(archive: NamedArchive) {
    this.#archive = archive;
    this.#stop = archive.changes.since(archive.changes.count, ({ table, filter }) => {
      if (table === 'annotations' || kindsIn(table).length === 0) return;
      this.#pending.push({ table, filter });
      // The next search reports a failure that lasts.
      if (this.#index !== undefined) this.#working().catch(() => undefined);
    });
  }

  /** The names with every write so far. Errors: ARCHIVE_FAILED. */
  async current(): Promise<NameIndex> {
    for (;;) {
      if (this.#index !== undefined && this.#work === undefined && this.#pending.length === 0)
        return this.#index;
      await this.#working();
    }
  }

  /** Follows the archive no longer. */
  close(): void {
    this.#stop();
  }

  #working(): Promise<void> {
    this.#work ??= this.#catchUp().finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#index === undefined || this.#pending.length > 0) {
        const change = this.#pending.shift();
        const isRenewed =
          this.#index !== undefined && change !== undefined && (await this.#renew(this.#index, change));
        if (isRenewed) continue;
        // What is read now includes the changes that were reported so far.
        this.#pending = [];
        this.#index = await this.#readAll();
      }
    } catch (error) {
      this.#index = undefined;
      throw error;
    }
  }

  async #readAll(): Promise<NameIndex> {
    const index = new NameIndex();
    for (const kind of NAMED_KINDS)
      await takeIn(await allOf(this.#archive, kind), (one) => index.add(kind, one));
    return index;
  }

  /** Whether the index has the change now; otherwise everything has to be read again. */
  async #renew(index: NameIndex, { table, filter }: RecordChange): Promise<boolean> {
    for (const kind of kindsIn(table)) {
      const found = await matching(this.#archive, kind, table, filter);
      const mayBeGone = removable(index, kind, filter, found);
      if (mayBeGone === undefined) return false;
      await takeIn(found, (one) => index.add(kind, one));
      const doubtful = unconfirmed(index, kind, mayBeGone, found);
      if (doubtful.length > MOST_CHECKED) return false;
      if (doubtful.length === 0) continue;
      const still = new Map((await withKeys(this.#archive, kind, doubtful)).map((one) => [one.key, one]));
      for (const key of doubtful) {
        const one = still.get(key);
        if (one === undefined) index.remove(kind, key);
        else index.set(kind, one);
      }
    }
    return true;
  }
}

async function takeIn(all: readonly Named[], add: (one: Named) => void): Promise<void> {
  for (const [at, one] of all.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    add(one);
  }
}

type Test = (seen: number, key: string) => boolean;

/**
 * Which names of the index the changed records can have been the last to name: those last seen on their days. Undefined
 * if the days are unknown.
 */
function removable(
  index: NameIndex,
  kind: NamedKind,
  { racedate, start_racedate, end_racedate, racekey, horse_id, kettonum }: Filter,
  found: readonly Named[],
): Test | undefined {
  // Only the horse master is asked for a horse, and it knows no race date.
  if (horse_id !== undefined) return (_seen, key) => key === horse_id;
  if (kettonum !== undefined) return (seen) => seen === 0;
  if (racekey !== undefined && kind === 'race') return (_seen, key) => key === racekey;
  if (racekey !== undefined) {
    // The key does not contain the day.
    const days = new Set(found.map(({ seen }) => seen));
    const stored = index.get('race', racekey)?.seen;
    if (stored !== undefined) days.add(stored);
    return days.size === 0 ? undefined : (seen) => days.has(seen);
  }
  const [from, to] = [
    Number(racedate ?? start_racedate ?? Number.NaN),
    Number(racedate ?? end_racedate ?? Number.NaN),
  ];
  return Number.isNaN(from + to) ? undefined : (seen) => seen >= from && seen <= to;
}

/** The keys of those that may be gone, but for those that the changed records still name. */
function unconfirmed(index: NameIndex, kind: NamedKind, mayBeGone: Test, found: readonly Named[]): string[] {
  const confirmed = new Set<string>();
  for (const { key, name, seen } of found) {
    const known = index.get(kind, key);
    if (known?.name === name && known.seen === seen) confirmed.add(key);
  }
  return index.keysWhere(kind, (seen, key) => mayBeGone(seen, key) && !confirmed.has(key));
}
