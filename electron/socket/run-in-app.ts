// A command whose app is running: the app executes it, and this process is its terminal.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ERRORS, RailbirdError, wordsOf } from '#shared/errors.ts';
import { EXIT, SIGNAL_NUMBERS } from '../cli/exit-codes.ts';
import { OutputError } from '../cli/output.ts';
import { NO_BAR } from '../cli/progress.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { StopSignal } from '../launch/stop-signals.ts';
import { raceAbort } from '../race-abort.ts';
import { findAddress, folderIdentity } from './address.ts';
import { FrameError, FrameSocket, type Frame } from './frames.ts';
import {
  CONNECTION_VARIABLES,
  toCommandSchema,
  welcomeSchema,
  type RunMessage,
  type ToApp,
  type ToCommand,
} from './messages.ts';

export interface RunInAppOptions {
  /** Absolute. */
  readonly dataDir: string;
  /** The value of --data-dir that it comes from. */
  readonly namedDataDir?: string | undefined;
  readonly version: string;
  readonly argv: readonly string[];
  /** What the user types in front of a command. */
  readonly program: string;
  /** Absolute: relative paths start here. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Its reason is the name of the signal that stops the command. */
  readonly signal: AbortSignal;
  /** Called if the app was killed, with its process (files/process-identity.ts); returns the account, if there is one. */
  readonly onAppEnded: (process: string) => Promise<string | undefined>;
}

/** A page of any table with any value that an archive accepts is shorter. */
const LONGEST_PAGE = 2 ** 30;
/** A busy app answers within a moment; the user learns why nothing happens if it does not. */
const SILENT_MS = 5000;

/** The exit code; undefined if no app runs on the data folder. Never rejects. */
export async function runInApp(options: RunInAppOptions): Promise<number | undefined> {
  const { terminal, signal } = options;
  const socket = await reached(options.dataDir);
  if (socket === undefined) return undefined;
  const frames = new FrameSocket(socket, LONGEST_PAGE);
  try {
    return await runOver(frames, options);
  } catch (error) {
    terminal.bar.clear();
    if (signal.aborted) return stopCode(signal);
    if (error instanceof RailbirdError) return refused(options, error);
    const message = error instanceof Error ? error.message : String(error);
    terminal.say(`Something went wrong inside Railbird: ${message}`);
    return EXIT.internal;
  } finally {
    frames.destroy();
  }
}

const stopCode = (signal: AbortSignal): number => 128 + SIGNAL_NUMBERS[signal.reason as StopSignal];

function refused({ terminal }: RunInAppOptions, { code, values }: RailbirdError): number {
  const { title, advice } = wordsOf(code, values, 'en');
  terminal.say(`${title}. ${advice}`);
  return EXIT[ERRORS[code].exit];
}

/** The app ended without a last message: it was killed, or crashed. */
async function appEnded(options: RunInAppOptions, appProcess: string): Promise<number> {
  const { terminal, onAppEnded } = options;
  terminal.bar.clear();
  const account = await onAppEnded(appProcess);
  const code = refused(options, new RailbirdError('APP_ENDED'));
  if (account !== undefined) terminal.say(account);
  return code;
}

async function reached(dataDir: string): Promise<Socket | undefined> {
  const path = await findAddress(dataDir);
  if (path === undefined) return undefined;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    // It was killed, or has just closed.
    socket.destroy();
    return undefined;
  }
}

/**
 * Undefined if the app closed before it had answered, or has another data folder open: nothing has begun then. Errors:
 * OTHER_VERSION; FrameError and those of parsing, from an app that contradicts its version.
 */
async function runOver(socket: FrameSocket, options: RunInAppOptions): Promise<number | undefined> {
  const { signal } = options;
  const frames = socket.frames();
  const tell = (message: ToApp | RunMessage) =>
    void socket.send({ kind: 'message', message }).catch(() => undefined);
  const appProcess = await greeted(socket, frames, options);
  if (appProcess === undefined) return undefined;
  tell(runMessage(options));
  const forward = () => tell({ kind: 'signal', signal: signal.reason as StopSignal });
  if (signal.aborted) forward();
  signal.addEventListener('abort', forward, { once: true });
  for await (const frame of frames) {
    const order = frame.kind === 'message' ? toCommandSchema.parse(frame.message) : frame;
    if (order.kind === 'end') return order.code;
    await perform(order, options, tell);
  }
  return signal.aborted ? stopCode(signal) : appEnded(options, appProcess);
}

/**
 * The app's process; undefined if it closed, or has another data folder open: a copied folder has the address of the app
 * on the original. Errors: OTHER_VERSION; the signal's reason.
 */
async function greeted(
  socket: FrameSocket,
  frames: AsyncGenerator<Frame, void, void>,
  { dataDir, terminal, signal, version }: RunInAppOptions,
): Promise<string | undefined> {
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const silence = setTimeout(() => terminal.say('Waiting for the running Railbird to answer.'), SILENT_MS);
  try {
    await socket.send({ kind: 'message', message: { kind: 'hello', version } }).catch(() => undefined);
    const { value: first } = await frames.next().catch((error: unknown) => {
      if (error instanceof FrameError) return { value: { kind: 'message', message: undefined } as const };
      throw error;
    });
    signal.throwIfAborted();
    if (first === undefined) return undefined;
    const { data: welcome } = welcomeSchema.safeParse(first.kind === 'message' ? first.message : undefined);
    const opened = welcome?.dataFolder;
    const wanted = await folderIdentity(dataDir).catch(() => undefined);
    if (opened !== undefined && opened !== wanted) return undefined;
    if (welcome?.version !== version)
      throw new RailbirdError('OTHER_VERSION', { app: welcome?.version ?? '?', command: version });
    return welcome.process;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

const runMessage = ({ argv, program, folder, namedDataDir, env, terminal }: RunInAppOptions): RunMessage => ({
  kind: 'run',
  argv: [...argv],
  program,
  folder,
  ...(namedDataDir === undefined ? {} : { namedDataDir }),
  environment: Object.fromEntries(
    CONNECTION_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  ),
  isShown: terminal.isShown,
  isTyped: terminal.isTyped,
  hasBar: terminal.bar !== NO_BAR,
});

type Order = Exclude<ToCommand, { kind: 'end' }> | Exclude<Frame, { kind: 'message' }>;

/** Does what the app asks of the terminal. What the signal interrupts is not answered: the app has it as well. */
async function perform(
  order: Order,
  { terminal, signal }: RunInAppOptions,
  tell: (message: ToApp) => void,
): Promise<void> {
  switch (order.kind) {
    case 'text':
      return written(terminal.write(order.text), tell, signal);
    case 'bytes':
      return written(terminal.write(order.bytes), tell, signal);
    case 'say':
      return terminal.say(order.text);
    case 'progress':
      return terminal.bar.show(order.progress, order.what);
    case 'clear':
      return terminal.bar.clear();
    case 'ask':
      return entered(terminal.askHidden(order.question, signal), tell, signal);
    case 'read-all':
      return entered(terminal.readAll(), tell, signal);
  }
}

async function written(
  writing: Promise<void>,
  tell: (message: ToApp) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writing;
    tell({ kind: 'written' });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof OutputError)) throw error;
    tell({ kind: 'unwritten', code: error.code, message: error.message });
  }
}

async function entered(
  reading: Promise<string>,
  tell: (message: ToApp) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    tell({ kind: 'input', text: await raceAbort(reading, signal) });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
