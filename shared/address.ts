// The addresses of screens as the app exchanges them with the system; renderer/app/address.ts reads what follows.

/** The scheme that the desktop app registers: railbird://race/05264511/card. */
export const ADDRESS_SCHEME = 'railbird';

/** Most characters of an address. Windows passes at most 8,191 to a program. */
export const LONGEST_ADDRESS = 8000;
