// What a file that was opened in the window offers: views, a rule, a bet list, or what is wrong with it.

import type { OpenedFile } from '#shared/bridge/app.ts';
import { LONGEST_BET_LIST } from '#shared/bridge/bets.ts';
import { kindOfFile, LARGEST_OPENED } from '#shared/opened-files.ts';
import { readRule } from '#shared/rules/rule-problems.ts';
import type { Rule } from '#shared/rules/rule.ts';
import { readViews, type ReadViews, type ViewsFile } from '#shared/saved-views/views-file.ts';
import type { Text } from '#shared/text.ts';
import { textOfFile } from '../../client/text-of-file.ts';

/** `name`: that of the file. */
export type Offer =
  | { readonly kind: 'views'; readonly name: string; readonly file: ViewsFile }
  | { readonly kind: 'rule'; readonly name: string; readonly rule: Rule }
  | {
      readonly kind: 'bets';
      readonly name: string;
      readonly list: { readonly name: string; readonly text: string };
    };

export type FileProblem =
  | { readonly is: 'unreadable' | 'too_large' | 'other' | 'long' }
  | { readonly is: 'rule'; readonly problem: Text }
  | { readonly is: 'views'; readonly read: Extract<ReadViews, { ok: false }> };

export type ReadOffer = { readonly offer: Offer } | { readonly problem: FileProblem };

/** A file that was chosen or dropped in the window, as the desktop app hands over those of the system. */
export async function openedFileOf(file: File): Promise<OpenedFile> {
  const { name } = file;
  if (file.size > LARGEST_OPENED) return { name, problem: 'too_large' };
  try {
    return { name, text: await textOfFile(file) };
  } catch {
    return { name, problem: 'unreadable' };
  }
}

export function readOffer({ name, text, problem }: OpenedFile): ReadOffer {
  if (text === undefined) return { problem: { is: problem ?? 'unreadable' } };
  // No text has such a character.
  const kind = text.includes('\0') ? undefined : kindOfFile(name, text);
  switch (kind) {
    case undefined:
      return { problem: { is: 'other' } };
    case 'views': {
      const read = readViews(text);
      return read.ok ? { offer: { kind, name, file: read.file } } : { problem: { is: 'views', read } };
    }
    case 'rule': {
      const read = readRule(text);
      return 'rule' in read
        ? { offer: { kind, name, rule: read.rule } }
        : { problem: { is: 'rule', problem: read.unreadable } };
    }
    case 'bets':
      if (text.length > LONGEST_BET_LIST) return { problem: { is: 'long' } };
      return { offer: { kind, name, list: { name: listNameOf(name), text } } };
  }
}

/** Without its ending. */
const listNameOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/u, '')
    .trim()
    .slice(0, 100) || name;
