// What the user writes into one list in this window, until it is on disk. Saves follow one another, so a slow disk
// never makes a window conflict with itself. If another window has changed the same list, what was written here becomes
// a list of its own, and this window goes on with that: no line that is being typed is torn apart.

import { LONGEST_BET_LIST, type BetList } from '#shared/bridge/bets.ts';
import { freeCopyName, isChangedElsewhere, mergedChanges } from '../../client/changed-elsewhere.ts';
import { failureOf } from '../../client/failure.ts';

export type EditedList = Omit<BetList, 'at'>;

export type StoredList = EditedList & { readonly revision: string };

/** The lists on disk. */
export interface ListStore {
  /** Errors: those of `bets.save`. */
  readonly save: (list: EditedList & { readonly basis?: string }) => Promise<{ readonly revision: string }>;
  readonly read: (id: string) => Promise<StoredList | undefined>;
  /** Of all lists. */
  readonly names: () => Promise<readonly string[]>;
  readonly newId: () => string;
}

/** What another window did to the list that was written here. */
export type Elsewhere =
  /** It changed the list `name`, whose id is `id`: what was written here is now the list that is edited. */
  | { readonly did: 'change'; readonly id: string; readonly name: string }
  /** It deleted the list: it is kept. */
  | { readonly did: 'delete'; readonly name: string };

export interface ListEdit {
  readonly list: EditedList;
  readonly state: 'saved' | 'saving' | 'unsaved' | 'too_long';
  /** Why the last change could not be saved; null if it was. */
  readonly thrown: unknown;
  readonly elsewhere: Elsewhere | undefined;
  /** What the list was when it was read or saved last; undefined if it is not stored yet. */
  readonly base: StoredList | undefined;
  /** Counts how often another window's content took the place of what was shown here. */
  readonly replaced: number;
}

const isTooLong = ({ text }: EditedList): boolean => text.length > LONGEST_BET_LIST;

const isSameContent = (one: Omit<EditedList, 'id'>, other: Omit<EditedList, 'id'>): boolean =>
  one.name === other.name && one.text === other.text;

let opened = 0;

export class ListEditor {
  /** Of this opening: what is written here may become another list. */
  readonly key = (opened += 1);
  readonly #store: ListStore;
  readonly #onMove: (from: string, to: string) => void;
  readonly #listeners = new Set<() => void>();
  #list: EditedList;
  #base: StoredList | undefined;
  /** Whether a list that is not stored yet is to be. */
  #isWanted = false;
  /** Saved while the name is blank or refused. */
  #usableName: string;
  /** A name that another list has. */
  #refusedName: string | undefined;
  /** Contents of saves that failed: they may be on disk all the same. */
  #sent: EditedList[] = [];
  #saving: Promise<void> | undefined;
  #thrown: unknown = null;
  #elsewhere: Elsewhere | undefined;
  #replaced = 0;
  #edit: ListEdit;

  /** `stored` has no revision if it is not stored yet. `onMove`: called when what was written becomes another list. */
  constructor(
    stored: EditedList | StoredList,
    store: ListStore,
    onMove: (from: string, to: string) => void = () => undefined,
  ) {
    const { id, name, text } = stored;
    this.#store = store;
    this.#onMove = onMove;
    this.#list = { id, name, text };
    this.#usableName = name;
    this.#base = 'revision' in stored ? { id, name, text, revision: stored.revision } : undefined;
    this.#edit = this.#now();
  }

  /** The same object until something changes. */
  get edit(): ListEdit {
    return this.#edit;
  }

