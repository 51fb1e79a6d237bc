// Shows an address in the person's default browser, where there is one to show it in.

import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** The command that opens an address; undefined on a machine without a display. */
export function browserCommand(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | undefined {
  const needsDisplay = platform !== 'darwin' && platform !== 'win32';
  if (needsDisplay && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  return OPENERS[platform] ?? OPENERS['linux'];
}

/** Best effort: the address is printed as well. */
export function openBrowser([command, ...args]: readonly [string, ...string[]], address: string): void {
  const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}
