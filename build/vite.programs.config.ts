// What runs in Node without the project around it, as JavaScript: `--mode cli` makes the packaged `railbird` with its
// sample service, `--mode service` the sample service of the packaged app.
//
// A file for each entry and each thread, with what they share in chunks. Only packages with native modules stay
// outside.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { isOutside } from './packaging/native.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inProject = (file: string): string => path.join(root, file);

/** By mode. Entries keep their folders: they find the package's other files from where they are. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  cli: ['electron/cli', 'service/main'],
  service: ['service/main'],
};

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

export default defineConfig(({ mode }): UserConfig => {
  const entries = ENTRIES[mode];
  if (entries === undefined) throw new Error(`--mode must be one of: ${Object.keys(ENTRIES).join(', ')}`);
  return {
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [threads],
    build: {
      ssr: true,
      outDir: inProject(`dist/${mode}`),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      // Of all that is bundled; native packages and Node bring theirs.
      license: { fileName: 'licences.md' },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, inProject(`${entry}.ts`)])),
        external: isOutside,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  };
});
