// Instead of a keychain for a program that is carried from one computer to another: the user key is left on none of
// them, and never lies in a file beside the program.

import { RailbirdError } from '#shared/errors.ts';
import type { Keychain } from './keychain.ts';

const refuse = () => Promise.reject(new RailbirdError('KEYCHAIN_PORTABLE'));

export const portableKeychain: Keychain = { get: refuse, set: refuse, forget: refuse };
