import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SharedRequests } from './shared-requests.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const steps = fc.array(
  fc.record({ do: fc.constantFrom('join', 'abort', 'answer', 'fail', 'release'), at: fc.nat(5) }),
  { maxLength: 60 },
);

it('in any order of callers: one request at a time, and its result is released once, after the last caller', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const release: number[] = [];
      const runs: {
        resolve: (value: number) => void;
        reject: (error: Error) => void;
        signal: AbortSignal;
      }[] = [];
      const requests = new SharedRequests<number>((value) => release.push(value));
      const callers: {
        controller: AbortController;
        value?: number;
        release?: () => void;
        isGone: boolean;
      }[] = [];
      const run = (signal: AbortSignal) =>
        new Promise<number>((resolve, reject) => void runs.push({ resolve, reject, signal }));
      const use = async (own: (typeof callers)[number]) => {
        try {
          Object.assign(own, await requests.join('key', own.controller.signal, run));
        } catch {
          own.isGone = true;
        }
      };
      for (const step of all) {
        const caller = callers[step.at];
        const running = runs.at(-1);
        if (step.do === 'join') {
          const own: (typeof callers)[number] = { controller: new AbortController(), isGone: false };
          callers.push(own);
          void use(own);
        } else if (step.do === 'abort') caller?.controller.abort();
        else if (step.do === 'answer') running?.resolve(runs.length - 1);
        else if (step.do === 'fail') running?.reject(new Error('failed'));
        else if (caller?.release) {
          caller.release();
          caller.release();
          caller.isGone = true;
        }
        await turn();
        for (const { value, isGone } of callers) {
          if (value !== undefined && !isGone) expect(release).not.toContain(value);
        }
        expect(new Set(release).size).toBe(release.length);
      }
      for (const { controller, release } of callers) {
        controller.abort();
        release?.();
      }
      for (const [at, each] of runs.entries()) each.resolve(at);
      await turn();
      const answered = callers.flatMap(({ value }) => value ?? []);
      for (const value of answered) expect(release).toContain(value);
    }),
  );
});

it('a result that arrives after its last caller has cancelled is released too', async () => {
  const release: string[] = [];
  const requests = new SharedRequests<string>((value) => release.push(value));
  const { promise, resolve } = Promise.withResolvers<string>();
  const controller = new AbortController();
  let given: AbortSignal | undefined;
  const joining = requests.join('key', controller.signal, (signal) => {
    given = signal;
    return promise;
  });
  controller.abort();
  await expect(joining).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(given?.aborted).toBe(true);
  resolve('late');
  await turn();
  expect(release).toEqual(['late']);
});
