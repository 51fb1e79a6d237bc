// The rows of the palette for a text: the commands whose names begin with it, what is found, then other commands.

import { useMemo } from 'react';
import type { FoundAnswer } from '#shared/bridge/find.ts';
import { useToday } from '../../client/use-today.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { usePresentCommands, type Command } from '../commands/commands.ts';
import { ranked, type Ranked } from '../commands/search.ts';
import { looksLikeAddress } from '../navigation/address.ts';
import { openAddress } from '../open-address.ts';
import type { PaletteEntry } from './entry.ts';
import { foundEntries } from './found-entry.ts';
import { useFound } from './use-found.ts';

const GROUP_TEXTS = {
  here: 'groupHere',
  screen: 'groupScreen',
  table: 'groupTable',
  look: 'groupLook',
  app: 'groupApp',
} as const satisfies Record<Command['group'], string>;

const ORDER = Object.keys(GROUP_TEXTS) as readonly Command['group'][];

export interface Entries {
  readonly entries: readonly PaletteEntry[];
  /** Whether the first row is final: a command that begins with the text, or the answer to the text. */
  readonly isSettled: boolean;
  readonly problem: FoundAnswer['problem'];
  /** Names that match and are not listed. */
  readonly more: number;
  readonly thrown: unknown;
}

/** Without a text all commands, by group. */
export function useEntries(query: string): Entries {
  const { t } = useTranslation(['shell', 'find']);
  const language = useLanguage();
  const names = useNameStyle();
  const today = useToday();
  const commands = usePresentCommands();
  const { answer, isAnswered, thrown } = useFound(query);
  const { t: places } = useTranslation('places');
  const { t: words } = useTranslation('find');
  const found = useMemo(
    () => foundEntries(answer.items, { t: words, language, names, today }),
    [answer, words, language, names, today],
  );
  const entryOf = (command: Command): PaletteEntry => ({
    id: command.id,
    group: t(GROUP_TEXTS[command.group]),
    label: command.label,
    keys: command.keys?.[0] ?? command.shownKeys,
    run: command.run,
  });
  const matching = ranked(
    commands.filter(({ id }) => id !== 'palette'),
    query,
  );
  const listed = (some: readonly Ranked<Command>[]): PaletteEntry[] => some.map(({ item }) => entryOf(item));
  const address = query.trim();
  if (looksLikeAddress(address)) {
    const entry: PaletteEntry = {
      id: 'address',
      group: places('address'),
      label: places('openAddress'),
      detail: address,
      run: () => void openAddress(address),
    };
    return { entries: [entry], isSettled: true, problem: undefined, more: 0, thrown: null };
  }
  if (query.trim() === '') {
    const all = matching.toSorted((a, b) => ORDER.indexOf(a.item.group) - ORDER.indexOf(b.item.group));
    return { entries: listed(all), isSettled: true, problem: undefined, more: 0, thrown: null };
  }
  const begun = matching.filter(({ distance }) => distance === BEGINS);
  const others = matching.filter(({ distance }) => distance > BEGINS);
  return {
    entries: [...listed(begun), ...found, ...listed(others)],
    isSettled: isAnswered || begun.length > 0,
    problem: isAnswered ? answer.problem : undefined,
    more: isAnswered ? answer.total - answer.items.length : 0,
    thrown,
  };
}

/** The distance of a command whose name begins with the text. */
const BEGINS = 0;
