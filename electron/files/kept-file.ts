// A small JSON file that the app keeps: read once at start, held in memory, written whole and in order behind every
// change. One that cannot be read is set aside and named, never overwritten.

import { readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from './replacement.ts';

export interface KeptFile<State> {
  readonly state: State;
  /** Resolves once the change is on disk. Errors: FILE_FAILED; the change then holds for this session. */
  update(change: (state: State) => State): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface KeptFileOptions<State> {
  readonly path: string;
  readonly schema: z.ZodType<State>;
  /** Where there is no readable file. */
  readonly first: State;
  /** Told when a damaged file was set aside, with its new path. */
  readonly onDamaged: (asidePath: string) => void;
}

/** Errors: FILE_FAILED for a file that is there and cannot be opened. */
export async function openKeptFile<State>(options: KeptFileOptions<State>): Promise<KeptFile<State>> {
  const { path } = options;
  let { state } = await load(options);
  let writing: Promise<void> | undefined;
  let queued: Promise<void> | undefined;

  const write = async () => {
    try {
      await replaceFile(path, `${JSON.stringify(state, null, 2)}\n`);
    } catch (cause) {
      throw new RailbirdError('FILE_FAILED', { path }, { cause });
    }
  };

  // Changes that arrive during a write share the next one, which carries them all.
  const save = (): Promise<void> => {
    if (writing === undefined) {
      writing = write().finally(() => {
        writing = undefined;
      });
      return writing;
    }
    queued ??= writing
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return save();
      });
    return queued;
  };

  return {
    get state() {
      return state;
    },
    update: (change) => {
      state = change(state);
      return save();
    },
    close: async () => {
      await Promise.allSettled([writing, queued]);
    },
  };
}

async function load<State>({
  path,
  schema,
  first,
  onDamaged,
}: KeptFileOptions<State>): Promise<{ state: State }> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: first };
    throw new RailbirdError('FILE_FAILED', { path }, { cause: error });
  }
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return { state: parsed.data };
  const aside = `${path}.damaged`;
  await rename(path, aside);
  onDamaged(aside);
  return { state: first };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
