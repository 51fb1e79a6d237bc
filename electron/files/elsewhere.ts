// For what the medium of a data folder does not take. FAT and exFAT, as on a stick, have no links, no sockets and no
// rights.

import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether a folder takes symbolic links. Always true on Windows, where nothing needs them. */
export function takesLinks(folder: string): boolean {
  if (process.platform === 'win32') return true;
  const probe = join(folder, `.probe-link-${process.pid}`);
  try {
    symlinkSync('nowhere', probe);
    rmSync(probe);
    return true;
  } catch (error) {
    return !/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EINVAL)$/u.test((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * A path among the temporary files for `what` of a data folder, the same each time. Anybody may make files there, under
 * any name.
 */
export function pathElsewhere(dataDir: string, what: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `railbird-${what}-${process.getuid?.() ?? 0}-${name}`);
}
