// The last line of `npm test` must not lie: a step that crashes, breaks or reports nothing has failed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COUNTS, summary, sum } from './count.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'railbird-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(json) {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(json));
  return file;
}

const vitestReport = (files = [], numbers = {}) =>
  report({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
    ...numbers,
  });

test('a check passes with exit code 0 and fails with any other or none', () => {
  expect(COUNTS.one(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(COUNTS.one(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(COUNTS.one(null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a test runner that dies without a report has failed once', () => {
  const nowhere = path.join(folder, 'nowhere.json');
  expect(COUNTS.vitest(null, nowhere)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(COUNTS.playwright(0, nowhere)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('vitest: a file that cannot be loaded has failed, although no test of it did', () => {
  const file = vitestReport([{ status: 'failed', assertionResults: [] }]);
  expect(COUNTS.vitest(1, file)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('vitest: a failing test is counted once, not again for its file', () => {
  const file = vitestReport([{ status: 'failed', assertionResults: [{ status: 'failed' }] }], {
    numFailedTests: 1,
  });
  expect(COUNTS.vitest(1, file)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a bad exit code counts, although every test passed', () => {
  expect(COUNTS.vitest(1, vitestReport())).toEqual({ passed: 3, failed: 1, skipped: 0 });
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 1 };
  expect(COUNTS.playwright(1, report({ stats }))).toEqual({ passed: 5, failed: 1, skipped: 1 });
});

test('playwright: a flaky test has failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 0 };
  expect(COUNTS.playwright(1, report({ stats }))).toEqual({ passed: 5, failed: 3, skipped: 0 });
});

test('the last line mentions skipped tests only if there are any', () => {
  const counts = [
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 1, failed: 1, skipped: 0 },
  ];
  expect(summary(sum(counts))).toBe('3 passed, 1 failed');
  expect(summary(sum([...counts, { passed: 0, failed: 0, skipped: 1 }]))).toBe(
    '3 passed, 1 failed, 1 skipped',
  );
});
