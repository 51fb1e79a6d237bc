// The log's end: a process with a line on its way out.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newLog } from './log.ts';

const LOG = new URL('./log.ts', import.meta.url).href;
const SCRIPT = `
  const { StandardError, exitAfterLog, newLog } = await import(${JSON.stringify(LOG)});
  const destination = new StandardError();
  const log = newLog(destination);
  process.stdin.on('end', () => {
    // One on its way, one waiting behind it.
    log.info('the last but one');
    log.info('the last line');
    exitAfterLog(destination, 7);
  }).resume();
  process.stdout.write('ready');`;

async function end(isRead: boolean) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (part: Buffer) => (output += part.toString()));
  await once(child.stdout, 'data');
  if (!isRead) child.stderr.destroy();
  const closed = once(child, 'close');
  child.stdin.end();
  const [code] = (await closed) as [number | null];
  return { code, output };
}

test('the last line is written before the process ends', async () => {
  expect(await end(true)).toEqual({ code: 7, output: expect.stringContaining('the last line') });
});

test('a log that nobody reads any more does not keep the process', async () => {
  expect(await end(false)).toEqual({ code: 7, output: '' });
});

test('what was logged is written before an error that nobody caught ends the process', () => {
  const script = `
    const { StandardError, newLog } = await import(${JSON.stringify(LOG)});
    newLog(new StandardError()).info('the last line');
    throw new Error('not caught');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr).toContain('the last line');
});

test.each([
  { table: 'd_ky', status: 200, refused: undefined, records: 16, milliseconds: 1.5, aborted: false },
  {
    table: undefined,
    status: 429,
    refused: 'TOO_MANY_REQUESTS',
    records: undefined,
    milliseconds: 0,
    aborted: true,
  },
])('a request is logged as any other object is: $status', (outcome) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T09:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const line = { request_id: '3f1c', address: 'an "address"\n\\ of a proxy', ...outcome };
  const written: string[] = [];
  newLog({ write: (text: string) => void written.push(text) }).request(line);
  pino(
    { base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: (text: string) => void written.push(text) },
  ).info(line, 'request');
  expect(written[0]).toBe(written[1]);
});
