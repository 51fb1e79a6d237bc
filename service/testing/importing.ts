// Runs the command `import` in a temporary folder: results of a race to load, and the records stored afterwards.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { runCommand } from '../admin/command.ts';
import { importing } from '../admin/import.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { HORSE_ID, recordOf, type Fields } from './records.ts';
import { testTerminal } from './terminal.ts';

interface Summary {
  readonly read: number;
  readonly stored: number;
  readonly known: number;
  readonly rejected: number;
  readonly unknown_fields: Readonly<Record<string, number>>;
  readonly rejects: readonly string[];
}

interface Imported {
  readonly code: number;
  readonly stderr: string;
  readonly summary: Summary | undefined;
}

export interface ImportFolder {
  readonly folder: string;
  run(argv: readonly string[], input?: string): Promise<Imported>;
  /** Imports from standard input. */
  load(table: TableCode, input: string): Promise<Imported>;
  /** Every record of a table. */
  stored(table: TableCode): Promise<Fields[]>;
  remove(): void;
}

export function importFolder(): ImportFolder {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-import-'));

  async function run(argv: readonly string[], input = ''): Promise<Imported> {
    const terminal = testTerminal({ input });
    const code = await runCommand(importing, [...argv, '--data-dir', folder], terminal);
    const last = terminal.printed.at(-1);
    const summary = last === undefined ? undefined : (JSON.parse(last) as Summary);
    return { code, stderr: terminal.stderr.join('\n'), summary };
  }

  async function stored(table: TableCode): Promise<Fields[]> {
    const store = new SqliteStore(join(folder, 'records.sqlite'));
    const records = store.answer(table, {}, 50_000);
    const found: Fields[] = [];
    if (records !== 'too many') {
      for await (const page of records.pages) found.push(...(JSON.parse(`[${page.toString()}]`) as Fields[]));
    }
    await store.close();
    return found;
  }

  return {
    folder,
    run,
    load: (table, input) => run(['--table', table, '-'], input),
    stored,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A runner's result; all are of one race. */
export const result = (number: number, fields: Fields = {}): Fields =>
  recordOf('t_se', {
    racedate: '20261107',
    racekey: '05264101',
    horse_number: String(number),
    horse_id: HORSE_ID,
    updated_at: '2026-11-08T09:00:00.000Z',
    ...fields,
  });

export const RESULTS = [1, 2, 3].map((number) =>
  result(number, { margin: ['', 'ハナ,"1/2"', null][number - 1] ?? null }),
);
/** As NDJSON. */
export const lines = (records: readonly object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
