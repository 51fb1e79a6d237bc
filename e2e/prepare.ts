// Before the first test: the window is built from the sources as they are, and the sample racing made once, to be
// copied into each test's own folder. Making it takes the time of many tests.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Where fixtures.ts finds the racing that was made. */
export const SAMPLE_FOLDER = 'RAILBIRD_E2E_SAMPLE';

/** The sample holds eight weeks, and the coming days. */
const DAYS = { back: 56, ahead: 7 };

export default async function prepare(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [inProject('build/window.mjs'), 'renderer'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'railbird-e2e-sample-'));
  process.env[SAMPLE_FOLDER] = folder;
  await makeSample(folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Runs the sample service until it has answered for all its days. */
async function makeSample(folder: string): Promise<void> {
  const args = [inProject('service/main.ts'), '--sample', '--port', '0', '--data-dir', folder];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(service, 'exit');
  try {
    for await (const line of createInterface({ input: service.stdout })) {
      const { url, api_key: apiKey, user_key: userKey } = JSON.parse(line) as Record<string, string>;
      const address = new URL('/v1/dra', url);
      address.searchParams.set('api_key', apiKey ?? '');
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-key': userKey ?? '' },
        body: JSON.stringify({ start_racedate: racedate(-DAYS.back), end_racedate: racedate(DAYS.ahead) }),
      });
      if (!answer.ok) throw new Error(`The sample service answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      return;
    }
    throw new Error('The sample service ended without a word.');
  } finally {
    service.kill('SIGTERM');
    await exit;
  }
}

/** A day counted from today in Tokyo, as YYYYMMDD. */
function racedate(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return day.toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' }).replaceAll('-', '');
}
