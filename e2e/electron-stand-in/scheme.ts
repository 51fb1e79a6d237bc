// The app's own schemes. No Chromium but Electron's knows them: each is a host of https here, whose every request is
// answered by the app's handler, so that the page has a secure origin of its own and nothing reaches the network.

import type * as Electron from 'electron';
import { checkListed, onlyListed, type Listed } from './only-listed.ts';

type Handler = (request: Request) => Response | Promise<Response>;

export interface Schemes {
  readonly protocol: Listed<Electron.Protocol, 'Protocol'>;
  /** The address for Chromium of one of the app's: `app://railbird/x` is `https://railbird.app.invalid/x`. */
  inside(address: string): string;
  /** And back; addresses of others stay. */
  outside(address: string): string;
  /** The handler of an address of Chromium's; undefined if it is not one of the app's. */
  handlerOf(address: string): Handler | undefined;
}

/** A top-level domain that never exists (RFC 2606). */
const DOMAIN = 'invalid';

/** `isReady` is whether the app is: schemes are declared before, handlers come after. */
export function createSchemes(isReady: () => boolean): Schemes {
  const declared = new Set<string>();
  const handlers = new Map<string, Handler>();
  const schemeOf = (address: string): string | undefined => {
    const url = URL.parse(address);
    const [scheme, domain] = url?.hostname.split('.').slice(-2) ?? [];
    const isOurs = url?.protocol === 'https:' && domain === DOMAIN && scheme !== undefined;
    return isOurs && declared.has(scheme) ? scheme : undefined;
  };
  return {
    protocol: onlyListed('Protocol', {
      registerSchemesAsPrivileged(schemes) {
        if (isReady())
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
        for (const { scheme, privileges } of schemes) {
          checkListed('Privileges', privileges ?? {});
          // The stand-in's origin has these; without them Electron's would not.
          if (
            privileges?.standard !== true ||
            privileges.secure !== true ||
            privileges.supportFetchAPI !== true
          )
            throw new Error(
              'The stand-in for Electron knows only standard, secure schemes with the fetch API.',
            );
          declared.add(scheme);
        }
      },
      handle(scheme, handler) {
        if (!isReady()) throw new Error('protocol.handle should be called after app is ready');
        handlers.set(scheme, handler);
      },
    } satisfies Schemes['protocol']),
    inside: (address) => {
      const scheme = URL.parse(address)?.protocol.slice(0, -1) ?? '';
      if (!declared.has(scheme)) return address;
      return address.replace(
        /^[^/]*\/\/([^/?#]*)/u,
        (_, host: string) => `https://${host}.${scheme}.${DOMAIN}`,
      );
    },
    outside: (address) => {
      const scheme = schemeOf(address);
      if (scheme === undefined) return address;
      return address.replace(`.${scheme}.${DOMAIN}`, '').replace(/^https:/u, `${scheme}:`);
    },
    handlerOf: (address) => {
      const scheme = schemeOf(address);
      return scheme === undefined ? undefined : handlers.get(scheme);
    },
  };
}
