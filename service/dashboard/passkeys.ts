// Passkeys (WebAuthn): the first is added with the one-time link of an invitation; all later visits are signed in with
// one. Each challenge is stored as a digest until it is answered, once, within five minutes.

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
} from '@simplewebauthn/server';
import type { AccountRows, Accounts } from '../accounts/accounts.ts';
import { digestOf } from '../accounts/digest.ts';
import type { StoredChallenge } from '../accounts/sign-in-rows.ts';
import type { Sessions } from './sessions.ts';

const CHALLENGE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256 (COSE): every authenticator has one, and none is experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

/** Not signed in; never with the reason, which would help only somebody who guesses. */
export class SignInRefused extends Error {}

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
    const { accounts } = this.#deps;
    const invitation = await accounts.signIn.invitation(this.#digest(secret));
    if (!invitation || this.#isOver(invitation.expiresAt)) throw new SignInRefused();
    const { user } = invitation;
    const options = await generateRegistrationOptions({
      rpName: 'Railbird',
      rpID: this.#rpID,
      userName: user,
      userID: Uint8Array.from(this.#digest(`passkeys of ${user}`)),
      excludeCredentials: (await accounts.signIn.passkeys(user)).map(({ id }) => ({ id })),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#remember(options.challenge, this.#digest(secret));
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
    const { accounts, sessions, now, origin } = this.#deps;
    const [challenge, stored] = await this.#takeChallenge(response);
    if (!stored.invitation || !this.#digest(secret).equals(stored.invitation)) throw new SignInRefused();
    const verified = await orRefused(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: this.#rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!verified.verified) throw new SignInRefused();
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return accounts.atOnce(async (rows) => {
      const invitation = await rows.signIn.takeInvitation(this.#digest(secret));
      if (!invitation || this.#isOver(invitation.expiresAt)) throw new SignInRefused();
      const { user } = invitation;
      if (await rows.signIn.passkey(id)) throw new SignInRefused();
      const madeAt = now().toISOString();
      await rows.signIn.addPasskey({
        id,
        user,
        publicKey,
        counter,
        transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)),
        madeAt,
        lastUsedAt: null,
      });
      await rows.log({ ...sessions.entry(user), action: 'add passkey' });
      return this.#signedIn(rows, user, before);
    });
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
    if (!passkey || stored.invitation !== null) throw new SignInRefused();
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
    );
    if (!verified) throw new SignInRefused();
    return accounts.atOnce(async (rows) => {
      // The operator may have removed it meanwhile.
      if (!(await rows.signIn.passkey(passkey.id))) throw new SignInRefused();
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
async function orRefused<Verified>(verifying: Promise<Verified>): Promise<Verified> {
  try {
    return await verifying;
  } catch (cause) {
    throw new SignInRefused('refused', { cause });
  }
}
