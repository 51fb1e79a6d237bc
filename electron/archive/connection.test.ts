// A kept statement answers as one that is prepared anew: from what is stored now, with its own values.

import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeepingConnection } from './connection.ts';

let instance: DuckDBInstance;
let connection: KeepingConnection;
beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = new KeepingConnection(await instance.connect());
  await connection.run('create table race (day varchar, runners integer)');
});
afterEach(() => {
  connection.closeSync();
  instance.closeSync();
});

const rows = async (sql: string, values: string[]) => (await connection.runAndReadAll(sql, values)).getRows();

/** Each could be answered from statistics that were true when it was planned. */
const QUERIES: readonly (readonly [sql: string, values: string[]])[] = [
  ['select count(*)::INTEGER from race where runners > 0 and day = ?', ['20261101']],
  ['select max(runners), min(day) from race where ? = ?', ['x', 'x']],
  ['select count(*)::INTEGER from race', []],
  ['select runners from race where day between ? and ? order by 1', ['20261101', '20261131']],
  ['select count(*)::INTEGER from race where day is null and runners >= ?::INTEGER', ['0']],
];

test('it sees every write since, of its own and of other connections', async () => {
  const other = await instance.connect();
  const writes = [
    `insert into race select '20261001', 0 from range(3000)`,
    `insert into race values ('20261101', 16), ('20261102', 9)`,
    `insert into race values (null, 4)`,
    `update race set runners = 18 where day = '20261101'`,
    `delete from race where day = '20261001'`,
    `alter table race add column course varchar`,
    `delete from race`,
  ];
  for (const [at, write] of writes.entries()) {
    for (const [sql, values] of QUERIES) await rows(sql, values);
    await (at % 2 === 0 ? other : connection).run(write);
    for (const [sql, values] of QUERIES) {
      const anew = (await other.runAndReadAll(sql, values)).getRows();
      expect(await rows(sql, values), `${sql} after ${write}`).toEqual(anew);
    }
  }
  other.closeSync();
});

test('queries that run at once each have their own values', async () => {
  await connection.run(`insert into race select i::VARCHAR, i from range(50) as days(i)`);
  const ask = (day: string) => rows('select runners from race where day = ?', [day]);
  await ask('0');
  const days = Array.from({ length: 50 }, (_, day) => String(day));
  expect(await Promise.all(days.map(ask))).toEqual(days.map((day) => [[Number(day)]]));
});

test('a statement that failed is prepared anew', async () => {
  const sql = 'select ?::INTEGER';
  await expect(rows(sql, ['x'])).rejects.toThrow('Could not convert');
  expect(await rows(sql, ['4'])).toEqual([[4]]);
  await connection.run('begin');
  await connection.run(`insert into race values ('20261101', 4)`);
  await expect(rows('select day from race where runners = ?::INTEGER', ['y'])).rejects.toThrow(
    'Could not convert',
  );
  await connection.run('rollback');
  expect(await rows('select day from race where runners = ?::INTEGER', ['4'])).toEqual([]);
});

test('more queries than it keeps are answered as well', async () => {
  for (let round = 0; round < 2; round += 1)
    for (let at = 0; at < 150; at += 1)
      expect(await rows(`select ${at} + ?::INTEGER`, ['1'])).toEqual([[at + 1]]);
});
