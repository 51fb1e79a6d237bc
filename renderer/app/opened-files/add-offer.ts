// Adds what an opened file offers, and shows it.

import type { QueryClient } from '@tanstack/react-query';
import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { freeName, type SavedView } from '#shared/saved-views/view.ts';
import type { Bridge } from '../../client/bridge.tsx';
import { freeListName } from '../../features/bets/use-bet-lists.ts';
import { navigation } from '../navigation/navigation.ts';
import type { Offer } from './read-file.ts';

/** What was added, for the notice. */
export type Added =
  | { readonly kind: 'views'; readonly name: string; readonly views: number; readonly layouts: number }
  /** Everything in a file of views was stored already. */
  | { readonly kind: 'nothingNew'; readonly name: string }
  | { readonly kind: 'rule'; readonly name: string; readonly rule: string }
  | { readonly kind: 'bets'; readonly name: string; readonly list: string };

type OfferOf<Kind> = Extract<Offer, { readonly kind: Kind }>;

/** The names in the offer that are in use. Errors: those of the lists. */
export async function takenNames({ client }: Bridge, offer: Offer): Promise<readonly string[]> {
  switch (offer.kind) {
    case 'views': {
      const stored = await storedViews(client, offer);
      const taken = offer.file.views.filter((view) => stored.has(keyOf(view)));
      return [...new Set(taken.map(({ name }) => name))];
    }
    case 'rule': {
      const { rules } = await client.rules.list();
      return rules.some(({ rule }) => rule.name === offer.rule.name) ? [offer.rule.name] : [];
    }
    case 'bets': {
      const lists = await client.bets.lists({});
      return lists.some(({ name }) => name === offer.list.name) ? [offer.list.name] : [];
    }
  }
}

export interface AddOptions {
  /** Whether names in use are overwritten; otherwise what is added gets another name. */
  readonly overwrites: boolean;
  /** Makes a bet list the open one. */
  readonly openList: (id: string) => void;
}

/** Errors: those of saving it. */
export async function addOffer(
  bridge: Bridge,
  cache: QueryClient,
  offer: Offer,
  options: AddOptions,
): Promise<Added> {
  switch (offer.kind) {
    case 'views':
      return addViews(bridge, cache, offer, options);
    case 'rule':
      return addRule(bridge, cache, offer, options);
    case 'bets':
      return addBets(bridge, cache, offer, options);
  }
}

const keyOf = ({ table, name }: Pick<SavedView, 'table' | 'name'>): string => `${table} ${name}`;

/** The stored views of the tables in a file, by table and name. */
async function storedViews(
  client: Bridge['client'],
  { file }: OfferOf<'views'>,
): Promise<ReadonlySet<string>> {
  const tables = new Set<BrowsableCode>(file.views.map(({ table }) => table));
  const lists = await Promise.all([...tables].map((table) => client.views.list({ table })));
  return new Set(lists.flatMap(({ views }) => views.map(keyOf)));
}

async function addViews(
  { client, queries }: Bridge,
  cache: QueryClient,
  offer: OfferOf<'views'>,
  { overwrites }: AddOptions,
): Promise<Added> {
  const { name, file } = offer;
  try {
    // In one procedure: a failure changes nothing.
    const added = await client.views.adopt({ ...file, overwrites });
    const views = added.views.length;
    const [first] = [...file.views, ...file.layouts];
    if (first !== undefined) navigation.go({ screen: 'table', table: first.table });
    if (views === 0 && added.layouts === 0 && added.present > 0) return { kind: 'nothingNew', name };
    return { kind: 'views', name, views, layouts: added.layouts };
  } finally {
    await cache.invalidateQueries({ queryKey: queries.views.list.key() });
  }
}

async function addRule(
  { client, queries }: Bridge,
  cache: QueryClient,
  { name, rule }: OfferOf<'rule'>,
  { overwrites }: AddOptions,
): Promise<Added> {
  const { rules } = await client.rules.list();
  const there = overwrites ? rules.find((each) => each.rule.name === rule.name) : undefined;
  const taken = new Set(rules.map((each) => each.rule.name));
  const added = there === undefined ? { ...rule, name: freeName(rule.name, taken) } : rule;
  const { id } = await client.rules.save({
    rule: added,
    ...(there === undefined ? {} : { id: there.id, basis: there.revision }),
  });
  await cache.invalidateQueries({ queryKey: queries.rules.key() });
  navigation.go({ screen: 'rules' }, { 'rules.draft': { id, rule: added } });
  return { kind: 'rule', name, rule: added.name };
}

async function addBets(
  { client, queries }: Bridge,
  cache: QueryClient,
  { name, list }: OfferOf<'bets'>,
  { overwrites, openList }: AddOptions,
): Promise<Added> {
  const lists = await client.bets.lists({});
  const there = overwrites ? lists.find((each) => each.name === list.name) : undefined;
  const added = {
    id: there?.id ?? crypto.randomUUID(),
    name:
      there?.name ?? freeListName(lists, (number) => (number === 1 ? list.name : `${list.name} ${number}`)),
    text: list.text,
  };
  await client.bets.save({ ...added, ...(there === undefined ? {} : { basis: there.revision }) });
  await cache.invalidateQueries({ queryKey: queries.bets.key() });
  openList(added.id);
  navigation.go({ screen: 'bets' });
  return { kind: 'bets', name, list: added.name };
}
