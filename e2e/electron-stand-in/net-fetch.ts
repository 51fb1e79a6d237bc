// net.fetch: Node's, with the names that Chromium's network has for its errors.

const NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  UND_ERR_HEADERS_OVERFLOW: 'ERR_RESPONSE_HEADERS_TOO_BIG',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_CONNECTION_TIMED_OUT',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
};

/** Rejects with `net::ERR_...` where Electron's does. */
export async function netFetch(input: string | Request, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    // One that the app itself has stopped has no cause.
    const cause = error instanceof Error ? error.cause : undefined;
    throw cause instanceof Error ? new Error(nameOf(cause), { cause: error }) : error;
  }
}

function nameOf(cause: Error & { readonly code?: string }): string {
  if (cause.message === 'unexpected redirect')
    return "Attempted to redirect, but redirect policy was 'error'";
  return `net::${NAMES[cause.code ?? ''] ?? 'ERR_FAILED'}`;
}
