// A few runs of the app with one failing system call each; `npm run bench -- failing-calls` has hundreds.

import { expect, it } from 'vitest';
import { openLab } from './lab.ts';

const RUNS = 10;

it(`one failing system call loses nothing and is reported (${RUNS} runs)`, async ({ skip }) => {
  const lab = await openLab();
  if (lab === undefined) return skip('needs Linux and a C compiler (cc)');
  try {
    let failed = 0;
    const broken: unknown[] = [];
    for (let seed = 1; failed < RUNS && seed <= 3 * RUNS; seed += 1) {
      const run = await lab.play(seed);
      if (run === undefined) continue;
      failed += 1;
      if (run.violations.length > 0) broken.push(run);
    }
    expect(broken).toEqual([]);
    expect(failed).toBe(RUNS);
  } finally {
    await lab.close();
  }
}, 240_000);
