// Addresses of screens and files from the system: the app is their program, and hands them on unread.

import type { App } from 'electron';
import { ADDRESS_SCHEME } from '#shared/address.ts';
import { isAddress } from '../launch/address-inbox.ts';
import { filesIn } from '../launch/file-inbox.ts';

interface AddressesOptions {
  readonly app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'> & AddressEvents;
  /** The command line of this start, which may name one, and the folder that its paths are relative to. */
  readonly argv: readonly string[];
  readonly folder: string;
  readonly receive: (address: string) => void;
  /** Takes the absolute path of a file. */
  readonly receiveFile: (path: string) => void;
  /** Brings the window to the front. */
  readonly focus: () => void;
}

interface AddressEvents {
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown;
  on(event: 'open-file', listener: (event: { preventDefault(): void }, path: string) => void): unknown;
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: string[], workingDirectory: string) => void,
  ): unknown;
}

/** Call before the app is ready: macOS delivers the address or file that started the app before that. */
export function openAddresses({ app, argv, folder, receive, receiveFile, focus }: AddressesOptions): void {
  // A checkout leaves the system's settings alone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(ADDRESS_SCHEME);
  const receiveFrom = ([, ...args]: readonly string[], from: string): void => {
    const address = args.find(isAddress);
    if (address !== undefined) receive(address);
    for (const path of filesIn(args, from)) receiveFile(path);
  };
  receiveFrom(argv, folder);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    receive(url);
    focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    receiveFile(path);
    focus();
  });
  app.on('second-instance', (_event, args, from) => {
    receiveFrom(args, from);
    focus();
  });
}
