// The interface to the network: undici in Node, `net.fetch` under Electron.

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

/** Sends one POST and never follows a redirect, which would carry the key along. Rejects if no answer comes. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Thrown by a transport or its body after a timeout. */
export class TransportTimeout extends Error {
  constructor() {
    super('the answer took too long');
    this.name = 'TransportTimeout';
  }
}

/** Thrown by a transport that did not send the request because something else answers in place of the service. */
export class TransportRefusal extends Error {
  readonly kind: 'untrusted' | 'proxy' | 'proxy_login';
  /** The name that the system or the proxy gives the problem. */
  readonly problem: string;

  constructor(kind: TransportRefusal['kind'], problem: string) {
    super(`${kind}: ${problem}`);
    this.name = 'TransportRefusal';
    this.kind = kind;
    this.problem = problem;
  }
}

/** Thrown by a transport if the headers of an answer are too long. */
export class TransportHeadTooLong extends Error {
  constructor() {
    super('the headers are too long');
    this.name = 'TransportHeadTooLong';
  }
}

/** The status of a proxy that asks for a login: no service has it. */
export const PROXY_LOGIN_STATUS = 407;

/** Chromium's error names for problems on the way to a proxy, or between the proxy and the service. */
const OF_A_PROXY = /PROXY|TUNNEL_CONNECTION|SOCKS_CONNECTION/;

/** Whether a name of Node's or Chromium's concerns a certificate. */
export const isOfCertificate = (name: string): boolean => /CERT|LEAF_SIGNATURE/.test(name);

/**
 * What a network error says about the proxy, the certificate or the headers of an answer; undefined if it concerns none
 * of them. `named`: the code or the message of Node or Chromium.
 */
export function readNetworkError(named: string): TransportRefusal | TransportHeadTooLong | undefined {
  const names = named.match(/[A-Z][A-Z0-9_]+/g) ?? [];
  // A proxy has its own certificate, which is a matter for its administrator.
  const proxy = names.find((name) => name.startsWith('ERR_') && OF_A_PROXY.test(name));
  if (proxy !== undefined)
    return new TransportRefusal(proxy.includes('PROXY_AUTH') ? 'proxy_login' : 'proxy', proxy);
  const certificate = names.find((name) => isOfCertificate(name) || name.startsWith('ERR_SSL_'));
  if (certificate !== undefined) return new TransportRefusal('untrusted', certificate);
  const isLong = /HEADERS?_OVERFLOW|RESPONSE_HEADERS_TOO_BIG/.test(named);
  return isLong ? new TransportHeadTooLong() : undefined;
}

export const isTimeout = (error: unknown): boolean => error instanceof TransportTimeout;
