import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { readerOf } from '../testing/in-process-engine.ts';
import { WorkerColumnStore } from './worker-column-store.ts';
import { WorkerClient } from './worker-client.ts';
import { RowSet } from './row-set.ts';
import { MemoryBudget } from './memory-budget.ts';

const COLUMNS = [unknownColumn('a'), unknownColumn('b')];
const ROWS = [
  { a: '2', b: '\u001f' },
  { a: null, b: 'x' },
  { a: '1', b: '\u001e' },
];

let stop = async (): Promise<void> => undefined;
afterEach(() => stop());

function opened(start?: () => Worker) {
  const engine = new WorkerClient(start);
  stop = () => engine.stop();
  const memory = new MemoryBudget();
  const rowSet = (number: number) => {
    const reader = readerOf(ROWS);
    return new RowSet(
      ROWS.length,
      COLUMNS,
      new WorkerColumnStore({
        rowSet: number,
        columns: COLUMNS,
        reader,
        engine,
        memory,
        onShown: () => undefined,
      }),
    );
  };
  return { engine, rowSet };
}

describe('the worker of large row sets', () => {
  it('sorts, and keeps values that contain separators', async () => {
    const rowSet = opened().rowSet(1);
    await rowSet.arrange({ sort: [{ column: 'a', direction: 'ascending' }], filters: [] });
    await rowSet.query('statistics', { columns: ['a', 'b'], from: 0, to: 1 });
    expect(await rowSet.cells(['a', 'b'], 0, 3)).toEqual([
      ['1', '2', null],
      ['\u001e', '\u001f', 'x'],
    ]);
  });

  it('closes its results when it ends, and the next one starts another worker', async () => {
    const workers: Worker[] = [];
    const { rowSet } = opened(() => {
      const worker = new Worker(new URL('./engine.worker.ts', import.meta.url));
      workers.push(worker);
      return worker;
    });
    const first = rowSet(1);
    await first.query('profile', { column: 'a' });
    const running = first.query('profile', { column: 'b' });
    const ended = new Promise((resolve) => workers[0]?.once('exit', resolve));
    await workers[0]?.terminate();
    await ended;
    await expect(running).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
    const second = rowSet(2);
    expect(await second.query('profile', { column: 'a' })).toMatchObject({
      records: 3,
      filled: 2,
      distinct: 2,
    });
    await expect(first.query('profile', { column: 'a' })).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
    expect(workers).toHaveLength(2);
  });
});
