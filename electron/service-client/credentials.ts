// What authorizes a request (specification, section 5), read at the moment it is sent.

export interface ServiceCredentials {
  readonly baseUrl: string;
  /** Part of the query string: keep addresses out of logs and error texts. */
  readonly apiKey: string;
  /** Goes into the x-user-key header and nowhere else. */
  readonly userKey: string;
}

/** Called for each request. Errors: NOT_CONNECTED, KEY_MISSING. */
export type CredentialsSource = () => Promise<ServiceCredentials>;
