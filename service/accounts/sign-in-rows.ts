// What the dashboard stores about signing in: passkeys, one-time links, challenges and sessions. Links, challenges and
// sessions are stored as digests only.

import type { Query } from './sql.ts';

export interface StoredPasskey {
  /** The credential's id, in base64url. */
  readonly id: string;
  readonly user: string;
  /** What the user calls it; null until it gets a name. */
  readonly name: string | null;
  readonly publicKey: Uint8Array;
  /** How often the authenticator says it was used; 0 forever if it does not count. */
  readonly counter: number;
  /** How the authenticator is reached, as its browser said. */
  readonly transports: readonly string[];
  readonly madeAt: string;
  readonly lastUsedAt: string | null;
}

export interface StoredInvitation {
  readonly user: string;
  readonly expiresAt: string;
}

export interface StoredChallenge {
  /** Digest of the invitation, or of the session, that a new passkey was requested with; null for signing in. */
  readonly invitation: Uint8Array | null;
  readonly expiresAt: string;
}

export interface StoredSession {
  readonly user: string;
  readonly role: string | null;
  readonly startedAt: string;
  readonly seenAt: string;
}

export class SignInRows {
  readonly #query: Query;
  readonly #users: 'user' | 'account';

  constructor(query: Query, users: 'user' | 'account') {
    this.#query = query;
    this.#users = users;
  }

  /** A user's passkeys, oldest first. */
  async passkeys(user: string): Promise<StoredPasskey[]> {
    return (await this.#query<PasskeyRow>(`${PASSKEYS} WHERE user_id = $1 ORDER BY made_at, id`, [user])).map(
      passkeyOf,
    );
  }

  async passkey(id: string): Promise<StoredPasskey | undefined> {
    return (await this.#query<PasskeyRow>(`${PASSKEYS} WHERE id = $1`, [id])).map(passkeyOf)[0];
  }

  async addPasskey(passkey: Omit<StoredPasskey, 'name' | 'lastUsedAt'>): Promise<void> {
    const { id, user, publicKey, counter, transports, madeAt } = passkey;
    await this.#query(
      'INSERT INTO passkey (id, user_id, public_key, counter, transports, made_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, user, Buffer.from(publicKey), counter, transports.join(' '), madeAt],
    );
  }

  async usePasskey(id: string, counter: number, at: string): Promise<void> {
    await this.#query('UPDATE passkey SET counter = $1, last_used_at = $2 WHERE id = $3', [counter, at, id]);
  }

  async namePasskey(id: string, name: string | null): Promise<void> {
    await this.#query('UPDATE passkey SET name = $1 WHERE id = $2', [name, id]);
  }

  async removePasskey(id: string): Promise<void> {
    await this.#query('DELETE FROM passkey WHERE id = $1', [id]);
  }

  async removePasskeys(user: string): Promise<void> {
    await this.#query('DELETE FROM passkey WHERE user_id = $1', [user]);
  }

  /** Replaces the user's earlier invitation. */
  async setInvitation(digest: Buffer, { user, expiresAt }: StoredInvitation): Promise<void> {
    await this.#query('DELETE FROM invitation WHERE user_id = $1', [user]);
    await this.#query('INSERT INTO invitation (digest, user_id, expires_at) VALUES ($1, $2, $3)', [
      digest,
      user,
      expiresAt,
    ]);
  }

  async invitation(digest: Buffer): Promise<StoredInvitation | undefined> {
    const [row] = await this.#query<StoredInvitation>(
      'SELECT user_id AS "user", expires_at AS "expiresAt" FROM invitation WHERE digest = $1',
      [digest],
    );
    return row;
  }

  /** Removes it and returns it, once. */
  async takeInvitation(digest: Buffer): Promise<StoredInvitation | undefined> {
    const [row] = await this.#query<StoredInvitation>(
      'DELETE FROM invitation WHERE digest = $1 RETURNING user_id AS "user", expires_at AS "expiresAt"',
      [digest],
    );
    return row;
  }

  async addChallenge(digest: Buffer, invitation: Buffer | null, expiresAt: string): Promise<void> {
    await this.#query('INSERT INTO challenge (digest, invitation, expires_at) VALUES ($1, $2, $3)', [
      digest,
      invitation,
      expiresAt,
    ]);
  }

  /** Removes it and returns it, once. */
  async takeChallenge(digest: Buffer): Promise<StoredChallenge | undefined> {
    const [row] = await this.#query<StoredChallenge>(
      'DELETE FROM challenge WHERE digest = $1 RETURNING invitation, expires_at AS "expiresAt"',
      [digest],
    );
    return row;
  }

  async addSession(digest: Buffer, user: string, at: string): Promise<void> {
    await this.#query(
      'INSERT INTO dashboard_session (digest, user_id, started_at, seen_at) VALUES ($1, $2, $3, $4)',
      [digest, user, at, at],
    );
  }

  async session(digest: Buffer): Promise<StoredSession | undefined> {
    const [row] = await this.#query<StoredSession>(
      `SELECT user_id AS "user", role, started_at AS "startedAt", seen_at AS "seenAt"
       FROM dashboard_session JOIN ${this.#users} AS owner ON owner.id = user_id WHERE digest = $1`,
      [digest],
    );
    return row;
  }

  async sawSession(digest: Buffer, at: string): Promise<void> {
    await this.#query('UPDATE dashboard_session SET seen_at = $1 WHERE digest = $2', [at, digest]);
  }

  async removeSession(digest: Buffer): Promise<void> {
    await this.#query('DELETE FROM dashboard_session WHERE digest = $1', [digest]);
  }

  async removeSessions(user: string): Promise<void> {
    await this.#query('DELETE FROM dashboard_session WHERE user_id = $1', [user]);
  }

  /** Ends the user's sessions but the one with that digest. */
  async removeOtherSessions(user: string, digest: Buffer): Promise<void> {
    await this.#query('DELETE FROM dashboard_session WHERE user_id = $1 AND digest <> $2', [user, digest]);
  }

  /** Removes links and challenges that ended before `now`, and sessions that were last seen before `idleSince`. */
  async removeEnded(now: string, idleSince: string): Promise<void> {
    await this.#query('DELETE FROM invitation WHERE expires_at <= $1', [now]);
    await this.#query('DELETE FROM challenge WHERE expires_at <= $1', [now]);
    await this.#query('DELETE FROM dashboard_session WHERE seen_at <= $1', [idleSince]);
  }
}

interface PasskeyRow extends Omit<StoredPasskey, 'counter' | 'transports'> {
  /** PostgreSQL writes large integers as text. */
  readonly counter: number | string;
  readonly transports: string;
}

const PASSKEYS = `SELECT id, user_id AS "user", name, public_key AS "publicKey", counter, transports, made_at AS "madeAt",
  last_used_at AS "lastUsedAt" FROM passkey`;

const passkeyOf = (row: PasskeyRow): StoredPasskey => ({
  ...row,
  counter: Number(row.counter),
  transports: row.transports.split(' ').filter((name) => name !== ''),
});
