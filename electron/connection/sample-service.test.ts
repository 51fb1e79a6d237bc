import { afterEach, expect, test } from 'vitest';
import { createSampleService, type SampleService } from './sample-service.ts';

const LISTENING = `console.log(JSON.stringify({
  event: 'listening', url: 'http://127.0.0.1:1/' + process.pid, api_key: 'demo-app', user_key: 'demo-user',
}));`;
const STAYS = `process.stdin.resume(); process.stdin.on('end', () => process.exit(0));`;

let service: SampleService | undefined;
afterEach(() => service?.stop());

function run(program: string, startTimeoutMs = 10_000, now?: () => number) {
  const log: string[] = [];
  let ends = 0;
  service = createSampleService({
    command: { command: process.execPath, args: ['--eval', program], env: process.env },
    log: (line) => log.push(line),
    ended: () => (ends += 1),
    startTimeoutMs,
    ...(now === undefined ? {} : { now }),
  });
  return { service, log, ends: () => ends };
}

/** The fake service names its process id in its path. */
const pidOf = (baseUrl: string): number => Number(new URL(baseUrl).pathname.slice(1));

test('its first line gives the address and the demo keys, and all callers share one process', async () => {
  const { service } = run(LISTENING + STAYS);
  const [one, two] = await Promise.all([service.credentials(), service.credentials()]);
  expect(one).toMatchObject({ apiKey: 'demo-app', userKey: 'demo-user' });
  expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:1\/\d+$/);
  expect(two).toEqual(one);
});

test.each([
  ['its error message', `console.error('no disk'); process.exit(1);`, /no disk/],
  ['its exit code', `process.exit(7);`, /7/],
  ['its unexpected first line', `console.log('hello');${STAYS}`, /first line/],
])('a service that does not start fails with %s', async (_name, program, problem) => {
  const { service } = run(program);
  await expect(service.credentials()).rejects.toMatchObject({
    code: 'SAMPLE_FAILED',
    values: { problem: expect.stringMatching(problem) },
  });
});

test('a full disk is reported as such, and every next attempt starts the service again', async () => {
  const full = `console.log(JSON.stringify({ event: 'failed', reason: 'STORAGE_FULL' })); process.exitCode = 1;`;
  const { service } = run(full);
  for (const _ of [1, 2, 3, 4, 5])
    await expect(service.credentials()).rejects.toMatchObject({ code: 'SERVICE_DISK_FULL' });
});

test('a service that never listens fails after its time limit, and is stopped', async () => {
  const { service } = run(STAYS, 50);
  await expect(service.credentials()).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
});

test('a missing program fails with SAMPLE_FAILED', async () => {
  service = createSampleService({
    command: { command: '/nonexistent/node', args: [], env: {} },
    log: () => undefined,
  });
  await expect(service.credentials()).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
});

test('its standard error goes to the log', async () => {
  const { service, log } = run(`console.error('one line');${LISTENING}${STAYS}`);
  await service.credentials();
  await expect.poll(() => log).toEqual(['one line']);
});

test('stopping ends the process, and it is not started again', async () => {
  const { service, ends } = run(LISTENING + STAYS);
  const { baseUrl } = await service.credentials();
  expect(ends()).toBe(0);
  await service.stop();
  expect(ends()).toBe(1);
  expect(() => process.kill(pidOf(baseUrl), 0)).toThrow(/ESRCH/);
  await expect.poll(async () => pidOrFailure(service)).toBe('failed');
});

test('a service that died is restarted on the next use, but at most four times within five minutes', async () => {
  let minutes = 0;
  const { service } = run(LISTENING + STAYS, undefined, () => minutes * 60_000);
  const pids = new Set<number>();
  for (let n = 0; n < 4; n += 1) {
    const pid = pidOf((await service.credentials()).baseUrl);
    pids.add(pid);
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => pidOrFailure(service)).not.toBe(pid);
  }
  expect(pids.size).toBe(4);
  await expect(service.credentials()).rejects.toMatchObject({ code: 'SAMPLE_STOPS', values: { starts: 4 } });
  minutes = 5;
  expect(pids).not.toContain(pidOf((await service.credentials()).baseUrl));
});

const pidOrFailure = (sample: SampleService) =>
  sample.credentials().then(
    ({ baseUrl }) => pidOf(baseUrl),
    () => 'failed',
  );
