// The files that pages load: one style sheet with the app's colors and sizes, the scripts, the icon.

import { readFileSync } from 'node:fs';

export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** Each address is written out: a packaged service finds its files by them (vite.config.ts). */
const FILES = {
  theme: new URL('../../shared/theme.css', import.meta.url),
  styles: new URL('./assets/dashboard.css', import.meta.url),
  passkeys: new URL('./assets/passkeys.js', import.meta.url),
  copy: new URL('./assets/copy.js', import.meta.url),
  icon: new URL('./assets/icon.svg', import.meta.url),
  // The package's own build for pages, which offers its functions as one global.
  simplewebauthn: new URL(
    '../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js',
    import.meta.url,
  ),
};

const textOf = (file: keyof typeof FILES): string => readFileSync(FILES[file], 'utf8');

const SCRIPT = 'text/javascript; charset=utf-8';

const MAKERS: Readonly<Record<string, () => Asset>> = {
  'dashboard.css': () => ({ type: 'text/css; charset=utf-8', text: styles() }),
  'passkeys.js': () => ({ type: SCRIPT, text: textOf('passkeys') }),
  'copy.js': () => ({ type: SCRIPT, text: textOf('copy') }),
  'simplewebauthn.js': () => ({ type: SCRIPT, text: textOf('simplewebauthn') }),
  'icon.svg': () => ({ type: 'image/svg+xml', text: textOf('icon') }),
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
  const theme = textOf('theme');
  return [theme, ...preferred(theme), textOf('styles')].join('\n');
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
