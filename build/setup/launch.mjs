// Hands the terminal over to a child: it shares our streams, receives our signals, and its exit code is ours.

import { spawn } from 'node:child_process';
import os from 'node:os';

/** The interval of checks whether npm still runs, in milliseconds. */
const CHECK_EVERY = 250;

/** The time that a child has to end after SIGTERM, in milliseconds. */
const GRACE = 2000;

/**
 * Calls back once when the npm that started this has ended. A SIGTERM to npm ends npm and its shell only: the shell
 * does not forward it, and without this the app would run on with nothing to stop it.
 * @param {() => void} ended
 * @returns {() => void} stops the checks
 */
export function whenNpmEnds(ended) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, CHECK_EVERY);
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
    // A terminal sends Ctrl-C to parent and child alike; forwarding it would deliver it twice.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const stopChecking = whenNpmEnds(() => child.kill('SIGTERM'));
    let grace;
    const end = () => {
      child.kill('SIGTERM');
      grace = setTimeout(() => child.kill('SIGKILL'), GRACE);
    };
    stop?.addEventListener('abort', end);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopChecking();
      clearTimeout(grace);
      stop?.removeEventListener('abort', end);
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}
