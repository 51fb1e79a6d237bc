// Which address a request counts for. Behind a proxy every connection is the proxy's, and the client's address is in
// X-Forwarded-For, which is believed only of proxies that the operator named: anybody can send that field.

import { BlockList, isIP } from 'node:net';

/** Gives a request's address from its connection's and its X-Forwarded-For. */
export interface AddressOf {
  (connection: string, forwardedFor: string | undefined): string;
  /** Whether connections of that address are those of many clients. */
  readonly isProxy: (connection: string) => boolean;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** IPv4 in the form of IPv6 is IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const ofConnection: AddressOf = Object.assign((connection: string) => plain(connection), {
  isProxy: () => false,
});

/**
 * @param trusted addresses (10.0.0.7) and networks (10.0.0.0/24, fd00::/8) of proxies
 * @throws with words for the operator where one is neither
 */
export function behindProxies(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const text of trusted) addTo(proxies, text);
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));
  const addressOf = (connection: string, forwardedFor: string | undefined) => {
    let address = plain(connection);
    // Every proxy adds at the end whom it heard from; so from the end, as long as it is a proxy that says it.
    const said = forwardedFor?.split(',').map((part) => plain(part.trim())) ?? [];
    while (isProxy(address)) {
      const before = said.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
  return Object.assign(addressOf, { isProxy: (connection: string) => isProxy(plain(connection)) });
}

function addTo(proxies: BlockList, text: string): void {
  const [address = '', bits, ...more] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
  if (isIP(address) === 0 || more.length > 0 || (bits !== undefined && !isNetwork)) {
    throw new Error('takes addresses and networks of proxies, such as 127.0.0.1,10.0.0.0/24');
  }
  if (isNetwork) proxies.addSubnet(address, Number(bits), family(address));
  else proxies.addAddress(address, family(address));
}
