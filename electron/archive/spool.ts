// Writes the records of an answer to a file of one JSON record a line, which DuckDB reads by itself.

import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { EXTRA } from './schema.ts';

/** Lines written at a time: enough for the disk, few enough not to hold the process up. */
const BATCH = 500;

export interface Spooled {
  /** Every field that any record had, in the order in which they came. */
  readonly present: readonly string[];
}

/** Runs `use` with the file written; nothing of it is left afterwards. */
export async function spool<T>(
  path: string,
  table: Table,
  records: readonly WireRecord[],
  use: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const known = new Set(table.columns.map((column) => column.name));
  const present = new Set<string>();
  try {
    // Whoever tidies up the data folder may have taken it away meanwhile.
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'w');
    try {
      for (let from = 0; from < records.length; from += BATCH) {
        const lines = records.slice(from, from + BATCH).map((record) => lineOf(record, known, present));
        await file.appendFile(`${lines.join('\n')}\n`);
      }
    } finally {
      await file.close();
    }
    return await use({ present: [...present] });
  } finally {
    await rm(path, { force: true });
  }
}

function lineOf(record: WireRecord, known: ReadonlySet<string>, present: Set<string>): string {
  let extra: Record<string, unknown> | undefined;
  for (const name in record) {
    if (known.has(name)) {
      present.add(name);
      continue;
    }
    // Without a prototype every name is just a name, `__proto__` too.
    extra ??= Object.create(null) as Record<string, unknown>;
    const readable = name.toWellFormed();
    present.add(readable);
    extra[readable] = record[name];
  }
  if (!extra) return jsonOf(record);
  const names = Object.keys(record).filter((name) => known.has(name));
  const own = Object.fromEntries(names.map((name) => [name, record[name]]));
  return jsonOf({ ...own, [EXTRA]: jsonOf(extra) });
}

/** What JSON.stringify writes for half of a surrogate pair, perhaps: DuckDB refuses to read it. */
const HALF_PAIR = /\\ud[89a-f]/;

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (!HALF_PAIR.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
}
