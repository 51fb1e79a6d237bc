// Decides how the desktop app starts, before Chromium is ready and its switches are fixed: on which screen, with which
// folder, with or without the graphics card. A start ends in a window, or in words.

import { existsSync, readFileSync } from 'node:fs';
import { RailbirdError } from '#shared/errors.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { findDisplay, type Ozone } from './display.ts';
import { openStartMemory, type StartMemory } from './start-memory.ts';
import { openWindowFolder, type WindowFolder } from './window-folder.ts';

export interface StartDeps {
  readonly dataDir: string;
  readonly version: string;
  readonly platform: string;
  readonly uid: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  readonly withGpu: boolean;
  /** Chromium's choice of what draws windows (electron/launch/display.ts). */
  readonly chosen: string;
  readonly now: () => number;
  readonly isListening?: (path: string) => boolean;
}

export interface DesktopStart {
  readonly kind: 'go';
  readonly memory: StartMemory;
  readonly window: WindowFolder;
  /** Chromium draws without the graphics card. */
  readonly withoutGpu: 'remote' | 'crashes' | 'starts' | undefined;
  /** What draws the window; undefined where the system decides. */
  readonly ozone: Ozone | undefined;
  /** The screen that is avoided because of earlier starts. */
  readonly avoided: Ozone | undefined;
}

export type StartDecision =
  | DesktopStart
  /** Chromium must be started again with this switch: it has chosen its screen already. */
  | { readonly kind: 'again'; readonly ozone: Ozone }
  | { readonly kind: 'stop'; readonly error: RailbirdError };

export function decideStart(deps: StartDeps): StartDecision {
  const { dataDir, platform, uid, env, argv, version, now, withGpu, chosen } = deps;
  const { isListening = isListeningOnLinux } = deps;
  const preferred = { platform, env, chosen, isExplicit: isExplicit(argv), isListening };
  // First, because without a screen no dialog can say what else is wrong.
  const first = findDisplay(preferred);
  if (first.kind === 'missing') return { kind: 'stop', error: missing(first) };
  try {
    checkDataFolder({ dataDir, uid, env });
  } catch (error) {
    if (error instanceof RailbirdError) return { kind: 'stop', error };
    throw error;
  }
  const memory = openStartMemory({ dataDir, version, now, withGpu });
  const { avoidsScreen, withoutGpu, withFreshFolder } = memory.plan;
  const avoid = avoidsScreen === 'first' ? first.ozone : avoidsScreen;
  const display = findDisplay({ ...preferred, avoid });
  if (display.kind === 'missing') return { kind: 'stop', error: missing(display) };
  if (display.change !== undefined) {
    if (avoidsScreen === 'first' && avoid !== undefined) memory.avoid(avoid);
    return { kind: 'again', ozone: display.change };
  }
  try {
    return {
      kind: 'go',
      memory,
      window: openWindowFolder({ dataDir, fresh: withFreshFolder, now: now() }),
      withoutGpu: withoutGpu ?? (display.isRemote && !withGpu ? 'remote' : undefined),
      ozone: display.ozone,
      avoided: avoid !== undefined && display.ozone !== avoid ? avoid : undefined,
    };
  } catch (cause) {
    return { kind: 'stop', error: new RailbirdError('FILE_FAILED', { path: dataDir }, { cause }) };
  }
}

const missing = ({ tried }: { readonly tried: string }): RailbirdError =>
  new RailbirdError('DISPLAY_MISSING', { tried });

/** Added by the app itself when it starts Chromium again. */
export const ozoneSwitch = (ozone: Ozone): string => `--ozone-platform=${ozone}`;

const isExplicit = (argv: readonly string[]): boolean =>
  argv.some((argument) => argument.startsWith('--ozone-platform='));

/** A socket's file, or a name in the kernel's list of those that have none. */
function isListeningOnLinux(path: string): boolean {
  if (existsSync(path)) return true;
  try {
    return readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .some((line) => line.endsWith(` @${path}`));
  } catch {
    return false;
  }
}
