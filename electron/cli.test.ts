// The command line as a user starts it: a process, with the sample service behind it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { putMadeSample } from './testing/made-sample.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-terminal-'));
  await putMadeSample(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function start(...args: string[]) {
  // It must not use the keychain of the user who runs the tests.
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
  return spawn(process.execPath, [CLI, ...args, '--sample', '--data-dir', dataDir], {
    env: { ...env, XDG_RUNTIME_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(...args: string[]) {
  const child = start(...args);
  const closed = once(child, 'close');
  const [out, messages] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = (await closed) as [number];
  return {
    code,
    out,
    account: JSON.parse(messages.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>,
  };
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A first start generates the sample's eight weeks: seconds on an idle machine, more on a busy one. */
const FIRST_START_MS = 120_000;

test(
  'a fortnight from the sample service, then the same from the archive',
  { timeout: FIRST_START_MS },
  async () => {
    const yesterday = addDays(todayInTokyo(Date.now()), -1);
    const query = [
      'query',
      'd_se',
      '--from',
      addDays(yesterday, -13),
      '--to',
      yesterday,
      '--format',
      'ndjson',
    ];
    const fetched = await run(...query);
    expect(fetched.code).toBe(0);
    const records = fetched.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { racedate: string });
    expect(records.length).toBeGreaterThan(500);
    expect(fetched.account).toMatchObject({ records: records.length, complete: true, reasons: [] });
    const log = await readFile(join(dataDir, 'logs', 'railbird.log'), 'utf8');
    const sampleUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0] ?? '';
    await expect(fetch(sampleUrl)).rejects.toThrow('fetch failed');

    const stored = await run(...query);
    expect(stored.out).toBe(fetched.out);
    expect(stored.account).toMatchObject({ complete: true, requests: 0 });

    // Like `head`, which closes the pipe when it has enough.
    const child = start(...query);
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await textOf(child.stderr)).toContain('closed the pipe');
    expect(await exit).toEqual([141, null]);
  },
);
