// What a request needs to be let in (specification, section 5), handed over at the moment it is sent.

export interface ServiceCredentials {
  readonly baseUrl: string;
  /** Rides in the query string: keep addresses out of logs and error texts. */
  readonly apiKey: string;
  /** Goes into the x-user-key header and nowhere else. */
  readonly userKey: string;
}

/** Asked for each request. Errors: NOT_CONNECTED, KEY_MISSING. */
export type CredentialsSource = () => Promise<ServiceCredentials>;
