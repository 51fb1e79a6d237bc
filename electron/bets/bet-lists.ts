// The file of the bet lists that the user keeps, and its changes.

import { join } from 'node:path';
import { z } from 'zod';
import { betListSchema, type BetList } from '#shared/bridge/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
import { requireBasis, revisionOf } from '../files/revision.ts';
import { openStateFile, type StateReports } from '../files/state-file.ts';

const betListsSchema = z.object({ version: z.literal(1), lists: z.array(betListSchema) });

export type BetListsState = z.infer<typeof betListsSchema>;

export type BetListsFile = JsonFile<BetListsState>;

const NO_LISTS: BetListsState = { version: 1, lists: [] };

const MOST_LISTS = 500;

const namedSchema = z.object({ name: z.string() });

const TEXTS: StateTexts = {
  subject: 'bets',
  name: { en: 'The bet lists', ja: '馬券リスト' },
  fields: { lists: { en: 'bet lists', ja: '馬券リスト' } },
  describe: ({ value }) => {
    const named = namedSchema.safeParse(value);
    if (!named.success) return undefined;
    const { name } = named.data;
    return { en: `The bet list “${name}”.`, ja: `馬券リスト「${name}」。` };
  },
};

/** As `openStateFile`: never fails. */
export const openBetLists = ({
  dataDir,
  ...reports
}: StateReports & { readonly dataDir: string }): Promise<BetListsFile> =>
  openStateFile({
    path: join(dataDir, 'bets.json'),
    schema: betListsSchema,
    initial: NO_LISTS,
    texts: TEXTS,
    ...reports,
  });

const revisions = new WeakMap<BetList, string>();

/** Identifies the name and text of a list. */
export function revisionOfList(list: BetList): string {
  const known = revisions.get(list);
  if (known !== undefined) return known;
  const { id, name, text } = list;
  const revision = revisionOf({ id, name, text });
  revisions.set(list, revision);
  return revision;
}

export type NamedList = Omit<BetList, 'text'> & { readonly revision: string };

export const namedList = (list: BetList): NamedList => {
  const { text: _text, ...named } = list;
  return { ...named, revision: revisionOfList(list) };
};

/** Without their texts, the one changed last first. */
export const betListsOf = ({ lists }: BetListsState): NamedList[] =>
  lists.map(namedList).toSorted((a, b) => b.at - a.at);

/**
 * `basis`: the revision of the list that was changed; undefined for a new one. Errors: CHANGED_ELSEWHERE,
 * BET_LIST_NAME_TAKEN, TOO_MANY_BET_LISTS.
 */
export function withBetList(state: BetListsState, list: BetList, basis: string | undefined): BetListsState {
  const { name } = list;
  requireBasis({ name, stored: storedRevision(state, list.id), basis, wanted: revisionOfList(list) });
  const others = state.lists.filter(({ id }) => id !== list.id);
  if (others.some((other) => other.name === name)) throw new RailbirdError('BET_LIST_NAME_TAKEN', { name });
  if (others.length >= MOST_LISTS) throw new RailbirdError('TOO_MANY_BET_LISTS', { most: MOST_LISTS });
  return { ...state, lists: [...others, list] };
}

/** A list that is gone already stays gone. Errors: CHANGED_ELSEWHERE. */
export function withoutBetList(state: BetListsState, id: string, basis: string): BetListsState {
  const stored = state.lists.find((each) => each.id === id);
  if (stored === undefined) return state;
  requireBasis({ name: stored.name, stored: revisionOfList(stored), basis });
  return { ...state, lists: state.lists.filter((each) => each !== stored) };
}

function storedRevision({ lists }: BetListsState, id: string): string | undefined {
  const stored = lists.find((each) => each.id === id);
  return stored === undefined ? undefined : revisionOfList(stored);
}
