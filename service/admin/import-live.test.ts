// `import` beside a service that runs, and killed in the middle.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from '../log.ts';
import { parseOptions } from '../options.ts';
import { startService } from '../service.ts';
import { importFolder, lines, result, RESULTS, type ImportFolder } from '../testing/importing.ts';
import { answerOf, send } from '../testing/run-service.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { keys } from './keys.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let into: ImportFolder;
beforeEach(() => {
  into = importFolder();
});
afterEach(() => into.remove());

test('a running service answers with what was imported, from the next request on', async () => {
  const service = await startService(parseOptions(['--data-dir', into.folder, '--limits=off'], {}), {
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: newLog({ write: () => {} }),
  });
  try {
    const keyOf = async (...argv: string[]) => {
      const terminal = testTerminal();
      await runCommand(keys, [...argv, '--data-dir', into.folder], terminal);
      return terminal.printed[0] ?? '';
    };
    const query = `?api_key=${await keyOf('issue', '--api')}`;
    const userKey = await keyOf('issue', '--user', 'ann', '--until', 'never');
    const headers = { 'content-type': 'application/json', 'x-user-key': userKey };
    const ask = async () =>
      answerOf(await send(service.url, { path: '/v1/tse', query, headers, body: '{"racekey":"05264101"}' }));
    expect((await ask()).result.data).toEqual([]);
    await into.load('t_se', lines(RESULTS));
    expect((await ask()).result.data).toEqual(RESULTS);
  } finally {
    await service.close(100);
  }
});

test('a kill in the middle leaves whole records and nothing torn, and a second run completes', async () => {
  const child = spawn(process.execPath, [MAIN, 'import', '--table', 't_se', '--data-dir', into.folder, '-']);
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  const races = Array.from({ length: 400 }, (_, race) =>
    lines(
      Array.from({ length: 18 }, (_, number) =>
        result(number + 1, {
          racekey: `0526${String(race).padStart(3, '0').slice(0, 2)}${String(race % 100).padStart(2, '0')}`,
        }),
      ),
    ),
  );
  // More than a batch is sent, and never the end: when something can be seen, it was committed in the middle.
  child.stdin.write(races.join(''));
  const reader = await seenBy(join(into.folder, 'records.sqlite'));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const [count, valid] = [reader.count(), reader.valid()];
  reader.close();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(new Set(races.join('').trim().split('\n')).size);
  expect(valid).toBe(count);

  const again = await into.load('t_se', races.join(''));
  expect([again.code, again.summary?.rejected]).toEqual([0, 0]);
  expect(again.summary?.stored).toBe(new Set(races.join('').trim().split('\n')).size - count);
});

/** Waits until another connection sees records. */
async function seenBy(file: string) {
  for (;;) {
    try {
      const database = new Database(file, { readonly: true, fileMustExist: true });
      const ask = (what: string) =>
        Number(database.prepare(`SELECT coalesce(sum(${what}), 0) FROM t_se`).pluck().get());
      if (ask('count') > 0) {
        return {
          count: () => ask('count'),
          valid: () => ask(`json_array_length('[' || CAST(records AS TEXT) || ']')`),
          close: () => database.close(),
        };
      }
      database.close();
    } catch {
      // The file, or its table, is not there yet.
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
