// Serves the window's files under the app's own scheme, with the content security policy on every response.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol } from 'electron';
import { contentSecurityPolicy, WINDOW_HEADERS } from '../bridge/window-policy.ts';
import type { PageRequests } from '../launch/page-requests.ts';
import { CONTENT_TYPES, SCHEME, windowFileOf } from './window-origin.ts';

/** Call before the app is ready: it registers a scheme with its own origin, so that CSP and same-origin rules apply. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export interface ServedWindow {
  /** The built window. */
  readonly folder: string;
  /** The window's page, with what it is told. */
  readonly page: () => Promise<string>;
  /** Is told of the page's requests. */
  readonly requests: PageRequests;
}

/** Call after the app is ready. */
export function serveWindow({ folder, page, requests }: ServedWindow): void {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
  const headers = { ...WINDOW_HEADERS, 'content-security-policy': contentSecurityPolicy(sha256) };
  protocol.handle(SCHEME, async ({ url, method }) => {
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers });
    const file = windowFileOf(url, folder);
    const type = file === undefined ? undefined : CONTENT_TYPES[extname(file)];
    if (file === undefined || type === undefined) return new Response(null, { status: 404, headers });
    const isPage = new URL(url).pathname === '/';
    const answered = requests.begin(isPage ? 'page' : 'file');
    try {
      const content = isPage ? Buffer.from(await page()) : await readFile(file);
      const body = streamOf(method === 'HEAD' ? Buffer.alloc(0) : content, answered);
      return new Response(body, { headers: { ...headers, 'content-type': type } });
    } catch {
      answered();
      return new Response(null, { status: 404, headers });
    }
  });
}

const CHUNK_BYTES = 256 * 1024;

/** `read` is called once all of it was read, or nobody wants the rest. */
function streamOf(content: Uint8Array, read: () => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < content.length) controller.enqueue(content.subarray(at, (at += CHUNK_BYTES)));
      if (at < content.length) return;
      controller.close();
      read();
    },
    cancel: read,
  });
}
