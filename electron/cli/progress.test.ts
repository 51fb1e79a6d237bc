import { expect, test } from 'vitest';
import { createProgressBar, progressLine } from './progress.ts';

test('the bar is as long as the share of finished windows', () => {
  expect(progressLine({ windowsDone: 6, windowsTotal: 12, records: 4213 })).toBe(
    '[############------------] 6 of 12 windows, 4,213 records',
  );
  expect(progressLine({ windowsDone: 0, windowsTotal: 1, records: 0 })).toContain('0 of 1 window');
  expect(progressLine({ windowsDone: 1, windowsTotal: 2, records: 0 }, 'd_se')).toContain(
    '] d_se: 1 of 2 windows',
  );
});

function bar(width = 80) {
  let [at, drawn] = [0, ''];
  const shown = createProgressBar({ draw: (text) => (drawn += text), width: () => width, now: () => at });
  return { ...shown, drawn: () => drawn, pass: (ms: number) => (at += ms) };
}

test('it is drawn at intervals and at the end, within the width of the terminal, and erased', () => {
  const { show, clear, drawn, pass } = bar(30);
  show({ windowsDone: 0, windowsTotal: 3, records: 0 });
  show({ windowsDone: 1, windowsTotal: 3, records: 10 });
  expect(drawn().match(/windows|\[/g)).toHaveLength(2);
  pass(200);
  show({ windowsDone: 2, windowsTotal: 3, records: 20 });
  show({ windowsDone: 3, windowsTotal: 3, records: 30 });
  const lines = drawn().split('\r\u001b[2K').slice(1);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.length).toBeLessThan(30);
  clear();
  expect(drawn().endsWith('\r\u001b[2K')).toBe(true);
});

test('stored data needs no bar', () => {
  const { show, clear, drawn } = bar();
  show({ windowsDone: 0, windowsTotal: 0, records: 0 });
  clear();
  expect(drawn()).toBe('');
});
