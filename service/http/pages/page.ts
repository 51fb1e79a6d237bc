// The pages outside /v1/: they have no records and need no keys.

import { createHash } from 'node:crypto';
import { openApiDocument } from '../openapi/document.ts';
import { frontPage } from './front-page.ts';

export interface StaticPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The methods of a page, as in the header `Allow`. */
export const PAGE_METHODS = 'GET, HEAD';

const MAKERS: Readonly<Record<string, () => StaticPage>> = {
  '/': () => page('text/html; charset=utf-8', ...frontPage()),
  '/openapi.json': () => page('application/json; charset=utf-8', JSON.stringify(openApiDocument())),
};

/** Rendered once, at the first request, since they are the same for everyone. */
const made = new Map<string, StaticPage>();

export function pageAt(path: string): StaticPage | undefined {
  const stored = made.get(path);
  if (stored || !Object.hasOwn(MAKERS, path)) return stored;
  const fresh = MAKERS[path]?.();
  if (fresh) made.set(path, fresh);
  return fresh;
}

function page(type: string, text: string, style = ''): StaticPage {
  const styles = style && `; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  return {
    bytes: Buffer.from(text),
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'content-security-policy': `default-src 'none'${styles}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  };
}
