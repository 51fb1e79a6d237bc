// Lists that a connection keeps while an export runs.

import { expect, test } from 'vitest';
import type { NamedList } from '../query-engine/column-store.ts';
import { KeptLists } from './named-lists.ts';
import { memoryConnection } from '../testing/memory-connection.ts';

const connection = await memoryConnection();

const LISTS: readonly NamedList[] = [
  { kind: 'value', name: 'listed_1', sql: "map(['1', '2'], ['turf', 'dirt'])" },
  { kind: 'type', name: 'listed_2', sql: "enum('1', '2')" },
];

const surfaceOf = async (code: string) => {
  const read = await connection.runAndReadAll(
    `select getvariable('listed_1')['${code}'], enum_code('${code}'::listed_2)::INTEGER`,
  );
  return read.getRows()[0];
};

test('lists are kept once, within a transaction, until they are dropped', async () => {
  const kept = new KeptLists();
  await connection.run('begin');
  await kept.keep(connection, LISTS);
  await kept.keep(connection, LISTS);
  expect(await surfaceOf('2')).toEqual(['dirt', 1]);

  await kept.drop(connection);
  const left = await connection.runAndReadAll("select getvariable('listed_1')");
  expect(left.getRows()).toEqual([[null]]);
  await kept.keep(connection, LISTS);
  expect(await surfaceOf('1')).toEqual(['turf', 0]);
  await connection.run('rollback');
});

test('dropping forgets them all, and dropping none is fine', async () => {
  const kept = new KeptLists();
  await kept.drop(connection);
  await kept.keep(connection, LISTS);
  await kept.drop(connection);
  await expect(surfaceOf('1')).rejects.toThrow('listed_2');
});
