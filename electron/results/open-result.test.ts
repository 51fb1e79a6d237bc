// Renewals of an open result: what they read is released, whatever happens meanwhile.

import { beforeEach, expect, test } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { Changes } from '../archive/changes.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import { MemoryBudget } from '../query-engine/memory-budget.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { inProcessEngine, readerOf } from '../testing/in-process-engine.ts';
import { OpenResult, type Contents } from './open-result.ts';

const COLUMNS = ['racekey', 'horse_number', 'idm'].flatMap((name) => columnOf('d_se', name) ?? []);
const FILTER: Filter = { racedate: '20241103' };
const NEWEST = { sort: [{ column: 'idm', direction: 'descending' as const }], filters: [] };

let changes: Changes;
let engine: QueryEngine;
/** How many contents are being read from. */
let open: number;

beforeEach(() => {
  changes = new Changes();
  open = 0;
  const worker = { ...inProcessEngine(), start: () => undefined, stop: () => Promise.resolve() };
  engine = new QueryEngine(new MemoryBudget(), worker);
});

function contents(idm: (row: number) => string, fails = false): Contents {
  open += 1;
  const rows = Array.from({ length: 600 }, (_, row) => ({
    racekey: '1',
    horse_number: String(row),
    idm: idm(row),
  }));
  const reader = readerOf(rows);
  const close = (): void => void (open -= 1);
  const broken = { joined: () => Promise.reject(new Error('the disk')) };
  return {
    columns: COLUMNS,
    unknown: new Set(),
    records: rows.length,
    rows: { size: 'large', reader: { ...reader, ...(fails ? broken : {}), close } },
    origin: { reads: [{ table: 'd_se', filter: FILTER }], changes, asOf: changes.count },
    release: close,
    account: {
      reasons: [],
      provisional: 0,
      quarantined: 0,
      drift: 0,
      repeated: 0,
      windows: { fetched: 0, stored: 0 },
    },
  };
}

async function opened(): Promise<OpenResult> {
  const result = new OpenResult(
    'r',
    { kind: 'table', table: 'd_se', filter: FILTER },
    contents(String),
    engine,
  );
  await result.arrange(NEWEST);
  return result;
}

test('two renewals at once follow each other, and the rows of the second are shown', async () => {
  const result = await opened();
  await Promise.all([
    result.renew(
      contents((row) => String(row + 1000)),
      { row: 0 },
    ),
    result.renew(
      contents((row) => String(row + 2000)),
      { row: 0 },
    ),
  ]);
  expect(await result.cells(['idm'], 0, 1)).toEqual([['2599']]);
  expect(open).toBe(1);
  result.release();
  expect(open).toBe(0);
});

test('other rows may be at the same places from the start of a row query on, which the row order tells', async () => {
  const result = await opened();
  const { rowOrder } = await result.arrange(NEWEST);
  expect(result.rowOrder).toBe(rowOrder);
  const arranging = result.arrange({ sort: [], filters: [] });
  expect(result.rowOrder).not.toBe(rowOrder);
  const next = (await arranging).rowOrder;
  expect(result.rowOrder).toBe(next);
  await result.wake(contents(String));
  expect(result.rowOrder).toBe(next);
  await result.renew(contents(String), undefined);
  expect(result.rowOrder).not.toBe(next);
});

test('a result that is released while it is renewed takes none of the new rows', async () => {
  const result = await opened();
  const renewing = result.renew(contents(String), undefined);
  result.release();
  await expect(renewing).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  expect(open).toBe(0);
});

test('rows that cannot be arranged are released, and those before them stay', async () => {
  const result = await opened();
  await expect(result.renew(contents(String, true), { row: 0 })).rejects.toThrow('the disk');
  expect(open).toBe(1);
  expect(await result.cells(['idm'], 0, 1)).toEqual([['599']]);
  expect(await result.renew(contents(String), { row: 0 })).toMatchObject({ row: 0 });
});
