// The file of the bet lists that the person keeps, and its changes.

import { join } from 'node:path';
import { z } from 'zod';
import { betListSchema, type BetList } from '#shared/bridge/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
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

/** Without their texts, the one changed last first. */
export const betListsOf = ({ lists }: BetListsState): Omit<BetList, 'text'>[] =>
  lists.map(({ id, name, at }) => ({ id, name, at })).toSorted((a, b) => b.at - a.at);

/** Errors: BET_LIST_NAME_TAKEN, TOO_MANY_BET_LISTS. */
export function withBetList(state: BetListsState, list: BetList): BetListsState {
  const others = state.lists.filter(({ id }) => id !== list.id);
  if (others.some(({ name }) => name === list.name))
    throw new RailbirdError('BET_LIST_NAME_TAKEN', { name: list.name });
  if (others.length >= MOST_LISTS) throw new RailbirdError('TOO_MANY_BET_LISTS', { most: MOST_LISTS });
  return { ...state, lists: [...others, list] };
}

export const withoutBetList = (state: BetListsState, id: string): BetListsState => ({
  ...state,
  lists: state.lists.filter((each) => each.id !== id),
});
