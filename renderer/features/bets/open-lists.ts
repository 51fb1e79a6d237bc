// The lists that are edited in this window, for as long as it is open: leaving the screen loses nothing.

import type { BridgeClient } from '#shared/bridge/contract.ts';
import { ListEditor, type EditedList, type ListStore, type StoredList } from './list-editor.ts';

export class OpenLists {
  readonly #store: ListStore;
  readonly #editors = new Map<string, ListEditor>();
  /** Ids of the lists that what was written in others became. */
  readonly #moved = new Map<string, string>();

  constructor(store: ListStore) {
    this.#store = store;
  }

  /** The list that this window shows for one: what was written in it may have become another. */
  shownFor(id: string): string {
    const moved = this.#moved.get(id);
    return moved === undefined ? id : this.shownFor(moved);
  }

  editor(id: string): ListEditor | undefined {
    return this.#editors.get(id);
  }

  /** The one with unsaved text that was opened last. */
  unsaved(): ListEditor | undefined {
    return [...this.#editors.values()].findLast(({ isUnsaved }) => isUnsaved);
  }

  /** The editor of a list, which may have other text than what is stored. */
  open(list: EditedList | StoredList): ListEditor {
    const known = this.#editors.get(list.id);
    if (known !== undefined) return known;
    for (const [id, other] of this.#editors) if (!other.isUnsaved) this.#editors.delete(id);
    const editor = new ListEditor(list, this.#store, (from, to) => {
      this.#editors.delete(from);
      this.#editors.set(to, editor);
      this.#moved.set(from, to);
    });
    this.#editors.set(list.id, editor);
    return editor;
  }

  /** Opening the list by its id shows what is stored. */
  forgetMove(id: string): void {
    this.#moved.delete(id);
  }

  /** For a list that was deleted here. */
  close(id: string): void {
    this.#editors.delete(id);
  }
}

const byClient = new WeakMap<BridgeClient, OpenLists>();

/** Those of this window. `saved`: resolves once what shows lists has followed a save. */
export function openLists(client: BridgeClient, saved: () => Promise<void>): OpenLists {
  const known = byClient.get(client);
  if (known !== undefined) return known;
  const { bets } = client;
  const open = new OpenLists({
    save: async (list) => {
      try {
        return await bets.save(list);
      } finally {
        await saved();
      }
    },
    read: async (id) => (await bets.read({ id })).list,
    names: async () => (await bets.lists({})).map(({ name }) => name),
    newId,
  });
  byClient.set(client, open);
  return open;
}

export const newId = (): string => crypto.randomUUID();
