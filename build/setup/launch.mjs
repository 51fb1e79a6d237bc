// Hands the terminal over to a child: its streams are ours, signals go to it, and its exit is our exit.

import { spawn } from 'node:child_process';
import os from 'node:os';

/** How often to look whether npm is still there, milliseconds. */
const LOOK_EVERY = 250;

/** How long a child that is told to end may take, milliseconds. */
const GRACE = 2000;

/**
 * Calls back once when the npm that started this is gone. A SIGTERM to npm ends npm and its shell only: the shell
 * does not pass it on, and without this the app would run on with nobody to stop it.
 * @param {() => void} ended
 * @returns {() => void} stops looking
 */
export function whenNpmEnds(ended) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {AbortSignal} [stop]  ends the child, gently first
 * @returns {Promise<number>} the exit code, 128 + n after signal n as shells count
 */
export function handOver(command, args, options = {}, stop) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    // A terminal sends Ctrl-C to parent and child alike; passing it on would make it two.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const stopLooking = whenNpmEnds(() => child.kill('SIGTERM'));
    let grace;
    const end = () => {
      child.kill('SIGTERM');
      grace = setTimeout(() => child.kill('SIGKILL'), GRACE);
    };
    stop?.addEventListener('abort', end);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopLooking();
      clearTimeout(grace);
      stop?.removeEventListener('abort', end);
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}
