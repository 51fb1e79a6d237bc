// The port to where accounts are kept, as an operator changes them: rows in, rows out. The rules are in AccountBook.

/** Whose key: a user's, or the application's where it is null. */
export type KeyOwner = string | null;

export interface AccountPlan {
  readonly name: string;
  /** ISO 8601 instant at which it ends; null when it does not. */
  readonly until: string | null;
}

export interface StoredKey {
  readonly key_id: string;
  readonly user: KeyOwner;
  /** The newest of its holder; `previous` is the one that is being rotated out. */
  readonly state: 'current' | 'previous';
  readonly issued_at: string | null;
}

export interface StoredUser {
  readonly user: string;
  readonly plan: AccountPlan | null;
  readonly keys: number;
}

export interface AuditEntry {
  readonly at: string;
  readonly operator: string;
  readonly action: 'issue' | 'rotate' | 'revoke' | 'set plan';
  readonly user: KeyOwner;
  readonly key_id: string | null;
  readonly detail: string | null;
}

export interface KeyRow {
  readonly digest: Buffer;
  readonly key_id: string;
  readonly user: KeyOwner;
  readonly issued_at: string;
}

/** A user as a row: the plan in columns of its own. */
export interface UserRow {
  readonly user: string;
  readonly plan: string | null;
  readonly until: string | null;
  readonly keys: number;
}

export interface AccountRows {
  /** Runs the work as one transaction, with no other's changes in between: all of it or nothing. */
  atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result>;
  /** The application's keys, then the users' by name; of each holder the newest first. */
  keys(): Promise<StoredKey[]>;
  users(): Promise<UserRow[]>;
  /** Oldest first. */
  history(): Promise<AuditEntry[]>;
  /** Nothing where there is one already. */
  addUser(user: string): Promise<void>;
  addKey(key: KeyRow): Promise<void>;
  removeKey(keyId: string): Promise<void>;
  setPlan(user: string, plan: AccountPlan | null): Promise<void>;
  log(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

/** What both engines understand alike. */
export const ALL_KEYS = `SELECT key_id, user_id AS user, issued_at, CASE
     WHEN row_number() OVER (PARTITION BY user_id ORDER BY number DESC) = 1 THEN 'current' ELSE 'previous'
   END AS state FROM access_key ORDER BY user_id NULLS FIRST, number DESC`;

export const ALL_HISTORY =
  'SELECT at, operator, action, user_id AS user, key_id, detail FROM audit_log ORDER BY number';
