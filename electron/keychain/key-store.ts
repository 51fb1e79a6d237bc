// The port for storing the user key: the OS keychain, or memory for this session.

export interface KeyStore {
  readonly kind: 'keychain' | 'session';
  /** The key stored for this service address, if any. Errors: KEYCHAIN_FAILED. */
  get(baseUrl: string): Promise<string | undefined>;
  set(baseUrl: string, userKey: string): Promise<void>;
  forget(baseUrl: string): Promise<void>;
}
