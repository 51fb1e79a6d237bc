// Searches for a secret in everything that the window holds or received, and in every byte that the app wrote.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { onFrame } from './bridge-frames.ts';

/** The encodings of a secret: plain, in JSON, in an address, as base64. */
const spellings = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
];

const holds = (text: string, secret: string): boolean =>
  spellings(secret).some((each) => text.includes(each));

export interface Listener {
  /**
   * The places where the secret was found, a line each. The one call that carries it to the main process does not
   * count.
   */
  placesOf(secret: string): Promise<readonly string[]>;
}

/** From now on records the traffic between page and app, and the page's console. */
export function listen(page: Page): Listener {
  const seen: { readonly where: string; readonly text: string }[] = [];
  const bodies: Promise<void>[] = [];
  page.on('console', (message) => void seen.push({ where: 'console', text: message.text() }));
  page.on('request', (request) => {
    seen.push({ where: 'address', text: request.url() });
    seen.push({ where: `request ${request.url()}`, text: request.postData() ?? '' });
  });
  onFrame(page, ({ from, path, text }) => {
    if (from === 'app') seen.push({ where: 'answer of the bridge', text });
    else if (path !== '/connection/connect') seen.push({ where: `call of ${path ?? 'the bridge'}`, text });
  });
  const keep = async (request: Request): Promise<void> => {
    const response = await request.response();
    if (response === null) return;
    seen.push({ where: `headers ${response.url()}`, text: JSON.stringify(response.headers()) });
    const body = await response.body();
    seen.push({ where: `answer ${response.url()}`, text: body.toString('latin1') });
  };
  page.on('requestfinished', (request) => {
    const kept = keep(request);
    bodies.push(kept);
    // What is still on its way when the page is left fails after all places were asked.
    kept.catch(() => undefined);
  });
  return {
    async placesOf(secret) {
      // The bodies of a page that was left are gone; their effects are checked elsewhere.
      await Promise.allSettled(bodies);
      return seen.filter(({ text }) => holds(text, secret)).map(({ where }) => where);
    },
  };
}

/** The places in the page that contain the secret: its tree, its fields, its storage, its address. */
export async function inPage(page: Page, secret: string): Promise<readonly string[]> {
  const parts = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const fields = [...document.querySelectorAll('input')];
    return {
      tree: document.documentElement.outerHTML,
      fields: fields.map((field) => field.value).join('\n'),
      address: location.href,
      history: JSON.stringify(history.state),
      cookies: document.cookie,
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      databases: JSON.stringify(databases),
      window: JSON.stringify(Object.entries(window).filter(([, value]) => typeof value === 'string')),
    };
  });
  return Object.entries(parts).flatMap(([where, text]) => (holds(text, secret) ? [where] : []));
}

/** Files below a folder with the secret in their content or their names. */
export async function inFiles(folder: string, secret: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (holds(file, secret)) found.push(file);
    if (!entry.isFile()) continue;
    const bytes = await bytesOf(file);
    const isThere = spellings(secret).some(
      (each) => bytes.includes(each) || bytes.includes(Buffer.from(each, 'utf16le')),
    );
    if (isThere) found.push(file);
  }
  return found;
}

/** Of a file that is gone by now, nothing: Chromium removes its temporary ones at any moment. */
const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });

/** Texts in the page's memory with one of the secrets, of all its worlds, once what nothing refers to has been freed. */
export async function inHeap(page: Page, ...secrets: readonly string[]): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  await session.detach();
  const { strings } = JSON.parse(chunks.join('')) as { readonly strings: readonly string[] };
  return strings.filter((text) => secrets.some((secret) => text.includes(secret)));
}

/** The command lines and environments of this user's processes with the secret; there are none without /proc. */
export async function inProcesses(secret: string): Promise<readonly string[]> {
  const entries = await readdir('/proc').catch(() => []);
  const files = entries
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => ['cmdline', 'environ'].map((name) => path.join('/proc', pid, name)));
  const found = await Promise.all(
    files.map(async (file) => {
      // It belongs to somebody else, or has ended meanwhile.
      const text = await readFile(file, 'latin1').catch(() => '');
      return holds(text, secret) ? [file] : [];
    }),
  );
  return found.flat();
}
