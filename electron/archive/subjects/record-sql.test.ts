// Conditions in SQL say the same as the functions of the same name.

import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { isSet, isStated } from '#shared/catalogue/reading.ts';
import { isSetSql, isStatedSql } from './record-sql.ts';

const VALUES = [
  null, '', ' ', '　', '0', '00', '０', '1', '01', ' 1 ', '１', '０１', '2', '-1', 'true', 'True', ' yes', 'YES', 'false', 'no',
  'N', 'y', 't', 'on', 'x', '取消',
]; // prettier-ignore

it.each([
  ['isSet', isSet, isSetSql],
  ['isStated', isStated, isStatedSql],
])('%s', async (_, inWords, inSql) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const listed = VALUES.map((value) => `(${value === null ? 'null::VARCHAR' : `'${value}'`})`).join(', ');
  const read = await connection.runAndReadAll(`select raw, ${inSql('raw')} from (values ${listed}) t(raw)`);
  connection.closeSync();
  instance.closeSync();
  expect(read.getRows()).toEqual(VALUES.map((value) => [value, inWords(value)]));
});
