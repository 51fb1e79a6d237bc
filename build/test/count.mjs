// Counts what passed, failed and was skipped from a step's exit code and its own report.

import { readJson } from '../setup/project.mjs';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** A step with a bad exit code has failed at least once, whatever its report says. */
const atLeastOne = (count, code) =>
  code === 0 || count.failed > 0 ? count : { ...count, failed: count.failed + 1 };

/** A step without a report has crashed. */
const DIED = { passed: 0, failed: 1, skipped: 0 };

/** @type {Record<'one' | 'vitest' | 'playwright', (code: number | null, report?: string) => Count>} */
export const COUNTS = {
  one: (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }),

  vitest: (code, report) => {
    const json = readJson(report);
    if (!Array.isArray(json?.testResults)) return DIED;
    // A file that cannot be loaded contains no tests that could fail.
    const broken = json.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    ).length;
    const skipped = json.numPendingTests + json.numTodoTests;
    return atLeastOne({ passed: json.numPassedTests, failed: json.numFailedTests + broken, skipped }, code);
  },

  playwright: (code, report) => {
    const stats = readJson(report)?.stats;
    if (stats === undefined) return DIED;
    const { expected, unexpected, flaky, skipped } = stats;
    return atLeastOne({ passed: expected, failed: unexpected + flaky, skipped }, code);
  },
};

/** @param {Count[]} counts  @returns {Count} */
export const sum = (counts) =>
  counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** `12 passed, 0 failed`, and the number of skipped ones if there are any. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
