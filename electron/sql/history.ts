// The file of the queries that the user ran in the SQL screen, and its changes.

import { join } from 'node:path';
import { z } from 'zod';
import { pastQuerySchema, MOST_PAST_QUERIES, type PastQuery } from '#shared/bridge/sql.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
import { openStateFile, type StateReports } from '../files/state-file.ts';

const historySchema = z.object({ version: z.literal(1), asked: z.array(pastQuerySchema) });

type HistoryState = z.infer<typeof historySchema>;

export type SqlHistory = JsonFile<HistoryState>;

const NO_HISTORY: HistoryState = { version: 1, asked: [] };

const TEXTS: StateTexts = {
  subject: 'sql',
  name: { en: 'The SQL queries that you ran', ja: '実行したSQLの履歴' },
  fields: { asked: { en: 'queries', ja: 'SQL' } },
  describe: () => undefined,
};

/** As `openStateFile`: never fails. */
export const openSqlHistory = ({
  dataDir,
  ...reports
}: StateReports & { readonly dataDir: string }): Promise<SqlHistory> =>
  openStateFile({
    path: join(dataDir, 'sql-history.json'),
    schema: historySchema,
    initial: NO_HISTORY,
    texts: TEXTS,
    ...reports,
  });

/** With the query as the newest; the oldest go. */
export const withQuery = (state: HistoryState, asked: PastQuery): HistoryState => ({
  ...state,
  asked: [asked, ...state.asked.filter(({ sql }) => sql !== asked.sql)].slice(0, MOST_PAST_QUERIES),
});

/** Without the query, or without any. */
export const withoutQuery = (state: HistoryState, sql: string | undefined): HistoryState => ({
  ...state,
  asked: sql === undefined ? [] : state.asked.filter((each) => each.sql !== sql),
});
