// The commands as users type them: scripts rely on what they print.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { groupRuns } from '../process-group.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts an npm command in a separate process group. */
function npm(...args: string[]) {
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines = createInterface({ input: child.stdout });
  const group = child.pid ?? 0;
  return {
    lines,
    /** Stops npm alone: its child has to notice. */
    stop: async () => {
      child.kill('SIGTERM');
      try {
        await expect.poll(() => groupRuns(group), { timeout: 10_000 }).toBe(false);
      } finally {
        if (groupRuns(group)) process.kill(-group, 'SIGKILL');
      }
    },
  };
}

/** The next line, or the next JSON line if npm itself may print before. Rejects if there is none. */
async function nextEvent(lines: AsyncIterator<string>, npmIsSilent = false) {
  for (let { value, done } = await lines.next(); done !== true; { value, done } = await lines.next()) {
    if (npmIsSilent || value.startsWith('{')) return JSON.parse(value) as Record<string, unknown>;
  }
  throw new Error('It ended without output.');
}

test(
  'npm start prints the address of the window, and ends with npm',
  { tag: IN_A_BROWSER },
  async ({ dataDir, request }) => {
    const app = npm('start', '--', '--host=web', '--no-open', '--data-dir', dataDir);
    try {
      const lines = app.lines[Symbol.asyncIterator]();
      const event = await nextEvent(lines);
      expect(event).toMatchObject({
        event: 'address',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      });
      expect(await nextEvent(lines)).toEqual({ event: 'ready', url: event['url'] });
      const answer = await request.get(String(event['url']));
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain('Railbird');
    } finally {
      await app.stop();
    }
  },
);

test(
  'npm run -s service prints on its first line where it listens, in sample mode with the keys',
  { tag: IN_A_BROWSER },
  async ({ dataDir, request }) => {
    const folder = path.join(dataDir, 'sample-service');
    const service = npm('run', '-s', 'service', '--', '--port', '0', '--sample', '--data-dir', folder);
    try {
      const event = await nextEvent(service.lines[Symbol.asyncIterator](), true);
      expect(event).toEqual({
        event: 'listening',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/?$/),
        api_key: expect.any(String),
        user_key: expect.any(String),
      });
      const address = new URL('/v1/tra', String(event['url']));
      address.searchParams.set('api_key', String(event['api_key']));
      const headers = { 'x-user-key': String(event['user_key']) };
      const answer = await request.post(address.href, { headers, data: {} });
      expect(answer.status()).toBe(200);
    } finally {
      await service.stop();
    }
  },
);
