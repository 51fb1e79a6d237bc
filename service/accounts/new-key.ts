// Issues keys: `rbu_<id>_<secret>` for a user, `rba_<id>_<secret>` for the application.

import { randomBytes } from 'node:crypto';

export type KeyKind = 'application' | 'user';

const PREFIX: Readonly<Record<KeyKind, string>> = { application: 'rba', user: 'rbu' };

export interface NewKey {
  /** Twelve hexadecimal digits, which name the key where it must not be shown itself. Not part of the secret. */
  readonly id: string;
  readonly key: string;
}

/** A key with 256 random bits, in characters that need no escape in a header or a query string. */
export function newKey(kind: KeyKind): NewKey {
  const id = randomBytes(6).toString('hex');
  return { id, key: `${PREFIX[kind]}_${id}_${randomBytes(32).toString('base64url')}` };
}

/** Whether the text looks like a key, which must not be in a command line. */
export const isKey = (text: string): boolean => /^rb[au]_/.test(text);

export const isKeyId = (text: string): boolean => /^[0-9a-f]{12}(?:[0-9a-f]{4})?$/.test(text);
