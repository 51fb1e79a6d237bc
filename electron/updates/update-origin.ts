// Whether a start of the desktop app has an update feed, and who puts a new version in place: read from what the package
// contains and how it was installed.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appImageOf } from '../launch/data-place.ts';
import type { FeedFetch } from './feed-executor.ts';
import { createUpdateSource, feedFileIn, feedIn } from './update-source.ts';
import type { UpdatesDeps } from './updates.ts';

export interface UpdateOriginDeps {
  readonly isPackaged: boolean;
  readonly version: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  /** The folder of a package's own files (process.resourcesPath). */
  readonly resources: string;
  readonly dataDir: string;
  readonly fetch: FeedFetch;
}

export function updateOriginOf(deps: UpdateOriginDeps): UpdatesDeps['origin'] {
  const { isPackaged, version, platform, resources, dataDir, fetch } = deps;
  if (!isPackaged) return { without: 'source', installedBy: 'person' };
  const installedBy = installedByOf(deps);
  const feedFile = feedFileIn(resources);
  const feed = feedIn(feedFile);
  if (feed === undefined) return { without: 'feed', installedBy };
  const form = platform === 'darwin' ? 'mac' : platform === 'win32' ? 'nsis' : 'appimage';
  const folder = join(dataDir, 'updates');
  const installs = installedBy === 'app';
  return {
    installedBy,
    source: createUpdateSource({ form, version, feedFile, feed, installs, folder, fetch }),
  };
}

/** deb and rpm belong to the system's package manager, which would not know of a version that the app installs. */
function installedByOf(deps: UpdateOriginDeps): 'app' | 'system' | 'person' {
  const { platform, execPath, resources } = deps;
  if (platform === 'darwin') return 'app';
  // The installer leaves it; an app that was only unpacked has none.
  if (platform === 'win32')
    return existsSync(join(dirname(execPath), 'Uninstall Railbird.exe')) ? 'app' : 'person';
  if (appImageOf(deps) !== undefined) return 'app';
  return isOfPackageManager(join(resources, 'package-type')) ? 'system' : 'person';
}

/** electron-builder writes the kind of the package into it. */
function isOfPackageManager(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() !== '';
  } catch {
    return false;
  }
}
