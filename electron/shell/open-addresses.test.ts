import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { openAddresses } from './open-addresses.ts';

function started(argv: readonly string[], isPackaged = true) {
  const events = new EventEmitter();
  const schemes: string[] = [];
  const received: string[] = [];
  const files: string[] = [];
  let focused = 0;
  const starts = openAddresses({
    app: Object.assign(events, {
      isPackaged,
      setAsDefaultProtocolClient: (scheme: string) => {
        schemes.push(scheme);
        return true;
      },
    }),
    argv,
    folder: '/home/x',
    receiveFile: (path) => files.push(path),
    receive: (address) => received.push(address),
    focus: () => {
      focused += 1;
    },
  });
  return { events, starts, schemes, received, files, focused: () => focused };
}

test('a packaged app is the program for its addresses; a checkout changes nothing in the system', () => {
  expect(started(['railbird']).schemes).toEqual(['railbird']);
  expect(started(['electron', '.'], false).schemes).toEqual([]);
});

test('the address that started it arrives, whatever other arguments there are', () => {
  expect(started(['/opt/railbird', '--no-sandbox', 'railbird://day/20261122']).received).toEqual([
    'railbird://day/20261122',
  ]);
  expect(started(['railbird:', '/home/x']).received).toEqual([]);
});

test('those of a second start, and of the system, arrive and bring the window to the front', () => {
  const app = started(['railbird']);
  app.events.emit('second-instance', {}, ['railbird', 'railbird://settings'], '/home/x');
  let isPrevented = false;
  app.events.emit('open-url', { preventDefault: () => (isPrevented = true) }, 'railbird://day');
  expect([app.received, app.focused(), isPrevented]).toEqual([
    ['railbird://settings', 'railbird://day'],
    2,
    true,
  ]);
});

test('a second start without an address only brings the window to the front', () => {
  const app = started(['railbird']);
  app.events.emit('second-instance', {}, ['railbird', '--data-dir', '/d'], '/home/x');
  expect([app.received, app.focused()]).toEqual([[], 1]);
});

test('files arrive the same ways, relative ones from the folder of their start', () => {
  const app = started(['railbird', 'a.railbird-views']);
  app.events.emit('second-instance', {}, ['railbird', '--x', 'b.csv'], '/elsewhere');
  let isPrevented = false;
  app.events.emit('open-file', { preventDefault: () => (isPrevented = true) }, '/c.railbird-rule');
  expect([app.files, app.focused(), isPrevented]).toEqual([
    ['/home/x/a.railbird-views', '/elsewhere/b.csv', '/c.railbird-rule'],
    2,
    true,
  ]);
});

describe('while the app closes', () => {
  test('a start is for the next one, with the options of this one and what was named last', () => {
    const app = started(['railbird', '--data-dir', '/d', 'railbird://day', 'old.csv', '--sample']);
    app.starts.closing();
    expect(app.starts.missed()).toBeUndefined();
    app.events.emit('second-instance', {}, ['railbird', '--data-dir', '/d'], '/elsewhere');
    expect(app.starts.missed()).toEqual(['--data-dir', '/d', '--sample']);
    app.events.emit('second-instance', {}, ['railbird', 'railbird://settings', 'b.csv'], '/elsewhere');
    app.events.emit('open-file', { preventDefault: () => undefined }, '/c.railbird-rule');
    app.events.emit('open-url', { preventDefault: () => undefined }, 'railbird://bets');
    expect(app.starts.missed()).toEqual([
      '--data-dir',
      '/d',
      '--sample',
      '/elsewhere/b.csv',
      '/c.railbird-rule',
      'railbird://bets',
    ]);
    expect([app.received, app.files, app.focused()]).toEqual([['railbird://day'], ['/home/x/old.csv'], 0]);
  });

  test('nothing that arrived before is opened again', () => {
    const app = started(['railbird']);
    app.events.emit('second-instance', {}, ['railbird', 'railbird://day'], '/home/x');
    app.starts.closing();
    expect(app.starts.missed()).toBeUndefined();
  });
});
