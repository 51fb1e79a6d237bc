// The connection from environment variables. It is valid for this run and is not stored.

import { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import { isSendable, readPastedKey } from '#shared/pasted-key.ts';
import { baseUrlOf } from './base-url.ts';

export interface EnvironmentConnection {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly userKey?: string;
}

const NAMES = {
  baseUrl: 'RAILBIRD_BASE_URL',
  apiKey: 'RAILBIRD_API_KEY',
  userKey: 'RAILBIRD_USER_KEY',
} as const;

const variable = z.string().trim().min(1).optional().catch(undefined);

/**
 * Reads the three variables and removes them from `env`, so that no child process inherits a key.
 * Errors: NOT_THE_SERVICE for an address that is not http(s), KEY_UNSENDABLE.
 */
export function takeEnvironment(env: Record<string, string | undefined>): EnvironmentConnection {
  const take = (name: string) => {
    const value = variable.parse(env[name]);
    delete env[name];
    return value;
  };
  const baseUrl = take(NAMES.baseUrl);
  const apiKey = keyIn(take(NAMES.apiKey));
  const userKey = keyIn(take(NAMES.userKey));
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrlOf(baseUrl) }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(userKey === undefined ? {} : { userKey }),
  };
}

/** Without what a paste brought along. */
function keyIn(value: string | undefined): string | undefined {
  const key = readPastedKey(value ?? '').key;
  if (!isSendable(key)) throw new RailbirdError('KEY_UNSENDABLE');
  return key === '' ? undefined : key;
}
