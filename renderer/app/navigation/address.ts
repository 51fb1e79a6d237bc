// Addresses of screens: railbird://race/05264511/card in the desktop app, /#/race/05264511/card in a browser. Pure. An
// address comes from anywhere: it becomes a route of this window, with values of the right shape, or nothing.

import { ADDRESS_SCHEME, LONGEST_ADDRESS } from '#shared/address.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { isRowsParam, rowsInParams, rowsParams } from '../../features/table/rows-address.ts';
import { paramsOf, routeSchema, type Route } from '../screens.tsx';
import type { Destination } from './navigation.ts';

const SCHEME = `${ADDRESS_SCHEME}://`;
const MARK = '#/';

/** The parameters that follow the screen's name between slashes; the others follow as a query. */
const IN_PATH: Readonly<Partial<Record<Route['screen'], readonly string[]>>> = {
  day: ['racedate'],
  race: ['racekey', 'tab'],
  horse: ['horse_id'],
  person: ['kind', 'id'],
  table: ['table'],
};

/** The table whose rows a screen filters and sorts, so that its address says how; undefined for the others. */
const rowsTableOf = (route: Route): BrowsableCode | undefined =>
  route.screen === 'table' ? route.table : route.screen === 'payoffs' ? 'payoffs' : undefined;

/**
 * Route, filters and order without the scheme: "race/05264511/card", "table/d_se?where.idm=50..60". What an address could
 * not be opened with (too long a list, characters that none can have) is left out.
 */
export function addressPath({ route, memory = {} }: Destination): string {
  const bare = routePath(route);
  const params = rowsTableOf(route) === undefined ? [] : rowsParams(memory);
  if (params.length === 0 || !params.flat().every((text) => text.isWellFormed())) return bare;
  const rest = params.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&');
  const path = `${bare}${bare.includes('?') ? '&' : '?'}${rest}`;
  return destinationAt(SCHEME + path) === undefined ? bare : path;
}

/** With its commas, which separate what a reader reads. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');

function routePath({ screen, ...params }: Route): string {
  const texts = Object.entries(params).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  const of = new Map(texts);
  const path = (IN_PATH[screen] ?? []).flatMap((name) => of.get(name) ?? []);
  const query = texts.filter(([name]) => IN_PATH[screen]?.includes(name) !== true);
  const rest = query.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return (
    [screen, ...path.map(encodeURIComponent)].join('/') + (rest.length === 0 ? '' : `?${rest.join('&')}`)
  );
}

/** What an address that somebody typed may leave out: "race/05264511" is the card. */
const LEFT_OUT: Readonly<Partial<Record<Route['screen'], Readonly<Record<string, string>>>>> = {
  race: { tab: 'card' },
};

export const addressHash = (to: Destination): string => MARK + addressPath(to);

/** The address that opens this in another window: of the desktop app, or of the app at `origin`. */
export const addressOf = (to: Destination, origin: string | undefined): string =>
  origin === undefined ? SCHEME + addressPath(to) : `${origin}/${addressHash(to)}`;

/** Whether a text is meant as an address, right or wrong. */
export const looksLikeAddress = (text: string): boolean =>
  text.toLowerCase().startsWith(`${ADDRESS_SCHEME}:`) || /^http:\/\/127\.0\.0\.1:\d+\/#\//.test(text);

export const isAddressHash = (hash: string): boolean => hash.startsWith(MARK);

function pathIn(address: string): string | undefined {
  if (address.slice(0, SCHEME.length).toLowerCase() === SCHEME) return address.slice(SCHEME.length);
  const at = address.indexOf(MARK);
  return at < 0 ? undefined : address.slice(at + MARK.length);
}

/** Values that are requested from the main process have the shape of keys and dates, not merely of texts. */
const SHAPES: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['racekey', (text: string) => parseRacekey(text) !== undefined],
  ['horse_id', (text: string) => /^[0-9A-Za-z]{1,16}$/.test(text)],
  ['racedate', isRacedate],
  ['from', isRacedate],
  ['to', isRacedate],
]);

/** Characters that no value has, and that could disguise one. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return HIDDEN.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The parameters in an address by name; undefined if one is written twice, or not as addresses are. */
function textsIn(
  screen: Route['screen'],
  path: readonly string[],
  query: string,
): Map<string, string> | undefined {
  const names = IN_PATH[screen] ?? [];
  if (path.length > names.length) return undefined;
  const pairs = path.map((text, at): readonly [string | undefined, string] => [names[at], text]);
  for (const part of query === '' ? [] : query.split('&')) {
    const at = part.indexOf('=');
    if (at < 0) return undefined;
    pairs.push([decoded(part.slice(0, at)), part.slice(at + 1)]);
  }
  const texts = new Map<string, string>();
  for (const [name, written] of pairs) {
    const text = decoded(written);
    if (name === undefined || text === undefined || texts.has(name)) return undefined;
    texts.set(name, text);
  }
  return texts;
}

/** Whether the table of the route filters by all that the address names: without one of them it would show other rows. */
function takesFilter(route: Route, filter: unknown): boolean {
  if (route.screen !== 'table' || typeof filter !== 'object' || filter === null) return true;
  const taken: readonly string[] = BROWSABLES[route.table].filters;
  return Object.keys(filter).every((name) => taken.includes(name));
}

/**
 * Whether a period has both of its ends, and no others beside it: otherwise the screen would show another one. Downloads
 * fill in the other end in their form.
 */
function hasWholePeriod(route: Route): boolean {
  if (route.screen !== 'payoffs' && route.screen !== 'person') return true;
  const isOpen = route.from === undefined && route.to === undefined;
  if (route.screen === 'person' && route.period !== undefined) return isOpen;
  return isOpen || (route.from !== undefined && route.to !== undefined);
}

/** Where an address leads, in either form; undefined if it is malformed or leads to no screen. */
export function destinationAt(address: string): Destination | undefined {
  if (address.length > LONGEST_ADDRESS) return undefined;
  const whole = pathIn(address);
  if (whole === undefined) return undefined;
  const [path = '', query = '', ...more] = whole.split('?');
  // Systems add a slash at the end.
  const [name = '', ...rest] = path.replace(/\/$/, '').split('/');
  const shape = paramsOf(name);
  if (shape === undefined || more.length > 0) return undefined;
  const texts = textsIn(shape.screen, rest, query);
  if (texts === undefined) return undefined;
  const params: Record<string, unknown> = {};
  const ofRows = new Map<string, string>();
  for (const [param, text] of [...Object.entries(LEFT_OUT[shape.screen] ?? {}), ...texts]) {
    if (isRowsParam(param)) {
      ofRows.set(param, text);
      continue;
    }
    const schema = shape.params.get(param);
    if (schema === undefined || SHAPES.get(param)?.(text) === false) return undefined;
    const value = schema.safeParse(text).success ? text : parsedJson(text);
    if (value === undefined) return undefined;
    params[param] = value;
  }
  const parsed = routeSchema.safeParse({ screen: shape.screen, ...params });
  if (!parsed.success || !takesFilter(parsed.data, params['filter'])) return undefined;
  if (!hasWholePeriod(parsed.data)) return undefined;
  const table = rowsTableOf(parsed.data);
  if (table === undefined) return ofRows.size === 0 ? { route: parsed.data } : undefined;
  const memory = rowsInParams(table, ofRows);
  return memory === undefined ? undefined : { route: parsed.data, memory };
}
