// The terminal as a command uses it: records, messages, and the user's input.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { writerTo } from './output.ts';
import { createProgressBar, NO_BAR, type ProgressBar } from './progress.ts';
import { harmless, printable } from './text-table.ts';

const USUAL_WIDTH = 80;

export interface Terminal {
  /** Records and other results. Errors: OutputError. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** Whether standard output is a terminal, not a pipe or a file. */
  readonly isShown: boolean;
  /** A line for the user, on standard error. */
  readonly say: (line: string) => void;
  readonly bar: ProgressBar;
  /** Whether standard input is a terminal. */
  readonly isTyped: boolean;
  /** One typed line, not echoed. Rejects with the signal's reason. */
  readonly askHidden: (question: string, signal: AbortSignal) => Promise<string>;
  /** All of standard input. */
  readonly readAll: () => Promise<string>;
}

/** `signal` ends a write that waits for its reader. */
export function processTerminal(process: NodeJS.Process, signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr } = process;
  // The parent may have closed standard error; then nothing can be reported.
  stderr.on('error', () => undefined);
  const write = writerTo(stdout, signal);
  const bar = stderr.isTTY
    ? createProgressBar({
        draw: (text) => stderr.write(text),
        // Some terminals do not report their width.
        width: () => stderr.columns || USUAL_WIDTH,
        now: () => performance.now(),
      })
    : NO_BAR;
  return {
    write: (chunk) => write(stdout.isTTY && typeof chunk === 'string' ? harmless(chunk) : chunk),
    isShown: isTerminal(stdout),
    say: (text) => {
      bar.clear();
      stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
    },
    bar,
    isTyped: isTerminal(stdin),
    askHidden: (question, signal) => askHidden(stdin, stderr, question, signal),
    readAll: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** The property is missing from pipes and files. */
const isTerminal = ({ isTTY = false }: { readonly isTTY?: boolean }): boolean => isTTY;

async function askHidden(
  input: ReadStream,
  screen: NodeJS.WriteStream,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  // readline echoes its input; this output shows nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: silent, terminal: true });
  // In raw mode Ctrl-C is an ordinary character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  screen.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      reader.once('line', resolve);
      reader.once('close', () => resolve(''));
    });
  } finally {
    reader.close();
    screen.write('\n');
  }
}
