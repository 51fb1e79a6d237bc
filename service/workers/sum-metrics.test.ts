// The metrics of all workers as one.

import { expect, test } from 'vitest';
import { ServerStats } from '../http/overload/server-stats.ts';
import { ON_TIME } from '../testing/run-service.ts';
import { sumMetrics } from './sum-metrics.ts';

const value = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

function worker(requests: number, late: number) {
  const stats = new ServerStats({ lateness: { ...ON_TIME, median: late } });
  stats.connected();
  const ended = { table: 't_se', status: 200, refused: undefined, aborted: false };
  for (let at = 0; at < requests; at++) stats.ended({ ...ended, seconds: 0.004, bytes: 10 });
  return stats
    .text([{ name: 'store_bytes', help: 'x', value: () => 500 }])
    .replace(/(resident_memory_bytes) \d+/, '$1 1');
}

test('counters and gauges add up, the lag and the store are the largest', () => {
  const all = sumMetrics([worker(3, 20), worker(4, 50)], []);
  expect(value(all, 'railbird_requests_total{table="t_se",status="200"}')).toBe(7);
  expect(value(all, 'railbird_request_seconds_bucket{table="t_se",le="0.005"}')).toBe(7);
  expect(value(all, 'railbird_request_seconds_bucket{table="t_se",le="0.0025"}')).toBe(0);
  expect(value(all, 'railbird_answer_bytes_total{table="t_se"}')).toBe(70);
  expect(value(all, 'railbird_connections')).toBe(2);
  expect(value(all, 'railbird_event_loop_delay_seconds')).toBe(0.05);
  expect(value(all, 'railbird_store_bytes')).toBe(500);
});

test('of a worker that has ended, only what it counted remains', () => {
  const all = sumMetrics([worker(3, 20)], [worker(4, 50)]);
  expect(value(all, 'railbird_requests_total{table="t_se",status="200"}')).toBe(7);
  expect(value(all, 'railbird_connections')).toBe(1);
  expect(value(all, 'railbird_event_loop_delay_seconds')).toBe(0.02);
  // The text of several that have ended counts like theirs.
  expect(sumMetrics([worker(3, 20)], [sumMetrics([], [worker(4, 50)])])).toBe(all);
});

test('one worker’s metrics are as it tells them', () => {
  const one = worker(3, 20);
  expect(sumMetrics([one], [])).toBe(one);
});
