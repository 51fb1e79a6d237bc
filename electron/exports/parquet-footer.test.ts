// Files joined by their footers are read by DuckDB, with every row, as one file.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryConnection } from '../testing/memory-connection.ts';
import { JoinedFooter, MAGIC, readPart } from './parquet-footer.ts';

const connection = await memoryConnection();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-footer-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Rows `from` to `to`, of more columns than a short list of the footer can have. */
async function part(from: number, to: number, more = ''): Promise<string> {
  const path = join(folder, `${from}.parquet`);
  const columns = Array.from({ length: 20 }, (_, at) => `'値' || (n % ${at + 2}) as c${at}`);
  await connection.run(
    `copy (select n, n / 7 as number, n % 3 = 0 as flag, case when n % 5 > 0 then date '2026-01-01' + n::INTEGER end as day,
             ${columns.join(', ')} ${more} from range(${from}, ${to}) as rows(n))
       to '${path}' (format parquet, compression zstd, row_group_size 2048)`,
  );
  return path;
}

async function joined(paths: readonly string[]): Promise<string> {
  const footer = new JoinedFooter();
  const pieces: Uint8Array[] = [MAGIC];
  let at = MAGIC.length;
  for (const path of paths) {
    const read = await readPart(path);
    footer.add(read, at);
    const { from, bytes } = read.rowGroups;
    pieces.push((await readFile(path)).subarray(from, from + bytes));
    at += bytes;
  }
  const path = join(folder, 'joined.parquet');
  await writeFile(path, Buffer.concat([...pieces, footer.bytes()]));
  return path;
}

test('all row groups are there, in their order, with statistics and bloom filters at their new places', async () => {
  const ends = [0, 3000, 3001, 9000];
  const paths = await Promise.all(ends.slice(1).map((end, at) => part(ends[at] ?? 0, end)));
  const path = await joined(paths);
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  expect(await rows(`select * from '${path}'`)).toEqual(
    await rows(`select * from read_parquet([${paths.map((each) => `'${each}'`).join(', ')}])`),
  );
  expect(await rows(`select num_rows, num_row_groups from parquet_file_metadata('${path}')`)).toEqual([
    [9000n, 2n + 1n + 3n],
  ]);
  // Without the statistics of the row groups, or with those of others, these rows would not be found.
  for (const n of [0, 2999, 3000, 3001, 8999])
    expect(await rows(`select n from '${path}' where n = ${n} and c3 = '値' || ${n % 5}`)).toEqual([
      [BigInt(n)],
    ]);
});

test('files of other columns are not joined, and no other file is taken for one', async () => {
  const [first, other] = [await part(0, 10), await part(10, 20, ', 1 as more')];
  await expect(joined([first, other])).rejects.toThrow('differ in their columns');
  const text = join(folder, 'text');
  await writeFile(text, 'a,b\r\n1,2\r\n');
  await expect(readPart(text)).rejects.toThrow('not a Parquet file');
  expect(() => new JoinedFooter().bytes()).toThrow('no parts');
});
