// Writes the records of an answer to a file of one JSON record a line, which DuckDB reads by itself.

import { open, rm } from 'node:fs/promises';
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
    present.add(name);
    if (!known.has(name)) (extra ??= {})[name] = record[name];
  }
  const line = JSON.stringify(record);
  if (!extra) return line;
  return `${line.slice(0, -1)},${JSON.stringify(EXTRA)}:${JSON.stringify(JSON.stringify(extra))}}`;
}
