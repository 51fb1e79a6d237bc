// The terminal of a command that runs in the app: everything happens in the command's own process, at the other end of
// the socket.

import { OutputError } from '../cli/output.ts';
import { NO_BAR } from '../cli/progress.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { FrameSocket, Frame } from './frames.ts';
import type { RunMessage, ToApp, ToCommand } from './messages.ts';

export interface RemoteTerminal extends Terminal {
  /** Takes a message of the command in. */
  receive(message: Exclude<ToApp, { kind: 'signal' }>): void;
}

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `hide` removes keys from messages. A write resolves when the command has written it, so that the app never makes more
 * than one page that nobody reads; the signal ends what waits.
 */
export function createRemoteTerminal(
  socket: FrameSocket,
  { isShown, isTyped, hasBar }: Pick<RunMessage, 'isShown' | 'isTyped' | 'hasBar'>,
  hide: (text: string) => string,
  signal: AbortSignal,
): RemoteTerminal {
  const writes: Waiting<void>[] = [];
  const inputs: Waiting<string>[] = [];
  /** If the command is gone, the signal says so. */
  const send = (frame: Frame) => void socket.send(frame).catch(() => undefined);
  const tell = (message: ToCommand) => send({ kind: 'message', message });

  async function answerTo<T>(line: Waiting<T>[], start: () => void): Promise<T> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    line.push({ resolve, reject });
    start();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    write: (chunk) =>
      answerTo(writes, () =>
        send(typeof chunk === 'string' ? { kind: 'text', text: chunk } : { kind: 'bytes', bytes: chunk }),
      ),
    isShown,
    say: (text) => tell({ kind: 'say', text: hide(text) }),
    bar: hasBar
      ? {
          show: ({ windowsDone, windowsTotal, records }, what) =>
            tell({
              kind: 'progress',
              progress: { windowsDone, windowsTotal, records },
              ...(what === undefined ? {} : { what }),
            }),
          clear: () => tell({ kind: 'clear' }),
        }
      : NO_BAR,
    isTyped,
    askHidden: (question) => answerTo(inputs, () => tell({ kind: 'ask', question })),
    readAll: () => answerTo(inputs, () => tell({ kind: 'read-all' })),
    receive: (message) => {
      switch (message.kind) {
        case 'written':
          writes.shift()?.resolve();
          break;
        case 'unwritten':
          writes
            .shift()
            ?.reject(new OutputError(Object.assign(new Error(message.message), { code: message.code })));
          break;
        case 'input':
          inputs.shift()?.resolve(message.text);
          break;
      }
    },
  };
}
