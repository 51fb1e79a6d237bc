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

/** What a start names. */
interface Named {
  readonly address?: string | undefined;
  readonly files: readonly string[];
}

export interface Starts {
  /** Call when the app begins to close: no window opens from now on what arrives. */
  closing(): void;
  /** The arguments of the start that came since, for a start once this process has ended; undefined if none came. */
  missed(): readonly string[] | undefined;
}

const namedBy = ([, ...args]: readonly string[], from: string): Named => ({
  address: args.find(isAddress),
  files: filesIn(args, from),
});

/** Call before the app is ready: macOS delivers the address or file that started the app before that. */
export function openAddresses({ app, argv, folder, receive, receiveFile, focus }: AddressesOptions): Starts {
  // A checkout leaves the system's settings alone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(ADDRESS_SCHEME);
  let isClosing = false;
  let missed: Named | undefined;
  const open = ({ address, files }: Named): void => {
    if (address !== undefined) receive(address);
    for (const path of files) receiveFile(path);
  };
  const take = (named: Named): void => {
    if (isClosing) {
      missed = {
        address: named.address ?? missed?.address,
        files: [...(missed?.files ?? []), ...named.files],
      };
      return;
    }
    open(named);
    focus();
  };
  open(namedBy(argv, folder));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    take({ address, files: [] });
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    take({ files: [path] });
  });
  app.on('second-instance', (_event, args, from) => take(namedBy(args, from)));
  return {
    closing: () => {
      isClosing = true;
    },
    missed: () => {
      if (missed === undefined) return undefined;
      const { address, files } = missed;
      const isOpened = (arg: string): boolean => isAddress(arg) || filesIn([arg], folder).length > 0;
      const options = argv.slice(1).filter((arg) => !isOpened(arg));
      // What follows an address on Windows is ignored.
      return [...options, ...files, ...(address === undefined ? [] : [address])];
    },
  };
}
