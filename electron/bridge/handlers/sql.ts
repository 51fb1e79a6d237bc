// The window's procedures for the queries that were run.

import type { SqlHistory } from '../../sql/history.ts';
import { withQuery, withoutQuery } from '../../sql/history.ts';
import type { Implementer } from '../implementer.ts';

export interface SqlParts {
  readonly history: SqlHistory;
  readonly now: () => number;
}

export function sqlHandlers(os: Implementer['sql'], { history, now }: SqlParts) {
  return {
    history: os.history.handler(async () => [...(await history.read()).asked]),
    remember: os.remember.handler(async ({ input: { sql, rows } }) => {
      const query = { sql, at: now(), ...(rows === undefined ? {} : { rows }) };
      await history.update((state) => withQuery(state, query));
      return {};
    }),
    forget: os.forget.handler(async ({ input }) => {
      await history.update((state) => withoutQuery(state, input.sql));
      return {};
    }),
  };
}
