// A small JSON file of the app that another process may change at any time. Every change is applied to the file's
// current content, under a lock, and is written only if it fits the schema, so two processes lose none of each other's
// changes. If some content cannot be read, the file is copied to a quarantine file and the damage is reported before
// the rest is rewritten.

import { isUtf8 } from 'node:buffer';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import { lockFile } from './file-lock.ts';
import { replaceFile } from './atomic-file.ts';
import { quarantineCopy } from './quarantine-copy.ts';
import { NOT_WHOLE, salvage, type LostPart } from './salvage.ts';

export interface JsonFile<State> {
  /** The state that was last read or written here; `first` before that. Does not read the file. */
  readonly state: State;
  /**
   * Reads the state on disk, with other processes' writes and all earlier `update` calls of this process. Errors:
   * FILE_FAILED, FILE_NEWER.
   */
  read(): Promise<State>;
  /**
   * Resolves once the change is on disk; `change` may be called again if another process wrote first. After a failure
   * nothing has changed. Errors: FILE_FAILED, FILE_NEWER, those of `change`.
   */
  update(change: (state: State) => State): Promise<void>;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

/** A file that could not be read completely. */
export interface DamagedFile {
  readonly path: string;
  /** A copy of the original file. Absent if none could be made; the file itself then stays unchanged. */
  readonly copy?: string;
  readonly lost: readonly LostPart[];
}

export interface JsonFileOptions<State extends { readonly version: number }> {
  readonly path: string;
  readonly schema: z.ZodType<State>;
  /** The state if there is no file. */
  readonly initial: State;
  /** Called once for each damage, before the file is rewritten. */
  readonly onDamaged: (damaged: DamagedFile) => void | Promise<void>;
}

/** Does not touch the file yet. */
export function jsonFile<State extends { readonly version: number }>(
  options: JsonFileOptions<State>,
): JsonFile<State> {
  return new StateOnDisk(options);
}

/** Errors: FILE_FAILED for an existing file that cannot be read, FILE_NEWER. */
export async function openJsonFile<State extends { readonly version: number }>(
  options: JsonFileOptions<State>,
): Promise<JsonFile<State>> {
  const file = jsonFile(options);
  await file.read();
  return file;
}

interface Change<State> {
  readonly apply: (state: State) => State;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Loaded<State> {
  readonly state: State;
  /** Undefined if there is no file. */
  readonly bytes: Buffer | undefined;
  /** The parts that could not be read. */
  readonly lost: readonly LostPart[];
}

class StateOnDisk<State extends { readonly version: number }> implements JsonFile<State> {
  readonly #options: JsonFileOptions<State>;
  /** The last state known to be complete on disk. */
  #known: Loaded<State>;
  /** Counts operations under the lock: a state that was read before one of them is outdated after it. */
  #generation = 0;
  /** The damaged content that was reported last. */
  #reported: Buffer | undefined;
  /** The damaged content that was quarantined last. */
  #copied: Buffer | undefined;
  #queue: Change<State>[] = [];
  #working: Promise<void> | undefined;

  constructor(options: JsonFileOptions<State>) {
    this.#options = options;
    this.#known = { state: options.initial, bytes: undefined, lost: [] };
  }

  get state(): State {
    return this.#known.state;
  }

  async read(): Promise<State> {
    await this.#working;
    const generation = this.#generation;
    const loaded = await this.#load();
    if (generation === this.#generation) this.#known = loaded;
    if (loaded.lost.length > 0) await this.#repair(loaded);
    return this.state;
  }

  update(apply: (state: State) => State): Promise<void> {
    return new Promise((done, failed) => {
      this.#queue.push({ apply, done, failed });
      this.#working ??= this.#work();
    });
  }

  async close(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /**
   * Changes that arrive during a write share the next write; one that arrives when none is left begins another. Never
   * fails.
   */
  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const changes = this.#queue;
      this.#queue = [];
      await this.#write(changes).catch((error: unknown) => {
        for (const change of changes) change.failed(error);
      });
    }
    this.#working = undefined;
  }

