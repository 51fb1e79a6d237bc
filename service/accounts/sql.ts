// How the accounts run SQL, the same for SQLite and PostgreSQL.

type Value = string | number | Buffer | null;

/**
 * Runs one statement, whose values are numbered $1, $2 in the order of their use. A named statement is planned once.
 */
export type Query = <Row>(sql: string, values?: readonly Value[], name?: string) => Promise<Row[]>;
