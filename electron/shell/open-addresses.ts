// Addresses of screens from the system: the app is their program, and hands them on unread.

import type { App } from 'electron';
import { ADDRESS_SCHEME } from '#shared/address.ts';
import { isAddress } from '../launch/address-inbox.ts';

interface AddressesOptions {
  readonly app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'> & AddressEvents;
  /** The command line of this start, which may name one. */
  readonly argv: readonly string[];
  readonly receive: (address: string) => void;
  /** Brings the window to the front. */
  readonly focus: () => void;
}

interface AddressEvents {
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
}

/** Call before the app is ready: macOS delivers the address that started the app before that. */
export function openAddresses({ app, argv, receive, focus }: AddressesOptions): void {
  // A checkout leaves the system's settings alone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(ADDRESS_SCHEME);
  const receiveFrom = (args: readonly string[]): void => {
    const address = args.find(isAddress);
    if (address !== undefined) receive(address);
  };
  receiveFrom(argv.slice(1));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    receive(url);
    focus();
  });
  app.on('second-instance', (_event, args) => {
    receiveFrom(args.slice(1));
    focus();
  });
}
