import { expect, it } from 'vitest';
import { MOST_PAST_QUERIES } from '#shared/bridge/sql.ts';
import { withQuery, withoutQuery } from './history.ts';
import { withoutEnd } from './query-text.ts';

const asked = (count: number) => Array.from({ length: count }, (_, at) => ({ sql: `select ${at}`, at }));

it('keeps each query once, the newest first, and no more than a bounded number', () => {
  const full = { version: 1 as const, asked: asked(MOST_PAST_QUERIES) };
  const next = withQuery(full, { sql: 'select 3', at: 99, rows: 1 });
  expect(next.asked).toHaveLength(MOST_PAST_QUERIES);
  expect(next.asked[0]).toEqual({ sql: 'select 3', at: 99, rows: 1 });
  expect(withQuery(full, { sql: 'new', at: 1 }).asked).toHaveLength(MOST_PAST_QUERIES);
  expect(withoutQuery(full, 'select 0').asked[0]?.sql).toBe('select 1');
  expect(withoutQuery(full, undefined).asked).toEqual([]);
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
  ["select E'it\\'s' ;", "select E'it\\'s'"],
  ["select e'''\\\\' ;", "select e'''\\\\'"],
  ["select $a1$'$a1$;", "select $a1$'$a1$"],
  ['select 4 - -2', 'select 4 - -2'],
  [' ; ', ''],
])('the end of %s is cut', (sql, without) => {
  expect(withoutEnd(sql)).toBe(without);
});
