// The window's first step on the loopback host: it exchanges the token of its address for a session.

import { SESSION_HEADER, SESSION_PATH, TOKEN_HEADER, TOKEN_MARK } from '#shared/bridge/port.ts';

/** The response to an address's token. */
export function useAddress(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}${SESSION_PATH}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: hash.slice(TOKEN_MARK.length) },
  });
}

/** The headers that authorize calls of the bridge. Rejects if the address was used already. */
export async function openLoopbackSession(address: string): Promise<Record<string, string>> {
  const response = await useAddress(address);
  if (!response.ok) throw new Error(`the address was refused: ${response.status}`);
  const { session } = (await response.json()) as { session: string };
  return { [SESSION_HEADER]: session };
}
