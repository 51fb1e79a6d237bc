// The window: renderer/ built into dist/renderer, for Electron's own scheme and for the loopback host alike.

import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  root: inProject('renderer'),
  // Relative addresses: the page lives under a scheme of its own in Electron and under a token's path on loopback.
  base: './',
  plugins: [react()],
  build: {
    outDir: inProject('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    // The content security policy allows neither inline scripts nor data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    // Of all that is bundled.
    license: { fileName: 'licences.md' },
  },
});
