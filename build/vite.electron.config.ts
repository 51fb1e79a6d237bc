// What Electron loads: `--mode main` builds main.ts as an ES module, `--mode views` the thread that main.ts starts
// from beside itself, `--mode preload` the sandboxed preload.
//
// A sandboxed preload must be one CommonJS file. The packages stay outside of main: some are native.

import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const isBuiltin = (id: string): boolean =>
  id === 'electron' || id.startsWith('node:') || builtinModules.includes(id);
const isPackage = (id: string): boolean => /^[@a-z]/u.test(id);

interface Target {
  readonly entry: string;
  readonly format: 'es' | 'cjs';
  readonly file: string;
  readonly external: (id: string) => boolean;
}

const TARGETS: Readonly<Record<string, Target>> = {
  main: {
    entry: 'main.ts',
    format: 'es',
    file: 'main.js',
    external: (id) => isBuiltin(id) || isPackage(id),
  },
  views: {
    entry: 'archive/view/views.worker.ts',
    format: 'es',
    file: 'views.worker.js',
    external: (id) => isBuiltin(id) || isPackage(id),
  },
  preload: { entry: 'preload.ts', format: 'cjs', file: 'preload.cjs', external: isBuiltin },
};

/** Where a thread is started from its source, the bundle starts the one that is built beside it. */
const threads: Plugin = {
  name: 'railbird-threads',
  enforce: 'pre',
  transform: (code) =>
    code.includes('new Worker(') ? code.replace("'./views.worker.ts'", "'./views.worker.js'") : undefined,
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
      rolldownOptions: {
        external: target.external,
        output: { format: target.format, entryFileNames: target.file, codeSplitting: false },
      },
    },
    ssr: { noExternal: mode === 'preload' ? true : [] },
  };
});
