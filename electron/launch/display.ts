// Which screen the app can use on Linux, found out before Chromium looks for one: without any, Chromium ends without a
// word, and a Wayland session that has ended leaves it no second try.

import { isAbsolute, join } from 'node:path';

/** Chromium's names for what draws its windows. */
export type Ozone = 'x11' | 'wayland';

export interface DisplayDeps {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Chromium's choice: it is made before the app's code runs. Others than X11 and Wayland need no screen. */
  readonly chosen: string;
  /** The choice stands on the command line: it is kept, whatever else there is. */
  readonly isExplicit: boolean;
  /** Whether somebody listens at this path; it may be a name that has no file (Linux's abstract sockets). */
  readonly isListening: (path: string) => boolean;
  /** One that did not lead to a window before, if there is another. */
  readonly avoid?: Ozone | undefined;
}

export type Display =
  /** `tried`: the variables that were read, for the message. */
  | { readonly kind: 'missing'; readonly tried: string }
  | {
      readonly kind: 'found';
      /** What Chromium must be told, because it chose another; absent if its choice is right. */
      readonly change?: Ozone;
      /** In use; undefined where none is needed, or the system decides. */
      readonly ozone: Ozone | undefined;
      /** The screen is on another machine, where drawing with this one's graphics card is slow or fails. */
      readonly isRemote: boolean;
    };

interface Screen {
  readonly ozone: Ozone;
  readonly isUsable: boolean;
  readonly isRemote: boolean;
}

/** `host:0.0`; no host stands for this machine. */
const X11_NAME = /^(?<host>.*):(?<number>\d+)(?:\.\d+)?$/u;

export function findDisplay(deps: DisplayDeps): Display {
  const { platform, chosen, isExplicit, avoid } = deps;
  if (platform !== 'linux' || !isOzone(chosen)) return { kind: 'found', ozone: undefined, isRemote: false };
  const usable = [waylandScreen(deps), x11Screen(deps)].filter(({ isUsable }) => isUsable);
  const candidates = isExplicit ? usable.filter(({ ozone }) => ozone === chosen) : usable;
  const [first, ...others] = candidates.toSorted((a, b) => rank(a.ozone, deps) - rank(b.ozone, deps));
  if (first === undefined) return { kind: 'missing', tried: triedOf(deps) };
  const screen = first.ozone === avoid ? (others[0] ?? first) : first;
  return {
    kind: 'found',
    ozone: screen.ozone,
    isRemote: screen.isRemote,
    ...(screen.ozone === chosen ? {} : { change: screen.ozone }),
  };
}

const isOzone = (name: string): name is Ozone => name === 'x11' || name === 'wayland';

/** Chromium's choice first. */
const rank = (ozone: Ozone, { chosen }: DisplayDeps): number => (ozone === chosen ? 0 : 1);

function x11Screen({ env, isListening }: DisplayDeps): Screen {
  const name = env['DISPLAY'] ?? '';
  const { host = '', number } = X11_NAME.exec(name)?.groups ?? {};
  const isRemote = number !== undefined && host !== '' && host !== 'unix';
  // Whether another machine answers is known only to Chromium, which waits for it.
  const isUsable = number === undefined ? name !== '' : isRemote || isListening(`/tmp/.X11-unix/X${number}`);
  return { ozone: 'x11', isUsable, isRemote };
}

function waylandScreen({ env, isListening }: DisplayDeps): Screen {
  const isSession = env['XDG_SESSION_TYPE'] === 'wayland';
  const name = env['WAYLAND_DISPLAY'] || (isSession ? 'wayland-0' : '');
  const path = isAbsolute(name) ? name : join(env['XDG_RUNTIME_DIR'] ?? '', name);
  // A connection that the session has opened for the app.
  const isOpened = Boolean(env['WAYLAND_SOCKET']);
  return {
    ozone: 'wayland',
    isUsable: isOpened || (name !== '' && isAbsolute(path) && isListening(path)),
    isRemote: false,
  };
}

const triedOf = ({ env }: DisplayDeps): string =>
  ['DISPLAY', 'WAYLAND_DISPLAY'].map((name) => `${name}=${env[name] ?? ''}`).join(', ');
