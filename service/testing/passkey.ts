// An authenticator for tests: makes a passkey (P-256) and answers challenges, as a device that has asked its person.
// The bytes are those of WebAuthn level 3, sections 5.8.1, 6.1 and 6.5.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface TestPasskey {
  /** The answer that registers it. */
  register(challenge: string, origin: string): RegistrationResponseJSON;
  /** The answer that signs in. */
  signIn(challenge: string, origin: string): AuthenticationResponseJSON;
}

/** @param isVerified whether the device has recognized its person */
export function testPasskey({ isVerified = true } = {}): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const flags = PRESENT | (isVerified ? VERIFIED : 0);
  const authenticatorData = (origin: string, more: number, rest: Buffer = Buffer.alloc(0)) =>
    Buffer.concat([
      createHash('sha256').update(new URL(origin).hostname).digest(),
      Buffer.from([flags | more, 0, 0, 0, 0]),
      rest,
    ]);
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    register(challenge, origin) {
      // A COSE key: type EC2, algorithm ES256, curve P-256, x, y.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = authenticatorData(origin, HAS_CREDENTIAL, credential);
      // {fmt: "none", attStmt: {}, authData: bytes} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    signIn(challenge, origin) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(origin, 0);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}
