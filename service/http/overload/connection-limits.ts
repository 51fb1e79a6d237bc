// Bounds on what one client may take up: connections, time, header, requests sent ahead.

export interface ConnectionLimits {
  /** Milliseconds from the first byte of a request, or from connecting, until its header is whole. */
  readonly header: number;
  /** Milliseconds until the whole request is there, its body included. */
  readonly request: number;
  /** Milliseconds that a connection is kept for a next request. */
  readonly idle: number;
  /** Milliseconds without a byte in either direction: a reader that stopped reading, a connection half open. */
  readonly stalled: number;
  /** Milliseconds that an answer may take altogether: a reader that takes it drop by drop holds a snapshot of the store. */
  readonly answer: number;
  /** Milliseconds to wait for the rest of an unread body once the request is answered. */
  readonly unread: number;
  /** Milliseconds that a refusal waits of which an address has had too many. */
  readonly throttled: number;
  /** How often the bounds above are looked after, in milliseconds. */
  readonly check: number;
  /** Bytes of request line and header fields. */
  readonly headerBytes: number;
  /** Connections at once; for one more the oldest gives way that never showed good keys. */
  readonly connections: number;
  /** Of those, from one address that is not a proxy of the operator. */
  readonly connectionsOfAddress: number;
  /** Requests that a connection may have under way by sending ahead; with four times as many it is closed. */
  readonly ahead: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  header: 10_000,
  request: 20_000,
  idle: 30_000,
  // Longer than a question waits for sample racing that is still made.
  stalled: 30_000,
  answer: 600_000,
  unread: 1_000,
  throttled: 1_000,
  check: 2_000,
  headerBytes: 16 * 1024,
  connections: 1_000,
  // A browser or an app opens a handful, an office behind one address some dozens.
  connectionsOfAddress: 100,
  ahead: 32,
};
