// An in-memory terminal: its output and messages, and its typed or piped input.

import type { Terminal } from '../cli/terminal.ts';
import { NO_BAR } from '../cli/progress.ts';

export interface FakeTerminal extends Terminal {
  readonly out: () => string;
  readonly messages: readonly string[];
}

export function fakeTerminal(
  options: Partial<Terminal> & { readonly typed?: readonly string[] } = {},
): FakeTerminal {
  let out = '';
  const messages: string[] = [];
  const { typed = [], ...overrides } = options;
  const answers = [...typed];
  return {
    out: () => out,
    messages,
    write: async (chunk) => {
      out += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    },
    isShown: false,
    say: (line) => {
      messages.push(line);
    },
    bar: NO_BAR,
    isTyped: typed.length > 0,
    askHidden: async () => answers.shift() ?? '',
    readAll: async () => '',
    ...overrides,
  };
}
