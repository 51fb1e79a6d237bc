// Which data folder a start of the desktop app uses: one that it was given, one beside the program, or the user's.

import { dirname, join, sep } from 'node:path';
import { dataDirOf, type DataDirDeps } from '../settings/data-dir.ts';

/** A folder of this name beside the program makes it portable. */
export const PORTABLE_FOLDER = 'railbird-data';

export interface DataPlaceDeps extends DataDirDeps {
  /** Only a packaged program is carried around. */
  readonly isPackaged: boolean;
  /** The path of the program that runs. */
  readonly execPath: string;
  readonly isFolder: (path: string) => boolean;
}

export interface DataPlace {
  readonly dataDir: string;
  /** The folder lies beside the program: both are carried from one computer to another. */
  readonly isPortable: boolean;
}

/**
 * A folder, not an option: whoever carries the program around cannot forget it, and no start without the option leaves
 * records on somebody else's computer. What is said explicitly comes first.
 */
export function dataPlaceOf(deps: DataPlaceDeps): DataPlace {
  const { given, env, isPackaged, isFolder } = deps;
  if (given !== undefined) return { dataDir: dataDirOf(deps), isPortable: false };
  const beside = join(programFolder(deps), PORTABLE_FOLDER);
  if (!env['RAILBIRD_DATA_DIR'] && isPackaged && isFolder(beside))
    return { dataDir: beside, isPortable: true };
  return { dataDir: dataDirOf(deps), isPortable: false };
}

type ProgramDeps = Pick<DataPlaceDeps, 'platform' | 'env' | 'execPath'>;

/** An AppImage is one file, whatever it is unpacked to while it runs. */
export const appImageOf = ({ platform, env, execPath }: ProgramDeps): string | undefined => {
  const { APPIMAGE: file, APPDIR: unpacked } = env;
  // A terminal that is an AppImage itself hands its own variables on.
  const isOurs = unpacked && execPath.startsWith(unpacked + sep);
  return platform === 'linux' && file && isOurs ? file : undefined;
};

/** The folder in which a person sees the program. */
function programFolder(deps: ProgramDeps): string {
  const { platform, env, execPath } = deps;
  if (platform === 'darwin') {
    const bundle = /^(?<path>.*\.app)\/Contents\/MacOS\//u.exec(execPath)?.groups?.['path'];
    return dirname(bundle ?? execPath);
  }
  // Set by the starter of a portable program for Windows, which unpacks it elsewhere.
  if (platform === 'win32' && env['PORTABLE_EXECUTABLE_DIR']) return env['PORTABLE_EXECUTABLE_DIR'];
  return dirname(appImageOf(deps) ?? execPath);
}
