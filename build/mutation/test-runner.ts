// Runs test files in a separate process, which is killed and restarted when a mutant does not end.

import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { TestOrder, TestReply } from './test-process.ts';

export interface TestRunner extends AsyncDisposable {
  /** @param limit  after this many milliseconds the whole process is killed and the outcome is `timed out` */
  run: (order: TestOrder, limit: number) => Promise<TestReply>;
}

/** The time limit for the process to get ready, in milliseconds. */
const START_LIMIT = 120_000;

/** @param root  of the sandbox */
export function openTestRunner(root: string): TestRunner {
  let child: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending?.pid === undefined || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    // Its workers and the processes that tests started are in its group.
    process.kill(-ending.pid, 'SIGKILL');
    await ended;
  };

  const reply = async (from: ChildProcess, limit: number): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const gone = (code: number | null) =>
      resolve({ outcome: 'failed', why: `the test run ended with ${code}` } satisfies TestReply);
    const timer = setTimeout(
      () => resolve({ outcome: 'timed out', why: `${limit} ms` } satisfies TestReply),
      limit,
    );
    from.once('message', resolve);
    from.once('exit', gone);
    const reply = await promise;
    clearTimeout(timer);
    from.off('message', resolve);
    from.off('exit', gone);
    return reply;
  };

  const start = async (): Promise<ChildProcess> => {
    const started = fork(path.join(import.meta.dirname, 'test-process.ts'), [root], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    if ((await reply(started, START_LIMIT)) !== 'ready')
      throw new Error('Vitest did not start in the sandbox.');
    return started;
  };

  return {
    run: async (order, limit) => {
      const running = child ?? (await start());
      const answer = reply(running, limit);
      running.send(order);
      const received = (await answer) as TestReply;
      if (received.outcome === 'timed out' || running.exitCode !== null) await kill();
      return received;
    },
    [Symbol.asyncDispose]: kill,
  };
}
