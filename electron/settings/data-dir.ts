// Which data folder is meant: the one that was named, or each system's own location for application data.

import { join, resolve } from 'node:path';

export interface DataDirDeps {
  readonly platform: string;
  readonly homeDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: relative paths start here. */
  readonly folder: string;
  /** --data-dir. */
  readonly given: string | undefined;
}

/** Absolute. The option comes first, then `RAILBIRD_DATA_DIR`, then the convention of the system. */
export function dataDirOf({ platform, homeDir, env, folder, given }: DataDirDeps): string {
  const named = given || env['RAILBIRD_DATA_DIR'];
  if (named) return resolve(folder, inHome(named, homeDir));
  switch (platform) {
    case 'darwin':
      return join(homeDir, 'Library', 'Application Support', 'Railbird');
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local'), 'Railbird');
    default:
      return resolve(folder, env['XDG_DATA_HOME'] || join(homeDir, '.local', 'share'), 'railbird');
  }
}

/** A shell leaves `~` as it is after `=`, and nothing expands it in a unit of systemd. */
const inHome = (path: string, homeDir: string): string =>
  /^~(?:[/\\]|$)/u.test(path) ? join(homeDir, path.slice(1)) : path;
