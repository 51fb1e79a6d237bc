// The one account of a sample service: keys that follow from the data folder's pepper, and a plan that does not end.

import type { SqliteAccounts } from './accounts.ts';
import { digestOf, sampleKey } from './digest.ts';

export interface SampleKeys {
  readonly api_key: string;
  readonly user_key: string;
}

/** Makes the account where it is not there yet. The store gets digests only. */
export function openSampleAccount(accounts: SqliteAccounts, pepper: Buffer): SampleKeys {
  const keys = { api_key: sampleKey('api', pepper), user_key: sampleKey('user', pepper) };
  accounts.setApplicationKey(digestOf(keys.api_key, pepper), { keepPrevious: false });
  accounts.setUser('sample', { name: 'sample', until: null });
  accounts.addUserKey('sample', digestOf(keys.user_key, pepper));
  return keys;
}
