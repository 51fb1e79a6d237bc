// What authorizes a request (specification, section 5), read at the moment it is sent.

import type { ServiceIdentity } from './service-identity.ts';

export interface ServiceCredentials {
  readonly baseUrl: string;
  /** Part of the query string: keep addresses out of logs and error texts. */
  readonly apiKey: string;
  /** Goes into the x-user-key header and nowhere else. */
  readonly userKey: string;
}

/**
 * Called for each request with the service that it is for. Errors: NOT_CONNECTED, KEY_MISSING; SERVICE_CHANGED if another
 * service is connected now.
 */
export type CredentialsSource = (service: ServiceIdentity) => Promise<ServiceCredentials>;
