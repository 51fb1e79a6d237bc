// Secrets of links and sessions.

import { randomBytes } from 'node:crypto';

/** 256 random bits, in characters that need no escape in an address or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
