import { expect, test } from 'vitest';
import { dataPlaceOf, type DataPlaceDeps } from './data-place.ts';

const place = (more: Partial<DataPlaceDeps>, folder = ''): ReturnType<typeof dataPlaceOf> =>
  dataPlaceOf({
    platform: 'linux',
    homeDir: '/home/u',
    env: {},
    folder: '/here',
    given: undefined,
    isPackaged: true,
    execPath: '/media/stick/railbird/railbird',
    isFolder: (path) => path === folder,
    ...more,
  });

const OWN = { dataDir: '/home/u/.local/share/railbird', isPortable: false };
const APPIMAGE = { APPIMAGE: '/media/stick/Railbird.AppImage', APPDIR: '/tmp/.mount_Railbi' };

test.each([
  ['a folder', {}, '/media/stick/railbird/railbird-data'],
  ['an AppImage', { env: APPIMAGE, execPath: '/tmp/.mount_Railbi/railbird' }, '/media/stick/railbird-data'],
  [
    'an app of macOS',
    { platform: 'darwin', execPath: '/Volumes/STICK/Railbird.app/Contents/MacOS/Railbird' },
    '/Volumes/STICK/railbird-data',
  ],
  [
    'a portable program of Windows',
    { platform: 'win32', env: { PORTABLE_EXECUTABLE_DIR: '/stick' }, execPath: '/temp/Railbird.exe' },
    '/stick/railbird-data',
  ],
])('%s is portable with a data folder beside it', (_what, deps: Partial<DataPlaceDeps>, beside) => {
  expect(place(deps, beside)).toEqual({ dataDir: beside, isPortable: true });
  expect(place(deps).isPortable).toBe(false);
});

test('without that folder, and in a checkout, the data is the user’s', () => {
  expect(place({})).toEqual(OWN);
  expect(place({ isPackaged: false }, '/media/stick/railbird/railbird-data')).toEqual(OWN);
});

test('what is said explicitly comes first', () => {
  const beside = '/media/stick/railbird/railbird-data';
  expect(place({ given: '/elsewhere' }, beside)).toEqual({ dataDir: '/elsewhere', isPortable: false });
  expect(place({ given: '~/racing' }, beside)).toEqual({ dataDir: '/home/u/racing', isPortable: false });
  expect(place({ env: { RAILBIRD_DATA_DIR: '/there' } }, beside)).toEqual({
    dataDir: '/there',
    isPortable: false,
  });
});

test('the variables of another AppImage, such as a terminal, are not its own', () => {
  expect(place({ env: { ...APPIMAGE } }, '/media/stick/railbird-data')).toEqual(OWN);
});
