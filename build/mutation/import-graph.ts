// Which project files import which, read from their text: enough to find the tests related to a file.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** `from '...'`, `import '...'`, `import('...')` and `new URL('...', import.meta.url)`. */
const IMPORTED = /(?:from|import|import\(|URL\()\s*['"]([.#][^'"]+)['"]/gu;

const CODE = /\.(?:ts|tsx|mjs)$/u;

export interface ImportGraph {
  /** The files that a file imports directly. */
  imports: (file: string) => readonly string[];
  /** All files that a file needs, including itself. */
  needs: (file: string) => ReadonlySet<string>;
  /** Stays the same while no file that `file` needs changes. */
  fingerprint: (file: string) => string;
}

/** @param files  all files of the project, relative to its root, with slashes */
export function importGraph(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files);
  const digests = new Map<string, string>();
  const direct = new Map<string, readonly string[]>();

  const readImports = (file: string): readonly string[] => {
    const text = readFileSync(path.join(root, file), 'utf8');
    digests.set(file, createHash('sha256').update(text).digest('hex'));
    if (!CODE.test(file)) return [];
    return [...text.matchAll(IMPORTED)].flatMap(([, specifier = '']) => {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      return known.has(target) ? [target] : [];
    });
  };

  const imports = (file: string): readonly string[] => {
    const found = direct.get(file) ?? readImports(file);
    direct.set(file, found);
    return found;
  };

  const needs = (file: string): ReadonlySet<string> => {
    const found = new Set([file]);
    for (const next of found) for (const target of imports(next)) found.add(target);
    return found;
  };

  return {
    imports,
    needs,
    fingerprint: (file) => {
      const hash = createHash('sha256');
      for (const needed of [...needs(file)].sort()) hash.update(`${needed}\0${digests.get(needed)}\n`);
      return hash.digest('hex');
    },
  };
}
