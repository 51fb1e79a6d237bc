// The app in a browser window as a process: started on a data folder, ready when it says so, and stopped with all its
// children.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication } from '@playwright/test';
import { programOf } from '../electron/testing/program.ts';
import { groupRuns } from './process-group.ts';

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const READY_WITHIN_MS = 60_000;
/** On a busy machine an app that has just downloaded takes some seconds to put its archive in order. */
const GONE_WITHIN_MS = 30_000;

export interface AppOptions {
  readonly dataDir: string;
  /** As `npm start` does, which tries Electron first; otherwise the browser window directly. */
  readonly asFirstCommand?: boolean;
  /** Flags besides --host=web, --no-open and --data-dir, e.g. `--sample`. */
  readonly args?: readonly string[];
  /** Added to this process's environment, from which every RAILBIRD_ variable is removed. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each address that it prints: the first opens the window while the core is still being loaded. */
  readonly onAddress?: (url: string) => void;
}

export interface App {
  /** An address of the window, valid for one browser. */
  readonly url: string;
  /** The address that was printed last: no browser has used it yet. */
  newestUrl(): string;
  readonly pid: number;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Stops it as a terminal would, and waits until it and all its children have ended. Rejects if some remain. */
  stop(): Promise<void>;
  /** Kills it without a warning, as a power cut would, with its children. */
  kill(): Promise<void>;
  /** The app under Electron or the stand-in for it; absent in a browser window. */
  readonly electron?: ElectronApplication;
}

/** Starts the app; rejects with its output if it ends or stays silent instead of getting ready. */
export async function startApp(options: AppOptions): Promise<App> {
  const { dataDir, asFirstCommand = false, args = [], env = {}, onAddress } = options;
  const entry = asFirstCommand ? [inProject('build/start.mjs')] : [programOf('electron/web'), '--host=web'];
  // A process group of its own, so that leftover processes can be found and killed.
  const child = spawn(process.execPath, [...entry, '--no-open', '--data-dir', dataDir, ...args], {
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let newest = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    newest = urlOf(line) ?? newest;
    if (newest !== '') onAddress?.(newest);
  });
  const pid = child.pid ?? 0;
  const app = { pid, newestUrl: () => newest, output: () => output, ...endings(child, () => output) };
  try {
    return { ...app, url: await readyUrl(child) };
  } catch (error) {
    await app.kill();
    throw new Error(`The app did not get ready.\n${output}`, { cause: error });
  }
}

/** The ways to end a process that leads a group of its own. `output` is what it has printed. */
export function endings(child: ChildProcess, output: () => string): Pick<App, 'stop' | 'kill'> {
  const pid = child.pid ?? 0;
  const gone =
    child.exitCode === null && child.signalCode === null
      ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
      : Promise.resolve();
  const end = async (signal: NodeJS.Signals, group: boolean): Promise<void> => {
    if (groupRuns(pid)) send(signal, group ? -pid : pid);
    const ended = await within(GONE_WITHIN_MS, gone).then(
      () => true,
      () => false,
    );
    const left = !ended || !(await groupEnds(pid));
    if (left) send('SIGKILL', -pid);
    if (left) throw new Error(`The app did not end, or left processes behind.\n${output()}`);
  };
  return { stop: () => end('SIGTERM', false), kill: () => end('SIGKILL', true) };
}

/** The process may have ended by itself, while another of its group is still ending. */
function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The tests must not use the user's own settings, keys and keychain, nor wait for a year of sample racing. */
export function environment(): NodeJS.ProcessEnv {
  const dropped = /^(?:RAILBIRD_.*|FORCE_COLOR|NO_COLOR)$/u;
  const kept = Object.entries(process.env).filter(([name]) => !dropped.test(name));
  return {
    ...Object.fromEntries(kept),
    RAILBIRD_SAMPLE: 'weeks',
    ...(process.platform === 'linux' ? { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } : {}),
  };
}

/** The address that it prints once it is ready, in the line `{"event":"ready","url":...}`. */
async function readyUrl(child: ChildProcess): Promise<string> {
  const found = Promise.withResolvers<string>();
  const { stdout } = child;
  if (stdout === null) throw new Error('no stdout');
  createInterface({ input: stdout }).on('line', (line) => {
    if (!line.includes('"ready"')) return;
    const url = urlOf(line);
    if (url !== undefined) found.resolve(url);
  });
  child.once('error', (error) => found.reject(error));
  child.once('exit', (code, signal) => found.reject(new Error(`it ended with ${code ?? signal}`)));
  return await within(READY_WITHIN_MS, found.promise);
}

/** The address in a line `{"event":"ready","url":...}` or `{"event":"address",...}`. */
function urlOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const { url } = JSON.parse(line) as { url?: unknown };
  return typeof url === 'string' ? url : undefined;
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`nothing within ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the whole group ends soon: a child may outlive its parent by a moment. */
async function groupEnds(pid: number): Promise<boolean> {
  const until = Date.now() + GONE_WITHIN_MS;
  while (groupRuns(pid)) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
