// The settings file: read once at start, held in memory, written whole and in order behind every change.

import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from '../files/replacement.ts';
import { FIRST_STATE, stateSchema, type State } from './state-schema.ts';

export interface SettingsFile {
  readonly state: State;
  /** Resolves once the change is on disk. Errors: FILE_FAILED; the change then holds for this session. */
  update(change: (state: State) => State): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface SettingsFileOptions {
  readonly dataDir: string;
  /** Told when a damaged file was set aside, with its new path. */
  readonly onDamaged: (asidePath: string) => void;
}

export async function openSettingsFile(options: SettingsFileOptions): Promise<SettingsFile> {
  const path = join(options.dataDir, 'settings.json');
  let state = await load(path, options.onDamaged);
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

async function load(path: string, onDamaged: (asidePath: string) => void): Promise<State> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return FIRST_STATE;
    throw new RailbirdError('FILE_FAILED', { path }, { cause: error });
  }
  const parsed = stateSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const aside = `${path}.damaged`;
  await rename(path, aside);
  onDamaged(aside);
  return FIRST_STATE;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
