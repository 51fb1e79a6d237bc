// Starting under Electron, with small programs that replace its binary and fail as it does on first machines.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sandboxFlags, startElectron, whyNotLoaded } from './electron-start.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'railbird-electron-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function binaryThat(script) {
  const binary = path.join(folder, 'electron');
  writeFileSync(binary, `#!/bin/sh\n${script}\n`);
  chmodSync(binary, 0o755);
  return binary;
}

describe.skipIf(process.platform === 'win32')('a replacement binary of Electron', () => {
  test.each([
    ['aborts, as if no sandbox can be created', 'kill -TRAP $$', 133, /SIGTRAP/],
    ['exits with 1', 'exit 1', 1, /code 1/],
    ['exits with 127, as if a library is missing', 'exit 127', 127, /lacks a system library/],
  ])('%s: no window, and the reason', async (_name, script, code, words) => {
    const end = await startElectron(binaryThat(script), []);
    expect(end.code).toBe(code);
    expect(end.reason).toMatch(words);
  });

  test.each([
    ['hangs', 'exec sleep 60'],
    ['hangs and ignores SIGTERM', "trap '' TERM; while :; do sleep 0.1; done"],
  ])('%s: it is stopped, and the reason is reported with a remedy', async (_name, script) => {
    const end = await startElectron(binaryThat(script), [], { windowWithin: 300 });
    expect(end.reason).toMatch(/no window within 0\.3 s\. .*npm start -- --disable-gpu$/);
  });

  test('has 20 s to show its window, and no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const ended = vi.fn((end) => end);
    const end = startElectron(binaryThat('exec sleep 600'), []).then(ended);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect((await end).reason).toMatch(/no window within 20 s/);
  });

  test('is stopped from outside before its window shows: no error', async () => {
    expect(await startElectron(binaryThat('kill -TERM $$'), [])).toEqual({ code: 143 });
  });

  test('cannot be started at all: the reason is reported', async () => {
    const end = await startElectron(path.join(folder, 'absent'), []);
    expect(end.reason).toMatch(/cannot be started/);
  });

  test('shows its window and ends much later: its exit is its own', async () => {
    const script = ': > "$RAILBIRD_SHOWN_FILE"; sleep 1; exit 5';
    expect(await startElectron(binaryThat(script), [], { windowWithin: 300 })).toEqual({ code: 5 });
  });

  test('exits normally without a window, as when the app runs already: no error', async () => {
    expect(await startElectron(binaryThat('exit 0'), [])).toEqual({ code: 0 });
  });
});

describe.skipIf(process.platform !== 'linux')('when the kernel forbids a sandbox', () => {
  const RULES = [
    ['kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
    ['kernel/unprivileged_userns_clone', '0', '1'],
    ['user/max_user_namespaces', '0', '63000'],
  ];
  const ABORTS = 'kill -TRAP $$';

  /** The kernel's settings, reduced to this one. */
  function settingsOf(name, value) {
    const file = path.join(folder, 'sys', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${value}\n`);
    return path.join(folder, 'sys');
  }

  test.each(RULES)(
    'by %s, the reason names the rule and the commands that lift it',
    async (name, forbids) => {
      const { reason } = await startElectron(binaryThat(ABORTS), [], { settings: settingsOf(name, forbids) });
      const helper = path.join(folder, 'chrome-sandbox');
      expect(reason).toBe(
        `this system does not let ordinary programs create a sandbox (it was stopped by SIGTRAP). To allow it for Railbird: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
      );
    },
  );

  test.each(RULES)('and %s allows it, the sandbox is not blamed', async (name, _forbids, allows) => {
    const { reason } = await startElectron(binaryThat(ABORTS), [], { settings: settingsOf(name, allows) });
    expect(reason).toMatch(/^it was stopped by SIGTRAP before it showed a window/);
  });

  test('and Electron runs without one, the sandbox is not blamed', async () => {
    const [[name, forbids]] = RULES;
    const settings = settingsOf(name, forbids);
    const { reason } = await startElectron(binaryThat(ABORTS), ['--no-sandbox'], { settings });
    expect(reason).toMatch(/^it was stopped by SIGTRAP before it showed a window/);
  });
});

test('root gets a message that the sandbox is off, and how to turn it on', () => {
  const lines = [];
  expect(sandboxFlags((line) => lines.push(line), { platform: 'linux', uid: 0 })).toEqual(['--no-sandbox']);
  expect(lines).toEqual([expect.stringMatching(/^Running as root: .*sandbox is off.*ordinary user\.$/)]);
});

test.each([
  ['an ordinary user', { platform: 'linux', uid: 1000 }],
  ['root of another system', { platform: 'darwin', uid: 0 }],
])('%s keeps the sandbox, without a message', (_who, user) => {
  const lines = [];
  expect(sandboxFlags((line) => lines.push(line), user)).toEqual([]);
  expect(lines).toEqual([]);
});

test('missing libraries are named once each, with the command that installs them', () => {
  const words = whyNotLoaded(['libnss3.so', 'libsmime3.so', 'libunheard.so.1']);
  expect(words).toMatch(/^it lacks libnss3\.so, libsmime3\.so, libunheard\.so\.1/);
  expect(words.match(/\blibnss3\b(?!\.so)/g) ?? []).toHaveLength(words.includes('apt-get') ? 1 : 0);
});
