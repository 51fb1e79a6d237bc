// The files that pages load: one style sheet with the app's colors and sizes, the scripts, the icon.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Asset {
  readonly type: string;
  readonly text: string;
}

const beside = (file: string): string => readFileSync(new URL(`./assets/${file}`, import.meta.url), 'utf8');

const SCRIPT = 'text/javascript; charset=utf-8';

const MAKERS: Readonly<Record<string, () => Asset>> = {
  'dashboard.css': () => ({ type: 'text/css; charset=utf-8', text: styles() }),
  'passkeys.js': () => ({ type: SCRIPT, text: beside('passkeys.js') }),
  'copy.js': () => ({ type: SCRIPT, text: beside('copy.js') }),
  // The package's own build for pages, which offers its functions as one global.
  'simplewebauthn.js': () => ({
    type: SCRIPT,
    text: readFileSync(
      createRequire(import.meta.url)
        .resolve('@simplewebauthn/browser')
        .replace(/(@simplewebauthn\/browser\/).*$/, '$1dist/bundle/index.umd.min.js'),
      'utf8',
    ),
  }),
  'icon.svg': () => ({ type: 'image/svg+xml', text: beside('icon.svg') }),
};

const made = new Map<string, Asset>();

/** Read once, at the first request. */
export function assetOf(name: string): Asset | undefined {
  const stored = made.get(name);
  if (stored || !Object.hasOwn(MAKERS, name)) return stored;
  const fresh = MAKERS[name]?.();
  if (fresh) made.set(name, fresh);
  return fresh;
}

/** The app's theme, and its dark colors for a browser that prefers them; then the dashboard's own rules. */
function styles(): string {
  const theme = readFileSync(new URL('../../shared/theme.css', import.meta.url), 'utf8');
  return [theme, ...preferred(theme), beside('dashboard.css')].join('\n');
}

/** In the app an attribute selects a theme; here the browser does. */
function preferred(theme: string): string[] {
  const queries = { dark: '(prefers-color-scheme: dark)', contrast: '(prefers-contrast: more)' };
  return Object.entries(queries).map(([name, query]) => {
    const [, block] = new RegExp(`:root\\[data-theme='${name}'\\] \\{([^}]*)\\}`).exec(theme) ?? [];
    if (block === undefined) throw new Error(`shared/theme.css has no theme "${name}"`);
    return `@media ${query} { :root {${block}} }`;
  });
}
