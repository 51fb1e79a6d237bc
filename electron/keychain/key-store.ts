// The port behind which the user key is kept: the OS keychain, or this session's memory.

export interface KeyStore {
  readonly kind: 'keychain' | 'session';
  /** The key kept for this service address, if any. Errors: KEYCHAIN_FAILED. */
  get(baseUrl: string): Promise<string | undefined>;
  set(baseUrl: string, userKey: string): Promise<void>;
  forget(baseUrl: string): Promise<void>;
}
