// A service that says 404 to a question may mean that it has no such records, or that there is nothing of the kind at
// this address: one that came from the environment was never typed, and so never checked.

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
 * Rejects with NOT_THE_SERVICE where something else answers at the address. What else may be wrong the question itself
 * will find. Asks once an address, until that is known.
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
      // These are answers of the service's own.
      if (kind !== undefined && OWN_ANSWERS.has(kind)) known.add(credentials.baseUrl);
    } finally {
      running.delete(credentials.baseUrl);
    }
  }

  return async (credentials) => {
    const { baseUrl } = credentials;
    if (known.has(baseUrl)) return;
    const asking = running.get(baseUrl) ?? ask(credentials);
    running.set(baseUrl, asking);
    await asking;
  };
}
