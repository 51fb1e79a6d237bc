// Everything that is bundled, by mode: `window` is what the page loads, `main`, `worker` and `preload` are what Electron
// loads, `cli` and `service` are what runs in Node without the project around it, `tests` what tests start. `vite` by itself serves the window.

import react from '@vitejs/plugin-react';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { isOutside } from './build/packaging/native.mjs';

const root = import.meta.dirname;
const inProject = (file: string): string => path.join(root, file);

/** Has the window's code fetched beside the page's first script, which imports it once the first picture is drawn. */
const windowAtOnce: Plugin = {
  name: 'railbird-window-at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk' || file.facadeModuleId !== inProject('renderer/main.tsx')) return [];
        const styles: Iterable<string> = file.viteMetadata?.importedCss ?? [];
        return [
          {
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file.fileName}` },
          },
          ...[...styles].map((href) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `./${href}` },
          })),
        ];
      }),
  },
};

/** The page, for Electron's own scheme and for the loopback host alike. */
const window: UserConfig = {
  root: inProject('renderer'),
  // Relative addresses: the page lives under its own scheme in Electron and under a token's path on loopback.
  base: './',
  plugins: [react(), windowAtOnce],
  build: {
    outDir: inProject('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    // The content security policy allows neither inline scripts nor data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
  },
};

const forNode = { ssr: true, target: 'node24', minify: false, reportCompressedSize: false } as const;

/**
 * The main process starts its worker from source during development; the bundle starts the one built beside it. In a
 * packaged app that file lies outside the ASAR archive, because a worker cannot read one.
 */
const workerOfMain: Plugin = {
  name: 'railbird-worker-of-main',
  enforce: 'pre',
  transform: (code) =>
    code.includes('new Worker(')
      ? code.replace(
          "'./engine.worker.ts', import.meta.url",
          "'./engine.worker.mjs', import.meta.url.replace('/app.asar/', '/app.asar.unpacked/')",
        )
      : undefined,
};

/**
 * One file for Electron, except for the core, which main.ts loads once the window opens. A sandboxed preload must be a
 * single CommonJS file. Packages are bundled, so that a packaged
 * app needs no node_modules; only those with native modules stay outside.
 */
const forElectron = (entry: string, file: string, format: 'es' | 'cjs'): UserConfig => ({
  root: inProject('electron'),
  publicDir: false,
  plugins: [workerOfMain],
  build: {
    ...forNode,
    ssr: inProject(`electron/${entry}`),
    outDir: inProject('dist/electron'),
    emptyOutDir: false,
    license: { fileName: `${file}.licenses.md` },
    rolldownOptions: {
      external: (id) => id === 'electron' || isOutside(id),
      output: {
        format,
        entryFileNames: file,
        chunkFileNames: '[name].js',
        codeSplitting: entry === 'main.ts',
      },
    },
  },
  ssr: { noExternal: true },
});

const WORKER = /new URL\(\s*'(\.[^']*\.ts)',\s*import\.meta\.url\s*,?\s*\)/g;

/** Makes every worker an entry of its own, found from wherever the code that starts it ends up. */
const workersOfPrograms: Plugin = {
  name: 'railbird-workers-of-programs',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('new Worker(')) return undefined;
    return code.replace(WORKER, (_, file: string) => {
      const entry = path.relative(root, path.resolve(path.dirname(id), file));
      const name = entry.replaceAll(path.sep, '/').replace(/\.ts$/, '');
      this.emitFile({ type: 'chunk', id: inProject(entry), fileName: `${name}.js` });
      return `new URL('../${name}.js', import.meta.url)`;
    });
  },
};

const FILE = /new URL\(\s*'(\.[^']*(?:\/|\.(?:css|js|sql|svg)))',\s*import\.meta\.url\s*,?\s*\)/g;

/** Takes along the files and folders that the service reads, such as the dashboard's styles and the database's schema. */
const filesOfPrograms: Plugin = {
  name: 'railbird-files-of-programs',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(inProject(`service${path.sep}`))) return undefined;
    return code.replace(FILE, (_, address: string) => {
      const found = path.resolve(path.dirname(id), address);
      const isFolder = address.endsWith('/');
      const files = isFolder ? readdirSync(found).map((name) => path.join(found, name)) : [found];
      const nameOf = (file: string) => `files/${path.relative(root, file).replaceAll(path.sep, '/')}`;
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: nameOf(file), source: readFileSync(file) });
      // Entries and chunks alike are one folder deep.
      return `new URL('../${nameOf(found)}${isFolder ? '/' : ''}', import.meta.url)`;
    });
  },
};

/** Programs for Node. Entries keep their folders: they find the package's other files relative to themselves. */
const programs = (mode: string, entries: readonly string[]): UserConfig => ({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [filesOfPrograms, workersOfPrograms],
  build: {
    ...forNode,
    outDir: inProject(`dist/${mode}`),
    emptyOutDir: true,
    emitAssets: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries(entries.map((entry) => [entry, inProject(`${entry}.ts`)])),
      external: isOutside,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});

const MODES: Readonly<Record<string, UserConfig>> = {
  window,
  // The modes that Vite itself and tools that read this file start with.
  development: window,
  production: window,
  main: forElectron('main.ts', 'main.js', 'es'),
  worker: forElectron('query-engine/engine.worker.ts', 'engine.worker.mjs', 'es'),
  preload: forElectron('preload.ts', 'preload.cjs', 'cjs'),
  cli: programs('cli', ['electron/cli', 'service/main']),
  service: programs('service', ['service/main']),
  // What tests start as processes (build/test/programs.mjs).
  tests: programs('tests', [
    'electron/cli',
    'electron/web',
    'electron/downloads/testing/kill-driver',
    'service/main',
  ]),
};

export default defineConfig(({ mode }): UserConfig => {
  const config = MODES[mode];
  if (config === undefined) throw new Error(`--mode must be one of: ${Object.keys(MODES).join(', ')}`);
  return config;
});
