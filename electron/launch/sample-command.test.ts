import { expect, test } from 'vitest';
import { packagedSample, sampleCommandOf } from './sample-command.ts';

test('a packaged app starts the service outside its archive, with the Node beside it', () => {
  const home = '/opt/Railbird/resources/app.asar';
  const sample = '/opt/Railbird/resources/app.asar.unpacked/sample';
  expect(packagedSample(home, 'linux')).toEqual({
    node: `${sample}/runtime/node`,
    main: `${sample}/service/main.js`,
  });
  expect(packagedSample(home, 'win32').node).toBe(`${sample}/runtime/node.exe`);
});

test('the service gets none of the app’s own variables, and ends with the app', () => {
  const env = { PATH: '/bin', RAILBIRD_USER_KEY: 'secret' };
  const command = sampleCommandOf({ node: 'node', main: 'main.ts', dataDir: '/data', env });
  expect(command.env).toEqual({ PATH: '/bin' });
  expect(command.args).toContain('--exit-with-parent');
  expect(command.args).toContain('--sample');
});

test('whoever has a slow machine may have eight weeks instead of a year', () => {
  const env = { RAILBIRD_SAMPLE: 'weeks' };
  const command = sampleCommandOf({ node: 'node', main: 'main.ts', dataDir: '/data', env });
  expect(command.args).toContain('--sample=weeks');
});
