// The process as a command sees it.

import { userInfo } from 'node:os';
import type { AdminTerminal } from './command.ts';

export function processTerminal(): AdminTerminal {
  // Who reads a list may stop in the middle of it.
  process.stdout.on('error', () => {});
  return {
    environment: process.env,
    now: () => new Date(),
    operator: operatorOf(),
    out: (line) => void process.stdout.write(`${line}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    input: process.stdin,
  };
}

function operatorOf(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user need not have a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
