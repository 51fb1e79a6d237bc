// The address that a request counts for. Behind a proxy every connection is the proxy's, and the client's address is in
// X-Forwarded-For, which is trusted only from proxies that the operator named, since anybody can send that header.

import { BlockList, isIP } from 'node:net';

/** A request's address, from its connection and its X-Forwarded-For. */
export interface AddressOf {
  (connection: string, forwardedFor: string | undefined): string;
  /** Whether connections from that address carry many clients. */
  readonly isProxy: (connection: string) => boolean;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): readonly number[] {
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    })
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => parseInt(group, 16))));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** An IPv4-mapped IPv6 address as IPv4. */
function plain(address: string): string {
  if (!address.startsWith('::') && !address.startsWith('0')) return address;
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

/**
 * The network by which limits count an address: an IPv4 address itself, the first 64 bits of an IPv6 address, because
 * a client with one address has its whole /64 and can send each request from a different one.
 */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  if (networks.size >= MOST_NETWORKS) networks.clear();
  const network = readNetwork(address);
  networks.set(address, network);
  return network;
}

/** By address, because each request needs its network several times. At the limit all are forgotten. */
const networks = new Map<string, string>();
const MOST_NETWORKS = 1_000;

function readNetwork(address: string): string {
  const client = plain(address);
  if (isIP(client) !== 6) return client;
  return `${groupsOf(client)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

export const ofConnection: AddressOf = Object.assign((connection: string) => plain(connection), {
  isProxy: () => false,
});

/**
 * @param trusted addresses (10.0.0.7) and networks (10.0.0.0/24, fd00::/8) of proxies
 * @throws with a message for the operator if an entry is neither
 */
export function behindProxies(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const text of trusted) addTo(proxies, text);
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));
  const addressOf = (connection: string, forwardedFor: string | undefined) => {
    let address = plain(connection);
    // Every proxy appends the address that it received the request from, so the list is read from its end as long as a
    // trusted proxy wrote the entry.
    const hops = forwardedFor?.split(',').map((part) => plain(part.trim())) ?? [];
    while (isProxy(address)) {
      const before = hops.pop();
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
