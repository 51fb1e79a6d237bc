// Addresses that the system hands to the app, on their way to the window. Nothing here interprets them: the window's
// router does, and refuses those that lead nowhere.

import { ADDRESS_SCHEME, LONGEST_ADDRESS } from '#shared/address.ts';
import { Latest } from '../latest-value.ts';

export interface AddressInbox {
  /** Takes an address; a later one replaces it until the window has read it. Texts of another scheme are ignored. */
  receive(text: string): void;
  /** Each received address once, until `signal` aborts. */
  addresses(signal?: AbortSignal): AsyncGenerator<{ readonly address: string }, void, void>;
}

/** Whether an argument of the command line is an address. */
export const isAddress = (text: string): boolean => text.toLowerCase().startsWith(`${ADDRESS_SCHEME}:`);

export function createAddressInbox(): AddressInbox {
  let waiting: string | undefined;
  const latest = new Latest(0);
  let received = 0;
  return {
    receive(text) {
      if (!isAddress(text)) return;
      // One character more than allowed: the window refuses it and says why.
      waiting = text.slice(0, LONGEST_ADDRESS + 1);
      received += 1;
      latest.set(received);
    },
    async *addresses(signal) {
      for await (const _ of latest.values(signal)) {
        const address = waiting;
        waiting = undefined;
        if (address !== undefined) yield { address };
      }
    },
  };
}
