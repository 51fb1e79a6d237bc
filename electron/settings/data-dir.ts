// The default data folder: each system's own location for application data.

import { join } from 'node:path';

export interface DataDirDeps {
  readonly platform: string;
  readonly homeDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `RAILBIRD_DATA_DIR` if it is set, otherwise the convention of the system. */
export function dataDirOf({ platform, homeDir, env }: DataDirDeps): string {
  if (env['RAILBIRD_DATA_DIR']) return env['RAILBIRD_DATA_DIR'];
  switch (platform) {
    case 'darwin':
      return join(homeDir, 'Library', 'Application Support', 'Railbird');
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local'), 'Railbird');
    default:
      return join(env['XDG_DATA_HOME'] || join(homeDir, '.local', 'share'), 'railbird');
  }
}
