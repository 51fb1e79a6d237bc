// How many requests each user sent per day, by outcome: `answered`, or the code of the refusal.

import type { Query } from './sql.ts';

/** The outcome of a request that got its records. */
export const ANSWERED = 'answered';

export interface UsageCount {
  readonly user: string;
  /** In Tokyo, YYYYMMDD. */
  readonly day: string;
  readonly outcome: string;
  readonly count: number;
}

export class UsageRows {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  async add({ user, day, outcome, count }: UsageCount): Promise<void> {
    await this.#query(
      `INSERT INTO usage_count (user_id, day, outcome, count) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, day, outcome) DO UPDATE SET count = usage_count.count + excluded.count`,
      [user, day, outcome, count],
    );
  }

  /** The counts of one user from that day on, by day. */
  async ofUser(user: string, from: string): Promise<UsageCount[]> {
    return counted(
      await this.#query(`${COUNTS} WHERE user_id = $1 AND day >= $2 ORDER BY day, outcome`, [user, from]),
    );
  }

  /** The counts of all users from that day on, summed up by day. */
  async ofEveryone(from: string): Promise<UsageCount[]> {
    return counted(
      await this.#query(
        `SELECT '' AS "user", day, outcome, sum(count) AS count FROM usage_count WHERE day >= $1
         GROUP BY day, outcome ORDER BY day, outcome`,
        [from],
      ),
    );
  }

  /** The counts of each user from that day on, summed up over the days. */
  async byUser(from: string): Promise<UsageCount[]> {
    return counted(
      await this.#query(
        `SELECT user_id AS "user", '' AS day, outcome, sum(count) AS count FROM usage_count WHERE day >= $1
         GROUP BY user_id, outcome ORDER BY user_id, outcome`,
        [from],
      ),
    );
  }
}

const COUNTS = 'SELECT user_id AS "user", day, outcome, count FROM usage_count';

/** PostgreSQL writes large integers as text. */
const counted = (
  rows: readonly (Omit<UsageCount, 'count'> & { readonly count: number | string })[],
): UsageCount[] => rows.map((row) => ({ ...row, count: Number(row.count) }));
