// The names of an archive in memory: arrays of plain values, because a hundred thousand objects cost several times as
// much. A name that several have is stored and compared once.

import type { FoundKind } from '#shared/bridge/find.ts';
import { comparePoints } from '#shared/catalogue/reading.ts';
import { kanaKey, latinKey } from '#shared/names/name-key.ts';

/** What has a name of its own; days follow from races. */
export type NamedKind = Exclude<FoundKind, 'day'>;

export const NAMED_KINDS = [
  'horse',
  'jockey',
  'trainer',
  'race',
  'sire',
  'dam',
] as const satisfies NamedKind[];

/** One who or which was named in a record. */
export interface Named {
  /** Horse ID, code, race key; of a sire or dam its name and birth year. */
  readonly key: string;
  /** Empty if it has none. */
  readonly name: string;
  /** The last race date as a number, 20261115; 0 if unknown. */
  readonly seen: number;
}

const NONE = -1;

export class NameIndex {
  /** By name: the name, its keys, how many have it, the last day and the first kind of any of them, one of them. */
  readonly names: string[] = [];
  readonly kana: string[] = [];
  readonly latin: string[] = [];
  readonly counts: number[] = [];
  readonly dates: number[] = [];
  readonly kinds: number[] = [];
  /** Changes with every change. */
  revision = 0;
  readonly #first: number[] = [];
  readonly #nameAt = new Map<string, number>();

  /** By member: its kind, key and last day, its name, and its neighbors among those of the same name. */
  readonly #kinds: number[] = [];
  readonly #keys: string[] = [];
  readonly #seen: number[] = [];
  readonly #nameOf: number[] = [];
  readonly #next: number[] = [];
  readonly #previous: number[] = [];
  readonly #free: number[] = [];
  readonly #members: Readonly<Record<NamedKind, Map<string, number>>> = {
    horse: new Map(),
    jockey: new Map(),
    trainer: new Map(),
    race: new Map(),
    sire: new Map(),
    dam: new Map(),
  };

  /** How many are stored. */
  size(kind: NamedKind): number {
    return this.#members[kind].size;
  }

  get(kind: NamedKind, key: string): Named | undefined {
    const member = this.#members[kind].get(key);
    return member === undefined ? undefined : this.#read(member);
  }

  /** The keys of a kind that pass, without an object for each of them. */
  keysWhere(kind: NamedKind, passes: (seen: number, key: string) => boolean): string[] {
    const keys: string[] = [];
    for (const [key, member] of this.#members[kind]) if (passes(this.#seen[member] ?? 0, key)) keys.push(key);
    return keys;
  }

  /** All of a kind. */
  *all(kind: NamedKind): Generator<Named> {
    for (const member of this.#members[kind].values()) yield this.#read(member);
  }

  /** Those with the name at a place of `names`, of every kind. */
  *named(name: number): Generator<Named & { readonly kind: NamedKind }> {
    for (let member = this.#first[name] ?? NONE; member !== NONE; member = this.#next[member] ?? NONE) {
      yield { ...this.#read(member), kind: NAMED_KINDS[this.#kinds[member] ?? 0] ?? 'horse' };
    }
  }

  /** The place of a name in `names`. */
  placeOf(name: string): number | undefined {
    return this.#nameAt.get(name);
  }

  /** Takes in what records say; of what is known already, only what is newer. Of one day, the greater name counts. */
  add(kind: NamedKind, { key, name, seen }: Named): void {
    const known = this.get(kind, key);
    if (
      known === undefined ||
      seen > known.seen ||
      (seen === known.seen && comparePoints(name, known.name) > 0)
    )
      this.set(kind, { key, name, seen });
  }

  /** Replaces what is known. */
  set(kind: NamedKind, { key, name, seen }: Named): void {
    const known = this.#members[kind].get(key);
    const place = this.#named(name);
    this.revision += 1;
    if (known !== undefined && this.#nameOf[known] === place) {
      const before = this.#seen[known] ?? 0;
      this.#seen[known] = seen;
      if (seen >= (this.dates[place] ?? 0)) this.dates[place] = seen;
      else if (seen < before) this.#sumUp(place);
      return;
    }
    if (known !== undefined) this.#unlink(known);
    const member = known ?? this.#free.pop() ?? this.#keys.length;
    this.#kinds[member] = NAMED_KINDS.indexOf(kind);
    // A parent without a birth year has its name for its key: one string for both.
    this.#keys[member] = key === name ? (this.names[place] ?? name) : key;
    this.#seen[member] = seen;
    this.#members[kind].set(this.#keys[member] ?? key, member);
    this.#link(member, place);
  }

  remove(kind: NamedKind, key: string): void {
    const member = this.#members[kind].get(key);
    if (member === undefined) return;
    this.revision += 1;
    this.#unlink(member);
    this.#members[kind].delete(key);
    this.#free.push(member);
  }

  #read(member: number): Named {
    return {
      key: this.#keys[member] ?? '',
      name: this.names[this.#nameOf[member] ?? 0] ?? '',
      seen: this.#seen[member] ?? 0,
    };
  }

  #named(name: string): number {
    const known = this.#nameAt.get(name);
    if (known !== undefined) return known;
    const place = this.names.length;
    const kana = kanaKey(name);
    this.names.push(name);
    // Most names are their own key: one string for both.
    this.kana.push(kana === name ? name : kana);
    this.latin.push(latinKey(name));
    this.counts.push(0);
    this.dates.push(0);
    this.kinds.push(NAMED_KINDS.length);
    this.#first.push(NONE);
    this.#nameAt.set(name, place);
    return place;
  }

  #link(member: number, place: number): void {
    const next = this.#first[place] ?? NONE;
    this.#nameOf[member] = place;
    this.#previous[member] = NONE;
    this.#next[member] = next;
    if (next !== NONE) this.#previous[next] = member;
    this.#first[place] = member;
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    this.dates[place] = Math.max(this.dates[place] ?? 0, this.#seen[member] ?? 0);
    this.kinds[place] = Math.min(this.kinds[place] ?? 0, this.#kinds[member] ?? 0);
  }

  #unlink(member: number): void {
    const place = this.#nameOf[member] ?? 0;
    const next = this.#next[member] ?? NONE;
    const previous = this.#previous[member] ?? NONE;
    if (next !== NONE) this.#previous[next] = previous;
    if (previous === NONE) this.#first[place] = next;
    else this.#next[previous] = next;
    this.counts[place] = (this.counts[place] ?? 1) - 1;
    this.#sumUp(place);
  }

  #sumUp(place: number): void {
    let [date, kind]: [number, number] = [0, NAMED_KINDS.length];
    for (let member = this.#first[place] ?? NONE; member !== NONE; member = this.#next[member] ?? NONE) {
      date = Math.max(date, this.#seen[member] ?? 0);
      kind = Math.min(kind, this.#kinds[member] ?? 0);
    }
    this.dates[place] = date;
    this.kinds[place] = kind;
  }
}
