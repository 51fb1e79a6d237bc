// Limits on what one client may use: connections, time, header size, pipelined requests.

export interface ConnectionLimits {
  /** Milliseconds from the first byte of a request, or from connecting, until its header is complete. */
  readonly header: number;
  /** Milliseconds until the whole request has arrived, its body included. */
  readonly request: number;
  /** Milliseconds that an idle connection is kept open for another request. */
  readonly idle: number;
  /** Milliseconds without a byte in either direction: a reader that stopped reading, a connection half open. */
  readonly stalled: number;
  /** Milliseconds that an answer may take in all: a slow reader keeps a snapshot of the store open. */
  readonly answer: number;
  /** Milliseconds to wait for the rest of an unread body once the request is answered. */
  readonly unread: number;
  /** Milliseconds by which a refusal is delayed for an address over its limit. */
  readonly throttled: number;
  /** How often the limits above are enforced, in milliseconds. */
  readonly check: number;
  /** Bytes of request line and header fields. */
  readonly headerBytes: number;
  /** Open connections; for one more, the oldest that never presented good keys is closed. */
  readonly connections: number;
  /** Of these, connections from one address that is not a proxy of the operator. */
  readonly connectionsOfAddress: number;
  /** Pipelined requests of one connection; with four times as many the connection is closed. */
  readonly ahead: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  header: 10_000,
  request: 20_000,
  idle: 30_000,
  // Longer than a query waits for sample racing that is still being generated.
  stalled: 30_000,
  answer: 600_000,
  unread: 1_000,
  throttled: 1_000,
  check: 2_000,
  headerBytes: 16 * 1024,
  connections: 1_000,
  // A browser or an app opens a handful, an office behind one address a few dozen.
  connectionsOfAddress: 100,
  ahead: 32,
};
