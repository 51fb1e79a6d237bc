// The command line and the sample service as JavaScript for the packaged `railbird` (package-cli.mjs).
//
// A file for each entry and each thread, with what they share in chunks. Only packages with native modules stay
// outside.

import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const inProject = (file: string): string => path.join(root, file);

/** Entries keep their folders: they find the package's other files from where they are. */
const ENTRIES = ['electron/cli', 'service/main'];

const OUTSIDE = ['@duckdb/node-bindings', 'better-sqlite3', 'keytar', 'pg-native'];

const isOutside = (id: string): boolean =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`) || id.startsWith(`${name}-`));

/** `new URL('./worker.ts', import.meta.url)` beside `new Worker(`: an entry of its own, found wherever its code ends up. */
const THREAD = /new URL\(\s*'(\.[^']*\.ts)',\s*import\.meta\.url\s*,?\s*\)/g;

const threads: Plugin = {
  name: 'railbird-threads',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('new Worker(')) return undefined;
    return code.replace(THREAD, (_, file: string) => {
      const entry = path.relative(root, path.resolve(path.dirname(id), file));
      const name = entry.replaceAll(path.sep, '/').replace(/\.ts$/, '');
      this.emitFile({ type: 'chunk', id: path.join(root, entry), fileName: `${name}.js` });
      return `new URL('../${name}.js', import.meta.url)`;
    });
  },
};

export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [threads],
  build: {
    ssr: true,
    outDir: inProject('dist/cli/app'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    // Of all that is bundled; native packages and Node bring theirs.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((entry) => [entry, inProject(`${entry}.ts`)])),
      external: isOutside,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: OUTSIDE },
});
