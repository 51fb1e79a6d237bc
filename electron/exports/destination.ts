// Where an exported file goes: under Electron a person says, in a browser window a folder of the app's own.

import { access } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Language } from '#shared/text.ts';

export interface Place {
  readonly path: string;
  /** Whether the window fetches the file itself, because it cannot open the app's folders. */
  readonly fetched: boolean;
  /** The name is free for others: the file is there, or will never be. */
  readonly release?: () => void;
}

/** Undefined when the person changed their mind. */
export type Destination = (suggestedName: string, language: Language) => Promise<Place | undefined>;

/** A file of its own for each export: `name.csv`, then `name-2.csv`. */
export function createFolderDestination(folder: string): Destination {
  const promised = new Set<string>();
  return async (suggestedName) => {
    const { name, ext } = parse(suggestedName);
    for (let copy = 1; ; copy += 1) {
      const path = join(folder, copy === 1 ? suggestedName : `${name}-${copy}${ext}`);
      // Taken before the look at the disk: another export may ask meanwhile.
      if (promised.has(path)) continue;
      promised.add(path);
      const release = () => void promised.delete(path);
      if (!(await exists(path))) return { path, fetched: true, release };
      release();
    }
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