  /** Whether there is something here that is not on disk. */
  get isUnsaved(): boolean {
    return this.#refusedName !== undefined || this.#unsaved() !== undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** `seen`: the edit that the text was written into, which may be older than what is here now. */
  write(text: string, seen: ListEdit = this.#edit): void {
    this.#change({ text }, seen);
  }

  rename(name: string, seen: ListEdit = this.#edit): void {
    this.#change({ name }, seen);
  }

  /** Stores a list as it is that is not stored yet. Never fails. */
  async store(): Promise<void> {
    this.#isWanted = true;
    await this.flush();
  }

  /** Saves at once what is not saved, also what could not be saved before. Never fails: the edit then has `thrown`. */
  async flush(): Promise<void> {
    this.#refusedName = undefined;
    if (this.#wanted() !== undefined) this.#saving ??= this.#save();
    else if (this.#saving === undefined) this.#thrown = null;
    this.#tell();
    await this.#saving;
  }

  /** Takes over what another window stored, unless there is something unsaved here. Never fails: it is tried again. */
  async refresh(): Promise<void> {
    const base = this.#base;
    if (base === undefined || this.isUnsaved || this.#saving !== undefined) return;
    const stored = await this.#store.read(base.id).catch(() => undefined);
    const isSettled = !this.isUnsaved && this.#saving === undefined && this.#base === base;
    if (stored === undefined || !isSettled || stored.revision === base.revision) return;
    this.#base = stored;
    this.#replace(stored);
    this.#tell();
  }

  /** The user has read what another window did. */
  forgetElsewhere(): void {
    this.#elsewhere = undefined;
    this.#tell();
  }

  #change(change: Partial<Pick<EditedList, 'name' | 'text'>>, seen: ListEdit): void {
    // Written into a content that was replaced before the screen showed that: the replacement must not be overwritten.
    if (seen.replaced !== this.#replaced && seen.base?.id === this.#list.id) {
      this.#list = seen.list;
      this.#base = seen.base;
      this.#replaced += 1;
    }
    this.#list = { ...this.#list, ...change };
    this.#isWanted = true;
    this.#tell();
  }

  async #save(): Promise<void> {
    try {
      for (let wanted = this.#wanted(); wanted !== undefined; wanted = this.#wanted())
        await this.#saveOnce(wanted);
      if (this.#refusedName === undefined) this.#thrown = null;
    } catch (error) {
      this.#thrown = error;
    } finally {
      this.#saving = undefined;
      this.#tell();
    }
  }

  /** What is to be saved now; undefined if nothing is, or it cannot be. */
  #wanted(): EditedList | undefined {
    return isTooLong(this.#list) ? undefined : this.#unsaved();
  }

  #unsaved(): EditedList | undefined {
    const { id, name, text } = this.#list;
    const isUsable = name.trim() !== '' && name !== this.#refusedName;
    const wanted = { id, name: isUsable ? name.trim() : this.#usableName, text };
    const isStored = this.#base === undefined ? !this.#isWanted : isSameContent(wanted, this.#base);
    return isStored ? undefined : wanted;
  }

  async #saveOnce(wanted: EditedList): Promise<void> {
    const base = this.#base;
    try {
      const { revision } = await this.#store.save(
        base === undefined ? wanted : { ...wanted, basis: base.revision },
      );
      this.#isStored({ ...wanted, revision });
    } catch (error) {
      if (isChangedElsewhere(error)) await this.#meet(wanted);
      else if (failureOf(error).code === 'BET_LIST_NAME_TAKEN') await this.#otherName(wanted, error);
      else {
        this.#sent.push(wanted);
        throw error;
      }
    }
  }

  #isStored(stored: StoredList): void {
    this.#base = stored;
    this.#usableName = stored.name;
    this.#sent = [];
  }

  /** The stored list is not the one that was changed here. */
  async #meet(wanted: EditedList): Promise<void> {
    const base = this.#base;
    const theirs = await this.#store.read(wanted.id);
    if (theirs === undefined) {
      this.#base = undefined;
      this.#elsewhere = { did: 'delete', name: wanted.name };
      return;
    }
    if ([wanted, ...this.#sent].some((sent) => isSameContent(sent, theirs))) return this.#isStored(theirs);
    const own = this.#list;
    const merged =
      base === undefined ? undefined : mergedChanges(contentOf(base), contentOf(own), contentOf(theirs));
    if (merged === undefined) return this.#move(theirs);
    this.#base = theirs;
    this.#replace({ ...own, ...merged });
  }

  /** What was written here becomes a list of its own. */
  async #move(theirs: StoredList): Promise<void> {
    const name = freeCopyName(this.#usableName, new Set(await this.#store.names()));
    const id = this.#store.newId();
    this.#list = { ...this.#list, id, name };
    this.#base = undefined;
    this.#usableName = name;
    this.#sent = [];
    this.#elsewhere = { did: 'change', id: theirs.id, name: theirs.name };
    this.#onMove(theirs.id, id);
    this.#tell();
  }

  /** A new list gets the next free name; of a stored one only the text is saved, under its name. */
  async #otherName(wanted: EditedList, error: unknown): Promise<void> {
    if (this.#base === undefined) {
      const name = freeCopyName(wanted.name, new Set(await this.#store.names()));
      this.#usableName = name;
      this.#list = { ...this.#list, name };
      return;
    }
    // The name that is stored may be taken too, if the list was deleted and another got its name.
    if (wanted.name === this.#base.name) throw error;
    this.#refusedName = this.#list.name;
    this.#thrown = error;
  }

  #replace({ id, name, text }: EditedList): void {
    this.#list = { id, name, text };
    this.#usableName = name.trim() === '' ? this.#usableName : name;
    this.#replaced += 1;
  }

  #now(): ListEdit {
    const isWaiting = this.#saving !== undefined || (this.isUnsaved && this.#thrown === null);
    const kept = this.#thrown === null ? 'saved' : 'unsaved';
    const state = isTooLong(this.#list) ? 'too_long' : isWaiting ? 'saving' : kept;
    return {
      list: this.#list,
      state,
      thrown: this.#thrown,
      elsewhere: this.#elsewhere,
      base: this.#base,
      replaced: this.#replaced,
    };
  }

  #tell(): void {
    this.#edit = this.#now();
    for (const listener of this.#listeners) listener();
  }
}

const contentOf = ({ name, text }: EditedList): Pick<EditedList, 'name' | 'text'> => ({ name, text });
