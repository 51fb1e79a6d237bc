// The only account of a sample service: keys derived from the data folder's pepper, and a plan without an end.

import type { Accounts } from './accounts.ts';
import { setKeys } from './accounts.ts';
import { digestOf, sampleKey } from './digest.ts';

export interface SampleKeys {
  readonly api_key: string;
  readonly user_key: string;
}

/** Creates the account if it is missing. Only digests are stored. */
export async function openSampleAccount(accounts: Accounts, pepper: Buffer): Promise<SampleKeys> {
  const keys = { api_key: sampleKey('api', pepper), user_key: sampleKey('user', pepper) };
  await setKeys(accounts, null, [digestOf(keys.api_key, pepper)]);
  const plan = { name: 'sample', until: null };
  await setKeys(accounts, 'sample', [digestOf(keys.user_key, pepper)], plan);
  return keys;
}
