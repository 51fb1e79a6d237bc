// A step of the test run leaves nothing running and always comes to an end.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from './process.mjs';

const node = (code, limitMs = 30_000) =>
  run(process.execPath, ['-e', code], { cwd: process.cwd(), env: process.env, limitMs });

test('both streams and the exit code are kept', async () => {
  const { code, output } = await node(`console.log('out'); console.error('err'); process.exitCode = 3`);
  expect(code).toBe(3);
  expect(output).toContain('out');
  expect(output).toContain('err');
});

test('a command that takes too long is stopped with its children, and has no exit code', async () => {
  const forever = `setInterval(() => {}, 1000)`;
  const { code, problem, output } = await node(
    `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}]);
     console.log(child.pid); ${forever}`,
    1500,
  );
  expect(code).toBeNull();
  expect(problem).toMatch(/longer/);
  await expect.poll(() => isAlive(Number(output))).toBe(false);
});

test('a command that does not exist ends with a reason', async () => {
  const { code, problem } = await run('no-such-command', [], { cwd: '.', env: process.env, limitMs: 1000 });
  expect(code).toBeNull();
  expect(problem).toContain('ENOENT');
});

/** A process that ended but was not reaped yet (state Z) is not alive. */
function isAlive(pid) {
  try {
    if (existsSync('/proc/self/stat')) return !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
