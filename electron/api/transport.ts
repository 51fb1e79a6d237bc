// The edge to the network: undici in Node, `net.fetch` under Electron.

export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one POST and never follows a redirect: the key would travel. Rejects when no answer comes. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Thrown by a transport, or by its body, when a time-out has run out. */
export class TransportTimeout extends Error {
  constructor() {
    super('the answer took too long');
    this.name = 'TransportTimeout';
  }
}

export const isTimeout = (error: unknown): boolean => error instanceof TransportTimeout;
