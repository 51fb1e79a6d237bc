// What Electron loads: `--mode main` builds main.ts as an ES module, `--mode views` the thread that main.ts starts
// from beside itself, `--mode preload` the sandboxed preload.
//
// A sandboxed preload must be one CommonJS file. Packages are part of what is built, so that a packaged app needs none
// beside it; only those with native modules stay outside.

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { isOutside } from './packaging/native.mjs';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

interface Target {
  readonly entry: string;
  readonly format: 'es' | 'cjs';
  readonly file: string;
}

const TARGETS: Readonly<Record<string, Target>> = {
  main: {
    entry: 'main.ts',
    format: 'es',
    file: 'main.js',
  },
  views: {
    entry: 'archive/view/views.worker.ts',
    format: 'es',
    file: 'views.worker.mjs',
  },
  preload: { entry: 'preload.ts', format: 'cjs', file: 'preload.cjs' },
};

/**
 * Where a thread is started from its source, the bundle starts the one that is built beside it. Packaged, that lies
 * outside the app's archive: a thread then need not know how to read one.
 */
const threads: Plugin = {
  name: 'railbird-threads',
  enforce: 'pre',
  transform: (code) =>
    code.includes('new Worker(')
      ? code.replace(
          "'./views.worker.ts', import.meta.url",
          "'./views.worker.mjs', import.meta.url.replace('/app.asar/', '/app.asar.unpacked/')",
        )
      : undefined,
};

export default defineConfig(({ mode }): UserConfig => {
  const target = TARGETS[mode];
  if (target === undefined) throw new Error(`--mode must be one of: ${Object.keys(TARGETS).join(', ')}`);
  return {
    root: inProject('electron'),
    publicDir: false,
    plugins: [threads],
    build: {
      ssr: inProject(`electron/${target.entry}`),
      outDir: inProject('dist/electron'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      license: { fileName: `${target.file}.licences.md` },
      rolldownOptions: {
        external: (id) => id === 'electron' || isOutside(id),
        output: { format: target.format, entryFileNames: target.file, codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  };
});
