// The window's own scheme: the location of its files, and which pages belong to the window.

import { join, normalize, sep } from 'node:path';

export const SCHEME = 'app';
export const WINDOW_URL = `${SCHEME}://railbird/`;

/**
 * Whether an address belongs to the window; every other address is denied navigation and the bridge. The host is exact:
 * no port, no name and password in front of it.
 */
export function isWindowUrl(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${SCHEME}:` &&
    url.host === 'railbird' &&
    url.username + url.password === ''
  );
}

/** The file for an address of the window; undefined for one outside its folder. */
export function windowFileOf(address: string, folder: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !isWindowUrl(address)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  // A backslash separates folders on Windows alone: no file of the window has one in its name.
  if (/[\0\\]/.test(path)) return undefined;
  const root = normalize(folder + sep);
  const file = join(root, path === '/' ? 'index.html' : path);
  return file.startsWith(root) ? file : undefined;
}

/** Content types by file extension; other files are not served. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
