// Records in an archive, open as a result of many rows is: read from the archive when they are needed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Archive } from '../../electron/archive/archive.ts';
import { Changes } from '../../electron/archive/changes.ts';
import { literal, quoted } from '../../electron/archive/filter-sql.ts';
import { QueryEngine } from '../../electron/query-engine/query-engine.ts';
import { OpenResult } from '../../electron/results/open-result.ts';
import { WHOLE } from '../../electron/testing/whole-account.ts';

export interface ArchivedResult {
  readonly result: OpenResult;
  readonly close: () => Promise<void>;
}

/** `stored`: the records as they are stored, one after the other; the result is in the table's order. */
export async function archivedResult(
  folder: string,
  code: TableCode,
  stored: readonly Readonly<Record<string, string | null>>[],
): Promise<ArchivedResult> {
  const archive = await Archive.open(join(folder, 'archive.duckdb'), 0);
  const { columns } = TABLES[code];
  const names = columns.map(({ name }) => name);
  const lines = join(folder, 'records.ndjson');
  writeFileSync(lines, stored.map((record, at) => `${JSON.stringify({ ...record, place: at })}\n`).join(''));
  const types = [...names.map((name) => `${literal(name)}: 'VARCHAR'`), `'place': 'INTEGER'`].join(', ');
  const list = names.map(quoted).join(', ');
  await archive.rows(
    `insert into ${quoted(code)} (${list}, __fetched_at, __seq)
       select ${list}, 1, place from read_json(${literal(lines)}, format = 'newline_delimited', columns = {${types}})
         order by place`,
  );
  const engine = new QueryEngine();
  const { records, rows, close } = await archive.snapshot(code, {}, names);
  if (rows.size !== 'large') throw new Error('the records are few enough to be read at once');
  const origin = { reads: [], changes: new Changes(), asOf: 0 };
  const contents = {
    columns,
    unknown: new Set<string>(),
    records,
    rows,
    origin,
    release: close,
    account: WHOLE,
  };
  const result = new OpenResult('readback', { kind: 'table', table: code, filter: {} }, contents, engine);
  return {
    result,
    close: async () => {
      result.release();
      await engine.stop();
      await archive.close();
    },
  };
}
