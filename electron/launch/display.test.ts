import { expect, test } from 'vitest';
import { findDisplay, type DisplayDeps } from './display.ts';

const X0 = '/tmp/.X11-unix/X0';
const WAYLAND = '/run/user/1000/wayland-0';
const SESSION = { XDG_SESSION_TYPE: 'wayland', XDG_RUNTIME_DIR: '/run/user/1000' };

const find = (
  env: DisplayDeps['env'],
  listening: readonly string[],
  more: Partial<DisplayDeps> = {},
): ReturnType<typeof findDisplay> =>
  findDisplay({
    platform: 'linux',
    env,
    chosen: 'x11',
    isExplicit: false,
    isListening: (path) => listening.includes(path),
    ...more,
  });

test('a screen of X11 or Wayland that answers is used as Chromium chose it', () => {
  expect(find({ DISPLAY: ':0' }, [X0])).toEqual({ kind: 'found', ozone: 'x11', isRemote: false });
  expect(find({ ...SESSION, WAYLAND_DISPLAY: 'wayland-0' }, [WAYLAND], { chosen: 'wayland' })).toEqual({
    kind: 'found',
    ozone: 'wayland',
    isRemote: false,
  });
  // A Wayland session need not name it.
  expect(find(SESSION, [WAYLAND], { chosen: 'wayland' })).toMatchObject({ ozone: 'wayland' });
  expect(find({ WAYLAND_SOCKET: '5' }, [], { chosen: 'wayland' })).toMatchObject({ ozone: 'wayland' });
});

test('the other one is used if the one that Chromium chose does not answer', () => {
  const env = { ...SESSION, DISPLAY: ':0' };
  expect(find(env, [X0], { chosen: 'wayland' })).toMatchObject({ change: 'x11', ozone: 'x11' });
  expect(find(env, [WAYLAND])).toMatchObject({ change: 'wayland', ozone: 'wayland' });
});

test('one that led to no window is avoided if there is another', () => {
  const env = { ...SESSION, DISPLAY: ':0' };
  const avoiding = { chosen: 'wayland', avoid: 'wayland' } as const;
  expect(find(env, [WAYLAND, X0], avoiding)).toMatchObject({ change: 'x11' });
  expect(find(env, [WAYLAND], avoiding)).toEqual({ kind: 'found', ozone: 'wayland', isRemote: false });
});

test('what the command line says is kept', () => {
  const env = { ...SESSION, DISPLAY: ':0' };
  expect(find(env, [WAYLAND, X0], { isExplicit: true, avoid: 'x11' })).toMatchObject({ ozone: 'x11' });
  expect(find(env, [WAYLAND], { isExplicit: true })).toMatchObject({ kind: 'missing' });
});

test('without any, the variables that were read are named', () => {
  expect(find({}, [])).toEqual({ kind: 'missing', tried: 'DISPLAY=, WAYLAND_DISPLAY=' });
  // A terminal of a session that has ended.
  expect(find({ DISPLAY: ':0' }, [])).toEqual({ kind: 'missing', tried: 'DISPLAY=:0, WAYLAND_DISPLAY=' });
  // In a container that got the name, but not the folder of the socket.
  expect(find({ WAYLAND_DISPLAY: 'wayland-0' }, ['wayland-0'], { chosen: 'wayland' })).toMatchObject({
    kind: 'missing',
  });
});

test.each([
  ['localhost:10.0', true],
  ['desk.example:0', true],
  [':0', false],
  ['unix:0', false],
])('a screen named %s is on another machine: %s', (name, isRemote) => {
  expect(find({ DISPLAY: name }, [X0])).toMatchObject({ kind: 'found', isRemote });
});

test.each(['win32', 'darwin'])('on %s nothing is asked', (platform) => {
  expect(find({}, [], { platform, chosen: '' })).toMatchObject({ kind: 'found', ozone: undefined });
});
