// Executes the commands of terminals in the running app, which has the archive open: each connection to its socket is
// one command, from its words to its exit code, with its terminal at the other end.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { RailbirdError } from '#shared/errors.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { runCli } from '../cli/run.ts';
import { takeEnvironment } from '../connection/environment.ts';
import type { Core } from '../core.ts';
import { lockFile } from '../files/file-lock.ts';
import { THIS_PROCESS } from '../files/process-identity.ts';
import {
  addressFile,
  folderIdentity,
  forgetAddress,
  makePrivateFolder,
  newAddress,
  publishAddress,
} from './address.ts';
import { answererAt } from './answerer.ts';
import { FrameSocket, type Frame } from './frames.ts';
import { helloSchema, runSchema, toAppSchema, type RunMessage, type ToCommand } from './messages.ts';
import { createRemoteTerminal } from './remote-terminal.ts';

export interface CommandHostOptions {
  readonly dataDir: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly core: Pick<Core, 'forCommand' | 'notices' | 'secrets' | 'report'>;
}

export interface CommandHost {
  /** Ends the commands that are running; each learns that the app ended. */
  close(): Promise<void>;
}

/** Command lines and piped keys are far shorter. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;
/** How long a command may take to read its last message. */
const GRACE_MS = 1000;

/** Never fails: an app that commands cannot reach serves its window all the same, and the log says why. */
export async function openCommandHost(options: CommandHostOptions): Promise<CommandHost> {
  const host = new SocketHost(options);
  await host.listen().catch(options.core.report);
  return host;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

class SocketHost implements CommandHost {
  readonly #options: CommandHostOptions;
  readonly #server: Server;
  readonly #running = new Set<Running>();
  #path: string | undefined;
  /** Has the folder of addresses. */
  #base: string | undefined;
  /** Known before anything can connect. */
  #dataFolder: string | undefined;

  constructor(options: CommandHostOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /**
   * Takes the address over from an app that was killed, or replaces the one of the folder that this is a copy of. Errors:
   * those of node:fs and node:net.
   */
  async listen(): Promise<void> {
    const { dataDir, version, core } = this.#options;
    const base = await makePrivateFolder(dataDir);
    this.#base = base;
    const own = await folderIdentity(dataDir);
    this.#dataFolder = own;
    const file = addressFile(base);
    // Two apps that start together must not both replace the address of a third that was killed.
    const lock = await lockFile(file);
    try {
      const known = (await readFile(file, 'utf8').catch(() => '')).trim();
      const answerer = known === '' ? undefined : await answererAt(known, version);
      // One that does not say whose it is may be an earlier version on this folder.
      if (answerer !== undefined && (answerer.dataFolder ?? own) === own)
        throw new Error('commands are answered by another Railbird on the same data folder');
      if (known !== '' && answerer === undefined) await forgetAddress(base, known);
      const path = await newAddress(base);
      this.#server.listen(path);
      await once(this.#server, 'listening');
      this.#server.on('error', core.report);
      await publishAddress(base, path);
      this.#path = path;
    } finally {
      await lock.release();
    }
  }

  async close(): Promise<void> {
    const closed = this.#server.listening && once(this.#server, 'close');
    await this.#stopListening().catch(this.#options.core.report);
    for (const { stop } of this.#running) stop.abort(new RailbirdError('APP_ENDED'));
    await Promise.all([...this.#running].map(({ ended }) => ended));
    await closed;
  }

  /** Under the lock, so that what is removed is not the address of the next app already. */
  async #stopListening(): Promise<void> {
    const base = this.#base;
    if (this.#path === undefined || base === undefined) return;
    const lock = await lockFile(addressFile(base)).finally(() => {
      // Also if the folder is gone, as with a disk that was pulled out: the app must be able to end.
      this.#server.close();
    });
    await forgetAddress(base, this.#path);
    await lock.release();
  }

  #accept(socket: Socket): void {
    const stop = new AbortController();
    const frames = new FrameSocket(socket, LONGEST_MESSAGE);
    const ended = this.#serve(frames, stop)
      .catch(this.#options.core.report)
      .finally(() => {
        frames.destroy();
        this.#running.delete(running);
      });
    const running = { stop, ended };
    this.#running.add(running);
  }

  async #serve(socket: FrameSocket, stop: AbortController): Promise<void> {
    const { version } = this.#options;
    const frames = socket.frames();
    let isRunning = false;
    // A caller that says nothing must not keep the app from closing.
    const hangUp = () => {
      if (!isRunning) socket.destroy();
    };
    stop.signal.addEventListener('abort', hangUp, { once: true });
    const hello = helloSchema.safeParse(await messageOf(frames));
    if (!hello.success) return;
    await socket.send({
      kind: 'message',
      message: { kind: 'welcome', version, process: THIS_PROCESS, dataFolder: this.#dataFolder },
    });
    if (hello.data.version !== version) return socket.end(GRACE_MS);
    const message = await messageOf(frames);
    if (message === undefined) return;
    isRunning = true;
    try {
      const code = await this.#run(socket, frames, runSchema.parse(message), stop);
      tell(socket, { kind: 'end', code });
    } catch (error) {
      // A command that hears nothing would believe that the app has ended.
      tell(socket, { kind: 'say', text: 'Something went wrong inside Railbird; its log has the details.' });
      tell(socket, { kind: 'end', code: EXIT.internal });
      throw error;
    } finally {
      await socket.end(GRACE_MS);
    }
  }

  async #run(
    socket: FrameSocket,
    frames: AsyncGenerator<Frame, void, void>,
    run: RunMessage,
    stop: AbortController,
  ): Promise<number> {
    const { now, core } = this.#options;
    const { signal } = stop;
    const terminal = createRemoteTerminal(socket, run, core.secrets.hideIn, signal);
    const heard = listen(frames, terminal, stop);
    heard.catch((error: unknown) => {
      core.report(error);
      stop.abort('SIGHUP');
    });
    return runCli(run.argv, {
      program: run.program,
      terminal,
      folder: run.folder,
      signal,
      now,
      openNotices: () => core.notices,
      openCore: async ({ dataDir: named, ...choice }) => {
        // The command has read its words itself to find this app, and knows that this is the app of that folder.
        if (named !== run.namedDataDir)
          throw new Error(`the command was sent for ${run.namedDataDir}, and names ${named}`);
        const environment = takeEnvironment({ ...run.environment });
        return core.forCommand({ ...choice, environment });
      },
    });
  }
}

/** The connection is ended afterwards, so nobody waits for it. */
const tell = (socket: FrameSocket, message: ToCommand): void =>
  void socket.send({ kind: 'message', message }).catch(() => undefined);

/** Takes in what the command says until it is gone. Errors: FrameError, those of parsing. */
async function listen(
  frames: AsyncGenerator<Frame, void, void>,
  terminal: ReturnType<typeof createRemoteTerminal>,
  stop: AbortController,
): Promise<void> {
  for await (const frame of frames) {
    const message = toAppSchema.parse(frame.kind === 'message' ? frame.message : undefined);
    if (message.kind === 'signal') stop.abort(message.signal);
    else terminal.receive(message);
  }
  // Its terminal was closed, or it was killed.
  stop.abort('SIGHUP');
}

/** Undefined if the other end says nothing. Errors: FrameError. */
async function messageOf(frames: AsyncGenerator<Frame, void, void>): Promise<unknown> {
  const { value } = await frames.next();
  return value?.kind === 'message' ? value.message : undefined;
}
