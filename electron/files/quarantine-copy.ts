// A copy of a damaged file, which is made before the file is mended.

import { open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes `X.damaged-<epoch milliseconds>`, or the next free name after it: a copy never replaces another. Errors: those of node:fs. */
export async function quarantineCopy(path: string, bytes: Uint8Array): Promise<string> {
  const time = Date.now();
  for (let n = 1; ; n += 1) {
    const copy = `${path}.damaged-${time}${n === 1 ? '' : `-${n}`}`;
    let handle;
    try {
      handle = await open(copy, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    try {
      await handle.writeFile(bytes);
      await handle.sync();
      await handle.close();
      return copy;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(copy, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

/** Like `quarantineCopy`, but the copy that has these bytes already is enough: a file that cannot be mended is read often. */
export async function quarantineOnce(path: string, bytes: Uint8Array): Promise<string> {
  const names = await readdir(dirname(path));
  for (const name of names.filter((each) => each.startsWith(`${basename(path)}.damaged-`))) {
    const copy = join(dirname(path), name);
    const copied = await readFile(copy).catch(() => undefined);
    if (copied?.equals(bytes)) return copy;
  }
  return quarantineCopy(path, bytes);
}
