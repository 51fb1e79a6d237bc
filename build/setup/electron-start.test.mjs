// Starting under Electron, with small programs that stand in for its binary and fail as it does on first machines.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startElectron, whyNotLoaded } from './electron-start.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'railbird-electron-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function binaryThat(script) {
  const binary = path.join(folder, 'electron');
  writeFileSync(binary, `#!/bin/sh\n${script}\n`);
  chmodSync(binary, 0o755);
  return binary;
}

describe.skipIf(process.platform === 'win32')('a binary that stands in for Electron', () => {
  test.each([
    ['aborts, as where no sandbox can be made', 'kill -TRAP $$', 133, /SIGTRAP/],
    ['exits with 1', 'exit 1', 1, /code 1/],
    ['exits with 127, as where a library is missing', 'exit 127', 127, /lacks a system library/],
  ])('%s: no window, and the reason', async (_name, script, code, words) => {
    const end = await startElectron(binaryThat(script), []);
    expect(end.code).toBe(code);
    expect(end.reason).toMatch(words);
  });

  test.each([
    ['hangs', 'exec sleep 60'],
    ['hangs and heeds no SIGTERM', "trap '' TERM; while :; do sleep 0.1; done"],
  ])('%s: it is ended, and the reason is told', async (_name, script) => {
    const end = await startElectron(binaryThat(script), [], { windowWithin: 300 });
    expect(end.reason).toMatch(/no window within 0\.3 s/);
  });

  test('cannot be started at all: the reason is told', async () => {
    const end = await startElectron(path.join(folder, 'absent'), []);
    expect(end.reason).toMatch(/cannot be started/);
  });

  test('shows its window and ends much later: its exit is its own', async () => {
    const script = ': > "$RAILBIRD_SHOWN_FILE"; sleep 1; exit 5';
    expect(await startElectron(binaryThat(script), [], { windowWithin: 300 })).toEqual({ code: 5 });
  });

  test('ends well without a window, as where the app runs already: nothing is wrong', async () => {
    expect(await startElectron(binaryThat('exit 0'), [])).toEqual({ code: 0 });
  });
});

test('missing libraries are named once each, with the command that installs them', () => {
  const words = whyNotLoaded(['libnss3.so', 'libsmime3.so', 'libunheard.so.1']);
  expect(words).toMatch(/^it lacks libnss3\.so, libsmime3\.so, libunheard\.so\.1/);
  expect(words.match(/\blibnss3\b(?!\.so)/g) ?? []).toHaveLength(words.includes('apt-get') ? 1 : 0);
});