  async #write(changes: readonly Change<State>[]): Promise<void> {
    let failures: ReadonlyMap<Change<State>, unknown> = new Map();
    await this.#locked(async (isLocked) => {
      const loaded = await this.#loadLocked();
      await this.#quarantine(loaded);
      const changed = this.#changed(loaded.state, changes);
      failures = changed.failures;
      if (changed.state === loaded.state && loaded.lost.length === 0) return true;
      return this.#replace(changed.state, isLocked);
    });
    for (const change of changes) {
      if (failures.has(change)) change.failed(failures.get(change));
      else change.done();
    }
  }

  /** Applies all changes except those that throw or whose result would not fit the schema. */
  #changed(
    before: State,
    changes: readonly Change<State>[],
  ): { readonly state: State; readonly failures: ReadonlyMap<Change<State>, unknown> } {
    const { schema } = this.#options;
    const all = applyAll(before, changes, (state) => state);
    if (all.state === before || schema.safeParse(all.state).success) return all;
    // One of them does not fit the schema; checking after each finds it.
    return applyAll(before, changes, (state) => schema.parse(state));
  }

  /** False if the lock was lost: another process may have written meanwhile. */
  async #replace(state: State, isLocked: () => Promise<boolean>): Promise<boolean> {
    const text = `${JSON.stringify(state, null, 2)}\n`;
    if (!(await replaceFile(this.#options.path, text, { mayCommit: isLocked }))) return false;
    this.#generation += 1;
    this.#known = { state, bytes: Buffer.from(text), lost: [] };
    return true;
  }

  /**
   * Repeats `act` until it returns true: it ran entirely under the lock. Errors: FILE_FAILED, and coded ones of `act`.
   */
  async #locked(act: (isLocked: () => Promise<boolean>) => Promise<boolean>): Promise<void> {
    const { path } = this.#options;
    try {
      await mkdir(dirname(path), { recursive: true });
      for (let isDone = false; !isDone;) {
        const lock = await lockFile(path);
        try {
          isDone = await act(lock.isLocked);
        } finally {
          await lock.release();
        }
      }
    } catch (cause) {
      throw cause instanceof RailbirdError ? cause : new RailbirdError('FILE_FAILED', { path }, { cause });
    }
  }

  /** Errors: FILE_FAILED, FILE_NEWER. */
  async #load(): Promise<Loaded<State>> {
    const { path, schema, initial } = this.#options;
    const bytes = await bytesOf(path);
    const known = this.#known;
    // A file that was removed while the app runs is recreated by the next change.
    if (bytes === undefined) return { ...known, bytes: undefined, lost: [] };
    if (known.lost.length === 0 && known.bytes?.equals(bytes)) return known;
    // Other encodings are not tried: most of a file with one damaged byte would be nonsense in them.
    const salvaged = salvage(new TextDecoder().decode(bytes), schema, initial);
    if (salvaged.kind === 'newer') throw new RailbirdError('FILE_NEWER', { path });
    // A damaged byte within a text leaves it readable, but not as it was.
    const lost = isUtf8(bytes) ? salvaged.lost : [...salvaged.lost, NOT_WHOLE];
    return { state: salvaged.state, bytes, lost };
  }

  async #loadLocked(): Promise<Loaded<State>> {
    const loaded = await this.#load();
    this.#generation += 1;
    this.#known = loaded;
    return loaded;
  }

  /**
   * Quarantines a copy, then rewrites the valid part. If that fails, the damage is reported without a copy, and the
   * file stays as it is.
   */
  async #repair(found: Loaded<State>): Promise<void> {
    try {
      await this.#locked(async (isLocked) => {
        const loaded = await this.#loadLocked();
        // Another process has repaired the file meanwhile.
        if (loaded.lost.length === 0) return true;
        await this.#quarantine(loaded);
        return this.#replace(loaded.state, isLocked);
      });
    } catch (error) {
      if (error instanceof RailbirdError && error.code === 'FILE_NEWER') throw error;
      await this.#report(found);
    }
  }

  /** Copies a damaged file, which may only be replaced after that, and reports it. Errors: those of node:fs. */
  async #quarantine(loaded: Loaded<State>): Promise<void> {
    const { bytes, lost } = loaded;
    if (lost.length === 0 || bytes === undefined || this.#copied?.equals(bytes)) return;
    const copy = await quarantineCopy(this.#options.path, bytes);
    this.#copied = bytes;
    this.#reported = undefined;
    await this.#report(loaded, copy);
  }

  async #report({ bytes, lost }: Loaded<State>, copy?: string): Promise<void> {
    if (
      bytes !== undefined &&
      (this.#reported?.equals(bytes) || (copy === undefined && this.#copied?.equals(bytes)))
    )
      return;
    this.#reported = bytes;
    const { path, onDamaged } = this.#options;
    await onDamaged({ path, lost, ...(copy === undefined ? {} : { copy }) });
  }
}

function applyAll<State>(
  before: State,
  changes: readonly Change<State>[],
  check: (state: State) => State,
): { readonly state: State; readonly failures: ReadonlyMap<Change<State>, unknown> } {
  const failures = new Map<Change<State>, unknown>();
  let state = before;
  for (const change of changes) {
    try {
      const next = change.apply(state);
      if (next !== state) state = check(next);
    } catch (error) {
      failures.set(change, error);
    }
  }
  return { state, failures };
}

/** Undefined if there is no file. Errors: FILE_FAILED. */
async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}
