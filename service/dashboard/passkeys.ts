// Passkeys (WebAuthn): the first is added with the one-time link of an invitation; all later visits are signed in with
// one, and a session may add others. Each challenge is stored as a digest until it is answered, once, within five
// minutes.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { AccountRows, Accounts } from '../accounts/accounts.ts';
import { digestOf } from '../accounts/digest.ts';
import type { StoredChallenge } from '../accounts/sign-in-rows.ts';
import type { Session, Sessions } from './sessions.ts';

const CHALLENGE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256 (COSE): every authenticator has one, and none is experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

/** Not signed in; never with the reason, which would help only somebody who guesses. */
export class SignInRefused extends Error {
  /** Whose passkey or session it was, if that is known; for the log. */
  readonly user: string | undefined;

  constructor(user?: string, options?: ErrorOptions) {
    super('refused', options);
    this.user = user;
  }
}

/** The user has no other passkey, and could not sign in any more. */
export class LastPasskeyError extends Error {}

interface PasskeyDeps {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
  readonly origin: string;
  readonly sessions: Sessions;
}

export class Passkeys {
  readonly #deps: PasskeyDeps;
  readonly #rpID: string;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
    this.#rpID = new URL(deps.origin).hostname;
  }

  /**
   * What the browser needs to make a passkey. The invitation stays good: only a finished passkey uses it up.
   *
   * @param secret of the invitation
   * @throws SignInRefused
   */
  async registrationOptions(secret: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const invitation = await this.#deps.accounts.signIn.invitation(this.#digest(secret));
    if (!invitation || this.#isOver(invitation.expiresAt)) throw new SignInRefused();
    return this.#optionsFor(invitation.user, this.#digest(secret));
  }

  /** What the browser needs to make another passkey for the user of a session. */
  addOptions(session: Session): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.#optionsFor(session.user, this.#digestFor(session));
  }

  async #optionsFor(user: string, requestedWith: Buffer): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { accounts } = this.#deps;
    const options = await generateRegistrationOptions({
      rpName: 'Railbird',
      rpID: this.#rpID,
      userName: user,
      userID: Uint8Array.from(this.#digest(`passkeys of ${user}`)),
      excludeCredentials: (await accounts.signIn.passkeys(user)).map(({ id }) => ({ id })),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#remember(options.challenge, requestedWith);
    return options;
  }

  /**
   * Stores a new passkey, uses the invitation up and starts a session.
   *
   * @returns the secret of the session
   * @throws SignInRefused
   */
  async register(
    secret: string,
    response: RegistrationResponseJSON,
    before: string | undefined,
  ): Promise<string> {
    const credential = await this.#verified(response, this.#digest(secret));
    return this.#deps.accounts.atOnce(async (rows) => {
      const invitation = await rows.signIn.takeInvitation(this.#digest(secret));
      if (!invitation || this.#isOver(invitation.expiresAt)) throw new SignInRefused();
      await this.#add(rows, invitation.user, credential);
      return this.#signedIn(rows, invitation.user, before);
    });
  }

  /**
   * Stores another passkey for the user of a session.
   *
   * @throws SignInRefused
   */
  async add(session: Session, response: RegistrationResponseJSON): Promise<void> {
    const credential = await this.#verified(response, this.#digestFor(session));
    const { accounts, sessions } = this.#deps;
    await accounts.atOnce(async (rows) => {
      // The operator may have ended it meanwhile.
      if (!(await sessions.isStored(rows, session))) throw new SignInRefused(session.user);
      await this.#add(rows, session.user, credential);
    });
  }

  /** Names a passkey of the session's user. Returns false if the user has none with that id. */
  name({ user }: Session, id: string, name: string | null): Promise<boolean> {
    const { accounts, sessions } = this.#deps;
    return accounts.atOnce(async (rows) => {
      if ((await rows.signIn.passkey(id))?.user !== user) return false;
      await rows.signIn.namePasskey(id, name);
      await rows.log({ ...sessions.entry(user), action: 'name passkey', detail: name });
      return true;
    });
  }

  /**
   * Removes a passkey of the session's user and ends the other sessions, which somebody may have started with it.
   *
   * @returns false if the user has none with that id
   * @throws LastPasskeyError
   */
  remove(session: Session, id: string): Promise<boolean> {
    const { accounts, sessions } = this.#deps;
    return accounts.atOnce(async (rows) => {
      const all = await rows.signIn.passkeys(session.user);
      const passkey = all.find((one) => one.id === id);
      if (!passkey) return false;
      if (all.length === 1) throw new LastPasskeyError();
      await rows.signIn.removePasskey(id);
      await sessions.endOthers(rows, session);
      await rows.log({ ...sessions.entry(session.user), action: 'remove passkey', detail: passkey.name });
      return true;
    });
  }

  /** The new passkey in an answer to a challenge that was made for the same invitation or session. */
  async #verified(response: RegistrationResponseJSON, requestedWith: Buffer) {
    const [challenge, stored] = await this.#takeChallenge(response);
    if (!stored.invitation || !requestedWith.equals(stored.invitation)) throw new SignInRefused();
    const verified = await orRefused(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.#deps.origin,
        expectedRPID: this.#rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!verified.verified) throw new SignInRefused();
    return verified.registrationInfo.credential;
  }

  async #add(rows: AccountRows, user: string, credential: WebAuthnCredential): Promise<void> {
    const { sessions, now } = this.#deps;
    const { id, publicKey, counter, transports = [] } = credential;
    if (await rows.signIn.passkey(id)) throw new SignInRefused(user);
    await rows.signIn.addPasskey({
      id,
      user,
      publicKey,
      counter,
      transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)),
      madeAt: now().toISOString(),
    });
    await rows.log({ ...sessions.entry(user), action: 'add passkey' });
  }

  /** What the browser needs to sign in; the passkey tells the user. */
  async signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const options = await generateAuthenticationOptions({ rpID: this.#rpID, userVerification: 'required' });
    await this.#remember(options.challenge, null);
    return options;
  }

  /**
   * Starts a session.
   *
   * @returns the secret of the session
   * @throws SignInRefused
   */
  async signIn(response: AuthenticationResponseJSON, before: string | undefined): Promise<string> {
    const { accounts, now, origin } = this.#deps;
    const [challenge, stored] = await this.#takeChallenge(response);
    const passkey = await accounts.signIn.passkey(response.id);
    if (!passkey || stored.invitation !== null) throw new SignInRefused(passkey?.user);
    const { verified, authenticationInfo } = await orRefused(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: this.#rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(passkey.publicKey),
          counter: passkey.counter,
          transports: [...passkey.transports],
        },
      }),
      passkey.user,
    );
    if (!verified) throw new SignInRefused(passkey.user);
    return accounts.atOnce(async (rows) => {
      // The operator may have removed it meanwhile.
      if (!(await rows.signIn.passkey(passkey.id))) throw new SignInRefused(passkey.user);
      await rows.signIn.usePasskey(passkey.id, authenticationInfo.newCounter, now().toISOString());
      return this.#signedIn(rows, passkey.user, before);
    });
  }

  async #signedIn(rows: AccountRows, user: string, before: string | undefined): Promise<string> {
    const { sessions } = this.#deps;
    await rows.log({ ...sessions.entry(user), action: 'sign in' });
    return sessions.start(rows, user, before);
  }

  async #remember(challenge: string, invitation: Buffer | null): Promise<void> {
    const { accounts, now } = this.#deps;
    const until = new Date(now().getTime() + CHALLENGE_MS).toISOString();
    await accounts.atOnce((rows) => rows.signIn.addChallenge(this.#digest(challenge), invitation, until));
  }

  /** A challenge is answered once, whether well or badly. */
  async #takeChallenge(
    answer: RegistrationResponseJSON | AuthenticationResponseJSON,
  ): Promise<[challenge: string, stored: StoredChallenge]> {
    const challenge = challengeIn(answer.response.clientDataJSON);
    const stored = await this.#deps.accounts.atOnce((rows) =>
      rows.signIn.takeChallenge(this.#digest(challenge)),
    );
    if (!stored || this.#isOver(stored.expiresAt)) throw new SignInRefused();
    return [challenge, stored];
  }

  /** What a passkey is requested with that a session adds: its secret, so that no other session can finish it. */
  #digestFor({ secret }: Session): Buffer {
    return this.#digest(`passkey of session ${secret}`);
  }

  #digest(secret: string): Buffer {
    return digestOf(secret, this.#deps.pepper);
  }

  #isOver(instant: string): boolean {
    return instant <= this.#deps.now().toISOString();
  }
}

/** The challenge that the browser says it answered; the signature is over the same bytes. */
function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    if (typeof data === 'object' && data && 'challenge' in data && typeof data.challenge === 'string') {
      return data.challenge;
    }
  } catch {
    // As any other answer that is none.
  }
  throw new SignInRefused();
}

/** The library throws for each kind of bad answer. */
async function orRefused<Verified>(verifying: Promise<Verified>, user?: string): Promise<Verified> {
  try {
    return await verifying;
  } catch (cause) {
    throw new SignInRefused(user, { cause });
  }
}
