// One child process of the test run: its output kept, a time limit, and nothing of it left running.

import { spawn } from 'node:child_process';

const running = new Set();

/**
 * @typedef {object} Outcome
 * @property {number | null} code   exit code; null after a signal or when it could not start
 * @property {string} output        stdout and stderr as they came
 * @property {number} ms            how long it took
 * @property {string} [problem]     why it has no exit code
 */

/**
 * Runs a command to its end, or to its limit. Never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, limitMs: number }} options
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { cwd, env, limitMs }) {
  const since = Date.now();
  return new Promise((resolve) => {
    // A group of its own, so that stopping it stops what it started.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    let problem;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const timer = setTimeout(() => {
      problem = `it took longer than ${Math.round(limitMs / 1000)} s`;
      stop(child);
    }, limitMs);
    const end = (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      if (code === null) problem ??= `it ended with ${signal}`;
      resolve({ code, output, ms: Date.now() - since, problem });
    };
    child.once('error', (error) => {
      problem = error.message;
      end(null, undefined);
    });
    child.once('close', end);
  });
}

function stop(child) {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Stops whatever still runs. */
export function stopAll() {
  for (const child of running) stop(child);
}
