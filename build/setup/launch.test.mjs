// Handing the terminal over: the caller of `npm run service` sees the program's own streams, signals and exit.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LAUNCH = new URL('launch.mjs', import.meta.url).href;

/** A launcher whose child runs this code. */
function launch(code) {
  const program = `
    import { handOver } from ${JSON.stringify(LAUNCH)};
    process.exitCode = await handOver(process.execPath, ['-e', ${JSON.stringify(code)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const exitOf = (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code)));

test('the exit code of the program is the exit code of the launcher', async () => {
  expect(await exitOf(launch('process.exit(7)'))).toBe(7);
});

test('SIGTERM reaches the program, which ends in its own way', async () => {
  const child = launch(`
    process.on('SIGTERM', () => process.exit(5));
    setInterval(() => {}, 1000);
    console.log('{"event":"listening"}');`);
  const exit = exitOf(child);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await exit).toBe(5);
});

test('a program that dies of a signal ends as shells count it', async () => {
  expect(await exitOf(launch(`process.kill(process.pid, 'SIGKILL')`))).toBe(137);
});
