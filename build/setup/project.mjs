// The project's root and the Node that runs it: the locked one, or the machine's own if it is new enough.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A path inside the project. */
export const inProject = (...parts) => path.join(root, ...parts);

/** Notes of the set-up are stored in node_modules, so they disappear together with what they describe. */
export const notes = inProject('node_modules', '.cache', 'railbird');

/** @param {string} file  @returns {any} undefined when the file is absent or not JSON */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The Node that runs the TypeScript sources: 24 or newer.
 * @returns {string} path of its binary
 * @throws if neither the locked Node nor the one in use is suitable
 */
export function projectNode() {
  const folder = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const locked = inProject('node_modules', folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(locked)) return locked;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `Railbird runs on Node 24 or newer; this is ${process.versions.node}, and no ready-made Node is locked for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  );
}

/** Commands whose name differs from that of their package. */
const PACKAGE_OF = { tsc: 'typescript', playwright: '@playwright/test' };

/** A tool of the project (`tsc`, `vite`...) as a script for projectNode(). */
export function script(command) {
  const folder = inProject('node_modules', PACKAGE_OF[command] ?? command);
  const { bin } = readJson(path.join(folder, 'package.json')) ?? {};
  return path.join(folder, typeof bin === 'string' ? bin : (bin?.[command] ?? command));
}

/**
 * The environment of the project's processes: its commands and its Node come first in PATH, and Node keeps what it
 * compiles of the sources, which halves the start of a command (0.9 to 0.4 s for `railbird --help`). The C library keeps
 * what was freed in each of its arenas, by default one for each thread: 76 MB of them after some minutes of browsing, and
 * 50 with two arenas.
 */
export function projectEnvironment(extra = {}) {
  // Some versions of npm do not put the command `node` into .bin.
  const first = [inProject('node_modules', '.bin'), path.dirname(projectNode())];
  return {
    NODE_COMPILE_CACHE: path.join(notes, 'compiled'),
    MALLOC_ARENA_MAX: '2',
    ...process.env,
    PATH: [...first, process.env.PATH ?? ''].join(path.delimiter),
    ...extra,
  };
}
