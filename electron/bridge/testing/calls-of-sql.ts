// The expected answers of the `sql` procedures: part of the contract suite.

import { expect } from 'vitest';
import type { Calls } from './call.ts';

export const SQL_CALLS: Calls = {
  'sql.history': async ({ sql }) => {
    expect(await sql.history()).toEqual([]);
    await sql.remember({ sql: 'select 1', rows: 1 });
    expect(await sql.history()).toEqual([{ sql: 'select 1', rows: 1, at: 1 }]);
  },
  'sql.remember': async ({ sql }) => {
    await sql.remember({ sql: 'select 1', rows: 1 });
    await sql.remember({ sql: 'select 2' });
    await sql.remember({ sql: 'select 1' });
    expect((await sql.history()).map((each) => each.sql)).toEqual(['select 1', 'select 2']);
  },
  'sql.forget': async ({ sql }) => {
    for (const text of ['select 1', 'select 2', 'select 3']) await sql.remember({ sql: text });
    await sql.forget({ sql: 'select 2' });
    expect((await sql.history()).map((each) => each.sql)).toEqual(['select 3', 'select 1']);
    await sql.forget({});
    expect(await sql.history()).toEqual([]);
  },
};
