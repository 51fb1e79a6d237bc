// `import` beside a service that runs, and killed in the middle.

import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from '../log.ts';
import { parseOptions } from '../options.ts';
import { startService } from '../service.ts';
import { importFolder, lines, result, RESULTS, type ImportFolder } from '../testing/importing.ts';
import { recordOf } from '../testing/records.ts';
import { answerOf, send } from '../testing/run-service.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { importing } from './import.ts';
import { keys } from './keys.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let into: ImportFolder;
beforeEach(() => {
  into = importFolder();
});
afterEach(() => into.remove());

/** A service over the folder, and a client with its keys. */
async function running() {
  const service = await startService(parseOptions(['--data-dir', into.folder, '--limits=off'], {}), {
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: newLog({ write: () => {} }),
  });
  const keyOf = async (...argv: string[]) => {
    const terminal = testTerminal();
    await runCommand(keys, [...argv, '--data-dir', into.folder], terminal);
    return terminal.printed[0] ?? '';
  };
  const query = `?api_key=${await keyOf('issue', '--api')}`;
  const userKey = await keyOf('issue', '--user', 'ann', '--until', 'never');
  const headers = { 'content-type': 'application/json', 'x-user-key': userKey };
  return {
    ask: async (path: string, filter: object) =>
      answerOf(await send(service.url, { path, query, headers, body: JSON.stringify(filter) })).result,
    close: () => service.close(100),
  };
}

test('a running service answers with what was imported, from the next request on', async () => {
  const service = await running();
  const ask = async () => (await service.ask('/v1/tse', { racekey: '05264101' })).data;
  try {
    expect(await ask()).toEqual([]);
    await into.load('t_se', lines(RESULTS));
    expect(await ask()).toEqual(RESULTS);
  } finally {
    await service.close();
  }
});

/** 36 races of a day, in two tables; `name` is in every record. */
function raceDay(name: string, updated_at: string) {
  const results = Array.from({ length: 36 }, (_, race) =>
    Array.from({ length: 16 }, (_runner, number) =>
      result(number + 1, {
        racekey: `052641${String(race + 1).padStart(2, '0')}`,
        horse_name: name,
        updated_at,
      }),
    ),
  ).flat();
  const races = [...new Set(results.map((record) => record['racekey']))].map((racekey) =>
    recordOf('t_ra', { racedate: '20261107', racekey: racekey ?? null, race_name: name, updated_at }),
  );
  return { t_ra: lines(races), t_se: lines(results) };
}

test('whoever reads while a watched folder publishes a race day, then its correction, never sees half of either', async () => {
  const service = await running();
  const inbox = join(into.folder, 'inbox');
  mkdirSync(inbox);
  const stop = new AbortController();
  const terminal = testTerminal({ stopping: stop.signal });
  const watching = runCommand(
    importing,
    ['--watch', inbox, '--every', '1', '--data-dir', into.folder],
    terminal,
  );
  /** The versions of the day in the order in which both tables showed them; 36 and 576 records each. */
  const seen: string[] = [];
  const readUntil = async (version: string) => {
    while (seen.at(-1) !== version) {
      for (const [path, count, field] of [
        ['/v1/tse', 576, 'horse_name'],
        ['/v1/tra', 36, 'race_name'],
      ] as const) {
        const { data } = await service.ask(path, { racedate: '20261107' });
        const versions = [...new Set(data.map((record) => String(record[field])))];
        expect([data.length === 0 ? 0 : count, versions.length]).toEqual([
          data.length,
          Math.min(1, data.length),
        ]);
        const [now = 'none'] = versions;
        if (seen.at(-1) !== now) seen.push(now);
      }
    }
  };
  const publish = (folder: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(inbox, `.${folder}`));
    for (const [table, content] of Object.entries(files))
      writeFileSync(join(inbox, `.${folder}`, `${table}.ndjson`), content);
    renameSync(join(inbox, `.${folder}`), join(inbox, folder));
  };
  try {
    await readUntil('none');
    publish('day', raceDay('first', '2026-11-07T09:00:00.000Z'));
    await readUntil('first');
    publish('correction', raceDay('corrected', '2026-11-07T10:00:00.000Z'));
    await readUntil('corrected');
    // Never back, and the second table never behind the first.
    expect(seen).toEqual(['none', 'first', 'corrected']);
  } finally {
    stop.abort();
    expect(await watching).toBe(0);
    await service.close();
  }
});

test('a watcher that is told to stop by the system ends well', async () => {
  const inbox = join(into.folder, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 't_se.ndjson'), lines(RESULTS));
  const child = spawn(process.execPath, [
    MAIN,
    'import',
    '--watch',
    inbox,
    '--every',
    '1',
    '--data-dir',
    into.folder,
  ]);
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (part: Buffer) => resolve(part.toString()));
  });
  expect(JSON.parse(line)).toMatchObject({ event: 'imported', stored: RESULTS.length });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
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
