// One child process of the test run: captures its output, limits its time, and leaves none of its processes running.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';

const running = new Set();

/**
 * @typedef {object} Outcome
 * @property {number | null} code   exit code; null after a signal or when it could not start
 * @property {string} output        stdout and stderr in order of arrival
 * @property {number} ms            its duration
 * @property {string} [problem]     why it has no exit code
 */

/**
 * Runs a command to its end or its time limit. Never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, limitMs: number, yields?: boolean }} options  `yields`: at a low
 *     priority, in the moments that other processes leave
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { cwd, env, limitMs, yields = false }) {
  const since = Date.now();
  return new Promise((resolve) => {
    // In its own process group, so that stopping it also stops the processes it started.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    if (yields && child.pid !== undefined) yieldToOthers(child.pid);
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

function yieldToOthers(pid) {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    // Where Linux shares the processor between sessions first, a process yields only to those of its own.
    if (process.platform === 'linux')
      writeFileSync(`/proc/${pid}/autogroup`, String(os.constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Then it runs as fast as the others.
  }
}

function stop(child) {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Stops every process that still runs. */
export function stopAll() {
  for (const child of running) stop(child);
}
