// Reads a command's arguments. What was typed is never repeated: somebody will paste a key where an id belongs.

import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { OptionsError } from '../options.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const WORDS: Readonly<Record<string, string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'there is no such option',
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'an option lacks its value, or has one that it does not take',
};

/** @throws OptionsError */
export function readArguments<const Known extends Options>(argv: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: true, options });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new OptionsError(WORDS[code] ?? 'the arguments cannot be read');
  }
}
