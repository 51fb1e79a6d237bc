// The sample service as a child process of the app: started by path when it is first needed, stopped with the app.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';

export interface SampleCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface SampleService {
  /**
   * Starts the service if it is not running; returns its address and demo keys. Errors: SAMPLE_FAILED; SERVICE_DISK_FULL
   * if that keeps it from starting; SAMPLE_STOPS after several starts within minutes.
   */
  credentials(): Promise<ServiceCredentials>;
  stop(): Promise<void>;
}

export interface SampleServiceOptions {
  readonly command: SampleCommand;
  /** Each line that the service writes for its log. */
  readonly log: (line: string) => void;
  /** Called each time its process ends. */
  readonly ended?: () => void;
  /** Milliseconds until it must listen. */
  readonly startTimeoutMs?: number;
  /** Milliseconds since some moment; of the system without it. */
  readonly now?: () => number;
}

/** A service that keeps crashing is broken, and restarting it at once does not help. */
const MOST_STARTS = 4;
/** Older starts do not count, in milliseconds: what kept it from running may have been put right. */
const STARTS_WITHIN_MS = 5 * 60_000;
const START_TIMEOUT_MS = 60_000;
/** How long it may take to stop on its own. */
const STOP_GRACE_MS = 3000;

const firstLine = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('listening'),
    url: z.url({ protocol: /^http$/ }),
    api_key: z.string().min(1),
    user_key: z.string().min(1),
  }),
  z.object({ event: z.literal('failed'), reason: z.literal('STORAGE_FULL') }),
]);

export function createSampleService(options: SampleServiceOptions): SampleService {
  let child: ChildProcess | undefined;
  let running: Promise<ServiceCredentials> | undefined;
  const now = options.now ?? (() => performance.now());
  /** When each of the last starts that count was made. */
  let starts: readonly number[] = [];
  let stopped = false;

  const start = async (): Promise<ServiceCredentials> => {
    if (stopped) throw new RailbirdError('SAMPLE_FAILED', { problem: 'Railbird is closing' });
    const startedAt = now();
    starts = starts.filter((at) => startedAt - at < STARTS_WITHIN_MS);
    if (starts.length >= MOST_STARTS) throw new RailbirdError('SAMPLE_STOPS', { starts: MOST_STARTS });
    starts = [...starts, startedAt];
    const { command, args, env } = options.command;
    // Its standard input stays open as long as this process lives; it stops when that closes.
    const started = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    child = started;
    started.once('exit', () => {
      if (child === started) running = undefined;
      options.ended?.();
    });
    try {
      return await whenListening(started, options.log, options.startTimeoutMs ?? START_TIMEOUT_MS);
    } catch (error) {
      // Nothing is broken: the user frees up space and tries again.
      if (error instanceof RailbirdError && error.code === 'SERVICE_DISK_FULL')
        starts = starts.filter((at) => at !== startedAt);
      throw error;
    }
  };

  return {
    credentials: () => {
      running ??= start().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      return running;
    },
    stop: async () => {
      stopped = true;
      if (child !== undefined) await stopProcess(child);
    },
  };
}

/** Reads the first line of its output; the rest goes to the log. */
async function whenListening(
  child: ChildProcess,
  log: (line: string) => void,
  timeoutMs: number,
): Promise<ServiceCredentials> {
  const outcome = Promise.withResolvers<ServiceCredentials>();
  let lastError = '';
  const fail = (problem: string) => outcome.reject(new RailbirdError('SAMPLE_FAILED', { problem }));

  child.once('error', (error) => fail(error.message));
  child.once('close', (code, signal) => fail(lastError || `it ended with ${code ?? signal}`));
  // A write after the service has ended fails, which is already known.
  child.stdin?.on('error', () => undefined);
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      // A crash report of Node ends with its version; the line that names the error is more useful.
      if (!/Error/.test(lastError)) lastError = line;
      log(line);
    });
  }
  if (child.stdout) {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { data: event } = firstLine.safeParse(jsonOf(line));
      if (event === undefined) return fail('its first line is not the one expected');
      if (event.event === 'failed') return outcome.reject(new RailbirdError('SERVICE_DISK_FULL'));
      const { url, api_key: apiKey, user_key: userKey } = event;
      outcome.resolve({ baseUrl: url.replace(/\/+$/, ''), apiKey, userKey });
    });
  }
  const timer = setTimeout(() => fail('it took too long to start'), timeoutMs);
  try {
    return await outcome.promise;
  } catch (error) {
    await stopProcess(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin?.end();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await gone;
  clearTimeout(timer);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
