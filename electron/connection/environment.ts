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

const filled = z.string().trim().min(1).optional().catch(undefined);

/**
 * Reads the three variables and removes them from `env`, so that no child process inherits a key.
 * Errors: NOT_THE_SERVICE for an address that is not http(s), KEY_VARIABLE_UNSENDABLE.
 */
export function takeEnvironment(env: Record<string, string | undefined>): EnvironmentConnection {
  const take = (name: string) => {
    const value = filled.parse(env[name]);
    delete env[name];
    return value;
  };
  const [baseUrl, api, user] = [take(NAMES.baseUrl), take(NAMES.apiKey), take(NAMES.userKey)];
  const apiKey = keyIn(NAMES.apiKey, api);
  const userKey = keyIn(NAMES.userKey, user);
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrlOf(baseUrl) }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(userKey === undefined ? {} : { userKey }),
  };
}

/** Without what a paste brought along. */
function keyIn(variable: string, value: string | undefined): string | undefined {
  const key = readPastedKey(value ?? '').key;
  if (!isSendable(key)) throw new RailbirdError('KEY_VARIABLE_UNSENDABLE', { variable });
  return key === '' ? undefined : key;
}
