// Sessions: a secret in the browser's cookie, its digest in the store. A session ends 30 minutes after it was last
// used, and at the latest 8 hours after signing in.

import type { Accounts, AccountRows } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/accounts.ts';
import { digestOf, matchesAny } from '../accounts/digest.ts';
import { newSecret } from '../accounts/secret.ts';

const IDLE_MS = 30 * 60_000;
const LONGEST_MS = 8 * 3_600_000;
/** A session's use is written at most that often, so that not every page writes. */
const SEEN_MS = 60_000;

export interface Session {
  readonly secret: string;
  readonly user: string;
  readonly isOperator: boolean;
}

interface SessionDeps {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
}

export class Sessions {
  readonly #deps: SessionDeps;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** Starts a session with a new secret; ends the one that the browser had before. */
  async start(rows: AccountRows, user: string, before: string | undefined): Promise<string> {
    const { now } = this.#deps;
    await rows.signIn.removeEnded(now().toISOString(), this.#ago(IDLE_MS));
    if (before !== undefined) await rows.signIn.removeSession(this.#digest(before));
    const secret = newSecret();
    await rows.signIn.addSession(this.#digest(secret), user, now().toISOString());
    return secret;
  }

  async find(secret: string): Promise<Session | undefined> {
    const { accounts, now } = this.#deps;
    const digest = this.#digest(secret);
    const stored = await accounts.signIn.session(digest);
    if (!stored || stored.seenAt <= this.#ago(IDLE_MS) || stored.startedAt <= this.#ago(LONGEST_MS)) {
      return undefined;
    }
    if (stored.seenAt <= this.#ago(SEEN_MS)) {
      await accounts.atOnce((rows) => rows.signIn.sawSession(digest, now().toISOString()));
    }
    return { secret, user: stored.user, isOperator: stored.role === OPERATOR };
  }

  /** Whether a session that was found is still there, as part of a change that must not outlive it. */
  async isStored(rows: AccountRows, { secret }: Session): Promise<boolean> {
    return (await rows.signIn.session(this.#digest(secret))) !== undefined;
  }

  async end({ secret, user }: Session): Promise<void> {
    await this.#deps.accounts.atOnce(async (rows) => {
      await rows.signIn.removeSession(this.#digest(secret));
      await rows.log({ ...this.entry(user), action: 'sign out' });
    });
  }

  /** Ends all other sessions of its user, as when a device is lost. */
  async endOthers(rows: AccountRows, { secret, user }: Session): Promise<void> {
    await rows.signIn.removeOtherSessions(user, this.#digest(secret));
  }

  /** An entry of the audit log by a user of the dashboard, for the user's own account. */
  entry(user: string) {
    const at = this.#deps.now().toISOString();
    return { at, operator: `dashboard: ${user}`, user, key_id: null, detail: null };
  }

  /** What the session's forms carry, so that no other page can send them. */
  formToken(secret: string): string {
    return digestOf(`form of ${secret}`, this.#deps.pepper).toString('base64url');
  }

  isFormToken(token: string, secret: string): boolean {
    return matchesAny(Buffer.from(token, 'base64url'), [Buffer.from(this.formToken(secret), 'base64url')]);
  }

  #digest(secret: string): Buffer {
    return digestOf(`session ${secret}`, this.#deps.pepper);
  }

  /** As text, which compares like the instants. */
  #ago(milliseconds: number): string {
    return new Date(this.#deps.now().getTime() - milliseconds).toISOString();
  }
}
