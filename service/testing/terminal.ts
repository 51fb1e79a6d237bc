// A terminal for tests of commands: records what is written to each stream, with the test's own clock and operator.

import type { AdminTerminal } from '../admin/command.ts';

export interface TestTerminal extends AdminTerminal {
  readonly printed: string[];
  readonly stderr: string[];
}

export function testTerminal(
  choices: { readonly now?: () => Date; readonly input?: string; readonly stopping?: AbortSignal } = {},
): TestTerminal {
  const printed: string[] = [];
  const stderr: string[] = [];
  return {
    environment: {},
    now: choices.now ?? (() => new Date('2026-11-20T12:00:00Z')),
    operator: 'tester',
    out: (line) => void printed.push(line),
    say: (line) => void stderr.push(line),
    input: (async function* () {
      yield Buffer.from(choices.input ?? '');
    })(),
    stopping: () => choices.stopping ?? new AbortController().signal,
    printed,
    stderr,
  };
}
