// Opens the window in the user's default browser, if there is a display.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Command = readonly [command: string, ...args: string[]];

const OPENERS: Readonly<Record<string, Command>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** The command that opens an address; undefined on a machine without a display. */
export function browserCommand(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): Command | undefined {
  const needsDisplay = platform !== 'darwin' && platform !== 'win32';
  if (needsDisplay && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  return OPENERS[platform] ?? OPENERS['linux'];
}

export interface BrowserStart {
  readonly browser: Command;
  /**
   * A folder that browsers may read. Neither hidden nor the system's temporary folder: a browser installed as a snap
   * sees neither.
   */
  readonly folder: string;
  /** A new address of the window; calls back when it is used. */
  readonly newAddress: (onUsed: () => void) => string;
}

/** Even a slow machine has its browser open by then; a page that nothing opened is removed. */
const PAGE_LASTS_MS = 60_000;

/**
 * Best effort: the address is printed as well. The browser gets the path of a page that only this user can read and
 * that redirects to the address. The address itself would appear in the command line, where every user of the machine
 * can read it.
 */
export function openBrowser({ browser: [command, ...args], folder, newAddress }: BrowserStart): void {
  removeLeftPages(folder);
  const page = join(folder, `railbird-open-${randomUUID()}.html`);
  const remove = () => rmSync(page, { force: true });
  try {
    writeFileSync(page, pageLeadingTo(newAddress(remove)), { mode: 0o600, flag: 'wx' });
  } catch {
    return;
  }
  process.once('exit', remove);
  setTimeout(remove, PAGE_LASTS_MS).unref();
  const opener = spawn(command, [...args, pathToFileURL(page).href], { stdio: 'ignore', detached: true });
  opener.on('error', remove);
  opener.unref();
}

const PAGE = /^railbird-open-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.html$/u;

/** A start that was killed leaves its page; that of another start may still be waited for. */
function removeLeftPages(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter((each) => PAGE.test(each))) {
      const page = join(folder, name);
      if (Date.now() - statSync(page).mtimeMs > PAGE_LASTS_MS) rmSync(page, { force: true });
    }
  } catch {
    // Another start removes them as well.
  }
}

const pageLeadingTo = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Railbird</title><meta http-equiv="refresh" content="0; url=${address}">\n`;
