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

/** Thrown by a transport that did not send the request, because of who or what answers in the service's place. */
export class TransportRefusal extends Error {
  readonly kind: 'untrusted' | 'proxy';
  /** What the system or the proxy calls it. */
  readonly problem: string;

  constructor(kind: 'untrusted' | 'proxy', problem: string) {
    super(`${kind}: ${problem}`);
    this.name = 'TransportRefusal';
    this.kind = kind;
    this.problem = problem;
  }
}

/** Thrown by a transport where the head of an answer is longer than any. */
export class TransportHeadTooLong extends Error {
  constructor() {
    super('the headers are too long');
    this.name = 'TransportHeadTooLong';
  }
}

/** Chromium's names for what goes wrong on the way to a proxy, or between it and the service. */
const OF_A_PROXY = /PROXY|TUNNEL_CONNECTION|SOCKS_CONNECTION/;

/**
 * What an error of the network says of the proxy, the certificate or the head of an answer; undefined where it is about
 * none of them. `named`: the code or the message in which Node or Chromium names it.
 */
export function readNetworkError(named: string): TransportRefusal | TransportHeadTooLong | undefined {
  const names = named.match(/[A-Z][A-Z0-9_]+/g) ?? [];
  // A proxy has a certificate of its own: that is for whoever runs the proxy.
  const proxy = names.find((name) => name.startsWith('ERR_') && OF_A_PROXY.test(name));
  if (proxy !== undefined) return new TransportRefusal('proxy', proxy);
  const certificate = names.find(
    (name) => name.includes('CERT') || name.includes('LEAF_SIGNATURE') || name.startsWith('ERR_SSL_'),
  );
  if (certificate !== undefined) return new TransportRefusal('untrusted', certificate);
  const isLong = /HEADERS?_OVERFLOW|RESPONSE_HEADERS_TOO_BIG/.test(named);
  return isLong ? new TransportHeadTooLong() : undefined;
}

export const isTimeout = (error: unknown): boolean => error instanceof TransportTimeout;
