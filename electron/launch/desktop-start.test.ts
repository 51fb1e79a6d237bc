import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideStart, ozoneSwitch, type DesktopStart, type StartDeps } from './desktop-start.ts';
import { startMemoryFile } from './start-memory.ts';
import { startNotices } from './start-notices.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'railbird-desktop-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const BOTH = { XDG_SESSION_TYPE: 'wayland', XDG_RUNTIME_DIR: '/run/user/1000', DISPLAY: ':0' };

const decide = (more: Partial<StartDeps> = {}): ReturnType<typeof decideStart> =>
  decideStart({
    dataDir,
    version: '1.0.0',
    platform: 'linux',
    uid: process.getuid?.(),
    env: BOTH,
    argv: [],
    withGpu: false,
    chosen: 'wayland',
    now: () => 1_800_000_000_000,
    isListening: () => true,
    ...more,
  });

function go(decision: ReturnType<typeof decideStart>): DesktopStart {
  if (decision.kind !== 'go') throw new Error(`it decides ${JSON.stringify(decision)}`);
  return decision;
}

/** As after starts that died in a process that has ended. */
const afterDeaths = (failures: number): void =>
  writeFileSync(startMemoryFile(dataDir), JSON.stringify({ version: 1, failures }));

const textsOf = (start: DesktopStart): string =>
  startNotices(start, dataDir)
    .map(({ what }) => what.en)
    .join('\n');

test('a usual start leaves everything to Chromium and says nothing', () => {
  const start = go(decide());
  expect(start).toMatchObject({ withoutGpu: undefined, avoided: undefined });
  expect(start.window).toEqual({ folder: join(dataDir, 'window') });
  expect(startNotices(start, dataDir)).toEqual([]);
});

test('without a screen it stops in words, before it makes anything of Chromium’s', () => {
  const decision = decide({ isListening: () => false });
  expect(decision).toMatchObject({ kind: 'stop', error: { code: 'DISPLAY_MISSING' } });
  expect(existsSync(join(dataDir, 'window'))).toBe(false);
});

test('a Wayland session that does not answer is left for X11, once', () => {
  const isListening = (path: string) => path.includes('X11');
  expect(decide({ isListening })).toEqual({ kind: 'again', ozone: 'x11' });
  const again = { isListening, chosen: 'x11', argv: [ozoneSwitch('x11')] };
  expect(go(decide(again)).avoided).toBeUndefined();
});

test('on the screen of another machine it draws without the graphics card, unless it is wanted', () => {
  const remote = { env: { DISPLAY: 'localhost:10.0' }, chosen: 'x11' };
  const start = go(decide(remote));
  expect(start.withoutGpu).toBe('remote');
  expect(startNotices(start, dataDir)).toEqual([]);
  expect(go(decide({ ...remote, withGpu: true })).withoutGpu).toBeUndefined();
});

test('after a start without a window it draws without the graphics card, and says so once', () => {
  afterDeaths(1);
  const start = go(decide());
  expect(start.withoutGpu).toBe('starts');
  expect(textsOf(start)).toContain('now draws without the graphics card');
  start.memory.begin();
  start.memory.shown(start.ozone);
  const next = go(decide());
  expect([next.withoutGpu, textsOf(next)]).toEqual(['starts', '']);
});

test('of a driver that crashed it was said at once: later starts leave the notice as the user left it', () => {
  const { memory } = go(decide());
  expect([memory.gpuCrashed(), memory.gpuCrashed(), memory.gpuCrashed()]).toEqual([false, false, true]);
  const next = go(decide());
  expect([next.withoutGpu, textsOf(next)]).toEqual(['crashes', '']);
});

test('after two it also sets Chromium’s folder aside', () => {
  go(decide());
  writeFileSync(join(dataDir, 'window', 'Preferences'), '{');
  afterDeaths(2);
  const start = go(decide());
  expect(start.window.movedTo).toBe(join(dataDir, 'window.damaged-1800000000000'));
  expect(textsOf(start)).toContain('new ones were made');
});

test('after three it takes the other screen, keeps to it once there is a window, and says so once', () => {
  afterDeaths(3);
  expect(decide()).toEqual({ kind: 'again', ozone: 'x11' });
  const again = { chosen: 'x11', argv: [ozoneSwitch('x11')] };
  const start = go(decide(again));
  expect(start.avoided).toBe('wayland');
  expect(textsOf(start)).toContain('Several starts on Wayland led to no window: Railbird now uses X11');
  start.memory.begin();
  start.memory.shown(start.ozone);
  expect(decide()).toEqual({ kind: 'again', ozone: 'x11' });
  expect(textsOf(go(decide(again)))).not.toContain('Several starts');
  // Where there is no other, it stays with what there is.
  expect(go(decide({ env: { ...BOTH, DISPLAY: '' } })).avoided).toBeUndefined();
});

test('another user’s folder stops it in words', () => {
  const decision = decide({ uid: (process.getuid?.() ?? 0) + 1 });
  expect(decision).toMatchObject({ kind: 'stop', error: { code: 'DATA_FOLDER_OTHER_USER' } });
});
