// A copy of the project in which files can be mutated: workers and child processes read files from disk, so putting
// mutants into the test runner alone would leave them out.

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Sandbox extends Disposable {
  readonly root: string;
}

/**
 * @param files    the files to copy, relative to the root
 * @param sources  replacement content for some of the files
 */
export function makeSandbox(
  root: string,
  files: readonly string[],
  sources: ReadonlyMap<string, string>,
): Sandbox {
  // Not inside node_modules: Node strips no types there.
  const to = mkdtempSync(path.join(os.tmpdir(), 'railbird-mutation-'));
  for (const file of files) {
    const target = path.join(to, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const source = sources.get(file);
    if (source === undefined) cpSync(path.join(root, file), target);
    else writeFileSync(target, source);
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'), 'junction');
  // A test that was stopped may still write for a moment.
  const remove = () => rmSync(to, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return {
    root: to,
    [Symbol.dispose]() {
      process.off('exit', remove);
      remove();
    },
  };
}
