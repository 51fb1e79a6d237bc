// Handing the terminal over: the caller of `npm run service` gets the program's own streams, signals and exit code.

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

const exitOf = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', (code) => resolve(code));
  });

test('the exit code of the program is the exit code of the launcher', async () => {
  expect(await exitOf(launch('process.exit(7)'))).toBe(7);
});

test('SIGTERM reaches the program, which shuts down by itself', async () => {
  const child = launch(`
    process.on('SIGTERM', () => process.exit(5));
    setInterval(() => {}, 1000);
    console.log('{"event":"listening"}');`);
  const exit = exitOf(child);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await exit).toBe(5);
});

test('SIGTERM to the npm around it ends the program too', async () => {
  const inner = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log(process.pid)`;
  const launcher = `import { handOver } from ${JSON.stringify(LAUNCH)};
    await handOver(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
  // npm starts the shell in the middle, which does not forward signals.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, launcher], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => shell.stdout.once('close', resolve));
  shell.stdout.once('data', () => shell.kill('SIGTERM'));
  // The stream closes when the last process that has it open has ended.
  await closed;
  expect(await exitOf(shell)).toBeNull();
});

test('a program that dies of a signal exits with the code that shells use', async () => {
  expect(await exitOf(launch(`process.kill(process.pid, 'SIGKILL')`))).toBe(137);
});
