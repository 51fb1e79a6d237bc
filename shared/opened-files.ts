// The files that the system opens in the app: file-types.json lists its own types, which the packager registers.

import types from '#shared/file-types.json' with { type: 'json' };

export type OpenedKind = 'views' | 'rule' | 'bets';

interface FileType {
  readonly kind: OpenedKind;
  /** After the last dot of the name. */
  readonly ending: string;
}

export const FILE_TYPES = types as readonly FileType[];

/** Endings of other programs' files that may be one of the kinds: the content decides between views and rules. */
const OTHER_ENDINGS: readonly string[] = ['json', 'csv', 'tsv', 'txt'];

/** Bytes of the largest file that is opened. */
export const LARGEST_OPENED = 16 * 1024 * 1024;

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether the name of a file may be that of views, a rule or a bet list. */
export const mayBeOpened = (name: string): boolean =>
  OTHER_ENDINGS.includes(endingOf(name)) || FILE_TYPES.some(({ ending }) => ending === endingOf(name));

/** What a file is, by its name and then by its content; undefined if it is none of them. */
export function kindOfFile(name: string, text: string): OpenedKind | undefined {
  const ending = endingOf(name);
  const own = FILE_TYPES.find((type) => type.ending === ending);
  if (own !== undefined) return own.kind;
  if (!OTHER_ENDINGS.includes(ending)) return undefined;
  if (ending !== 'json') return 'bets';
  return /"railbird"\s*:\s*"rule"/u.test(text) ? 'rule' : 'views';
}
