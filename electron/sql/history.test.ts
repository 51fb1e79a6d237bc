import { expect, it } from 'vitest';
import { MOST_ASKED } from '#shared/bridge/sql.ts';
import { withAsked, withoutAsked } from './history.ts';
import { withoutEnd } from './query-result.ts';

const asked = (count: number) => Array.from({ length: count }, (_, at) => ({ sql: `select ${at}`, at }));

it('keeps each query once, the newest first, and no more than a bounded number', () => {
  const full = { version: 1 as const, asked: asked(MOST_ASKED) };
  const next = withAsked(full, { sql: 'select 3', at: 99, rows: 1 });
  expect(next.asked).toHaveLength(MOST_ASKED);
  expect(next.asked[0]).toEqual({ sql: 'select 3', at: 99, rows: 1 });
  expect(withAsked(full, { sql: 'new', at: 1 }).asked).toHaveLength(MOST_ASKED);
  expect(withoutAsked(full, 'select 0').asked[0]?.sql).toBe('select 1');
  expect(withoutAsked(full, undefined).asked).toEqual([]);
});

it.each([
  ['select 1', 'select 1'],
  ['select 1;', 'select 1'],
  ['select 1 ; -- a ; b', 'select 1'],
  ['select 1 /* a /* b */ ; */ ;\n', 'select 1'],
  ["select ';--' ;", "select ';--'"],
  ['select "a;" ;', 'select "a;"'],
  ['select $$;--$$;', 'select $$;--$$'],
  ["select 'it''s;' -- x", "select 'it''s;'"],
  ['select 4 - -2', 'select 4 - -2'],
  [' ; ', ''],
])('the end of %s is cut', (sql, without) => {
  expect(withoutEnd(sql)).toBe(without);
});
