// Keys are stored as peppered SHA-256 digests and compared in constant time.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A digest of 32 bytes. The pepper is not in the store, so a stolen store alone reveals no key. */
export const digestOf = (key: string, pepper: Buffer): Buffer =>
  createHmac('sha256', pepper).update(key).digest();

/** Whether any of the digests equals the one presented. All are compared, so the time taken reveals nothing. */
export function matchesAny(presented: Buffer, stored: readonly Uint8Array[]): boolean {
  let found = false;
  for (const digest of stored) {
    const same = digest.length === presented.length && timingSafeEqual(digest, presented);
    found = same || found;
  }
  return found;
}

export const newPepper = (): Buffer => randomBytes(32);

/**
 * A key of the sample data, the same at every start in one data folder and different in every other. It is derived
 * from the folder's pepper, so it need not be stored.
 */
export function sampleKey(purpose: 'api' | 'user', pepper: Buffer): string {
  const body = createHmac('sha256', pepper).update(`sample ${purpose} key`).digest('base64url');
  return `sample_${purpose}_${body.slice(0, 32)}`;
}
