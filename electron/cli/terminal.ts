// The terminal as a command sees it: where records go, where words go, and what a person types.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { writerTo } from './output.ts';
import { createProgressBar, NO_BAR, type ProgressBar } from './progress.ts';
import { harmless, printable } from './text-table.ts';

const USUAL_WIDTH = 80;

export interface Terminal {
  /** Records, and whatever else was asked for. Errors: OutputError. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** Whether what is written is seen by a person, rather than read by a program or kept in a file. */
  readonly isShown: boolean;
  /** A line for the person. */
  readonly say: (line: string) => void;
  readonly bar: ProgressBar;
  /** Whether a person types, rather than a program. */
  readonly isTyped: boolean;
  /** One line typed without its being shown. Rejects with the signal's reason. */
  readonly askHidden: (question: string, signal: AbortSignal) => Promise<string>;
  /** Everything that is piped in. */
  readonly readAll: () => Promise<string>;
}

/** `signal` ends a write that waits for a reader. */
export function processTerminal(process: NodeJS.Process, signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr } = process;
  // Who started this may have stopped listening; there is nobody left to tell.
  stderr.on('error', () => undefined);
  const write = writerTo(stdout, signal);
  const bar = stderr.isTTY
    ? createProgressBar({
        draw: (text) => stderr.write(text),
        // Some terminals do not say how wide they are.
        width: () => stderr.columns || USUAL_WIDTH,
        now: () => performance.now(),
      })
    : NO_BAR;
  return {
    write: (chunk) => write(stdout.isTTY && typeof chunk === 'string' ? harmless(chunk) : chunk),
    isShown: stdout.isTTY,
    say: (text) => {
      bar.clear();
      stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
    },
    bar,
    isTyped: stdin.isTTY,
    askHidden: (question, signal) => askHidden(stdin, stderr, question, signal),
    readAll: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

async function askHidden(
  input: ReadStream,
  screen: NodeJS.WriteStream,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  // readline echoes what is typed to its output: this one shows nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: silent, terminal: true });
  // In raw mode Ctrl-C is a character like any other.
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
