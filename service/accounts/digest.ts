// Keys are kept and compared only as peppered SHA-256, in constant time.

import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A digest of 32 bytes. `pepper` has at most 64. The pepper is no part of the store, so a stolen store alone reveals no key. */
export function digestOf(key: string, pepper: Buffer): Buffer {
  const { inner, outer } = padsOf(pepper);
  const first = hash('sha256', Buffer.concat([inner, Buffer.from(key, 'utf8')]), 'buffer');
  return hash('sha256', Buffer.concat([outer, first]), 'buffer');
}

const BLOCK = 64;

/** HMAC's two pads (RFC 2104), kept by pepper: the runtime's own HMAC makes a key object each time, at ten times the cost. */
const pads = new WeakMap<Buffer, { readonly inner: Buffer; readonly outer: Buffer }>();

function padsOf(pepper: Buffer) {
  const stored = pads.get(pepper);
  if (stored) return stored;
  const key = Buffer.alloc(BLOCK);
  pepper.copy(key);
  const pad = (mask: number) => Buffer.from(key.map((byte) => byte ^ mask));
  const found = { inner: pad(0x36), outer: pad(0x5c) };
  pads.set(pepper, found);
  return found;
}

/** Whether any of the digests is the one presented; every one is compared, so time says nothing. */
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
 * A key of the sample data, the same at every start of one data folder and different in every other. It follows
 * from the folder's pepper, so that it need be in no file.
 */
export function sampleKey(purpose: 'api' | 'user', pepper: Buffer): string {
  const body = createHmac('sha256', pepper).update(`sample ${purpose} key`).digest('base64url');
  return `sample_${purpose}_${body.slice(0, 32)}`;
}
