// One spelling for a service's address, since keys and the archive are stored under it.

import { RailbirdError } from '#shared/errors.ts';

/** Without query, fragment, trailing slash or `/v1`, which every path begins with. Errors: NOT_THE_SERVICE. */
export function baseUrlOf(typed: string): string {
  const url = URL.parse(typed.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RailbirdError('NOT_THE_SERVICE', { problem: 'http:// or https:// is expected' });
  }
  // They would be stored and shown with the address.
  if (url.username !== '' || url.password !== '') {
    throw new RailbirdError('NOT_THE_SERVICE', { problem: 'a name or password in the address' });
  }
  return `${url.origin}${url.pathname.replace(/(?:\/v1)?\/*$/, '')}`;
}
