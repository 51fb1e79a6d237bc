// What the package of the desktop app turns off in Electron, and which code its integrity check does not cover.

import { expect, test } from 'vitest';
import builder from './electron-builder.mjs';

test('every fuse of Electron is decided', () => {
  expect(builder.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('outside the archive are native files, the worker of large results, and the sample service', () => {
  expect(builder.asar).toBe(true);
  expect(builder.asarUnpack).toEqual([
    'node_modules/**/*.{node,so,so.*,dylib,dll}',
    'dist/electron/engine.worker.mjs',
    'sample/**/*',
  ]);
});
