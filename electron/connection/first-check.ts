// A 404 may mean that the service has no such records, or that there is no service at this address: an address from the
// environment was never checked.

import type { ServiceCredentials } from '../service-client/credentials.ts';
import { ApiError, type FailureKind } from '../service-client/failure.ts';

const OWN_ANSWERS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'unauthorized',
  'forbidden',
  'throttled',
  'refused',
  'too_large',
]);

/**
 * Rejects with NOT_THE_SERVICE if something else answers at the address. Any other problem is found by the query itself.
 * Checks each address until the answer is known.
 */
export function createFirstCheck(
  check: (credentials: ServiceCredentials) => Promise<void>,
): (credentials: ServiceCredentials) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const known = new Set<string>();

  async function ask(credentials: ServiceCredentials): Promise<void> {
    try {
      await check(credentials);
      known.add(credentials.baseUrl);
    } catch (error) {
      const kind = error instanceof ApiError ? error.failure.kind : undefined;
      if (kind === 'not_the_service') throw error;
      // These are answers of the service itself.
      if (kind !== undefined && OWN_ANSWERS.has(kind)) known.add(credentials.baseUrl);
    } finally {
      running.delete(credentials.baseUrl);
    }
  }

  return async (credentials) => {
    const { baseUrl } = credentials;
    if (known.has(baseUrl)) return;
    const checking = running.get(baseUrl) ?? ask(credentials);
    running.set(baseUrl, checking);
    await checking;
  };
}
