// Every screen as a row: the parameters of its route, its component, and its place in the navigation. To add a
// screen: a row here, its folder in renderer/features, and its title in renderer/text/shell.ts if it has a button.

import type { QueryClient } from '@tanstack/react-query';
import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { z } from 'zod';
import { selectionSchema } from '#shared/bridge/downloads.ts';
import { filterSchema } from '#shared/bridge/source.ts';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { LONGEST_PERSON_ID, PERSON_KINDS } from '#shared/racing/person.ts';
import type { Bridge } from '../client/bridge.tsx';
import { BetsScreen } from '../features/bets/BetsScreen.tsx';
import { readCalendar } from '../features/day/use-calendar.ts';
import { readDayPage } from '../features/day/use-day-page.ts';
import { DayScreen } from '../features/day/DayScreen.tsx';
import { DesignScreen } from '../features/design/DesignScreen.tsx';
import { DownloadsScreen } from '../features/downloads/DownloadsScreen.tsx';
import { readHorse, readStoredOfHorse } from '../features/horse/horse-reads.ts';
import { HorseScreen } from '../features/horse/HorseScreen.tsx';
import { PayoffsScreen } from '../features/payoffs/PayoffsScreen.tsx';
import { PersonScreen } from '../features/person/PersonScreen.tsx';
import { RACE_TABS } from '../features/race/race-tabs.ts';
import { RaceScreen } from '../features/race/RaceScreen.tsx';
import { readRacePage } from '../features/race/use-race-page.ts';
import { RulesScreen } from '../features/rules/RulesScreen.tsx';
import { SettingsScreen } from '../features/settings/SettingsScreen.tsx';
import { SqlScreen } from '../features/sql/SqlScreen.tsx';
import { TableScreen } from '../features/table/TableScreen.tsx';
import type { NavigationGroup } from './navigation/groups.ts';

/** A navigation button. Its text has the name of its group. */
interface NavigationButton<Params> {
  readonly group: NavigationGroup;
  /** Where the button leads. */
  readonly start: Params;
  /** From another screen it opens this one as it was left last, and not its start. */
  readonly returns?: true;
  /** Beside the digit of its place. */
  readonly keys: readonly string[];
  /** The members of `keys` that its hint shows. */
  readonly shownKeys: string;
}

interface Screen<Shape extends z.ZodRawShape> {
  /** The route's parameters, which are the component's props. They are stored across restarts. */
  readonly params: Shape;
  readonly component: FunctionComponent<z.infer<z.ZodObject<Shape>>>;
  /** Starts reading what is stored of what it shows first: of a screen that will probably be opened. Requests nothing. */
  readonly readStored?: (params: z.infer<z.ZodObject<Shape>>, bridge: Bridge, cache: QueryClient) => void;
  /** Starts reading the rest of it, before it is there. */
  readonly readAhead?: (params: z.infer<z.ZodObject<Shape>>, bridge: Bridge, cache: QueryClient) => void;
  /** Its own button, or the group of the screen that it is opened from. */
  readonly button: NavigationButton<z.infer<z.ZodObject<Shape>>> | NavigationButton<never>['group'];
}

const screen = <Shape extends z.ZodRawShape>(row: Screen<Shape>): Screen<Shape> => row;

const racedate = z.string().optional();

const SCREENS = {
  day: screen({
    // Without a date: the race day nearest to today.
    params: { racedate },
    component: DayScreen,
    readStored: ({ racedate: wanted }, bridge, cache) => {
      if (wanted !== undefined) readDayPage(bridge, cache, wanted);
    },
    readAhead: ({ racedate: wanted }, bridge, cache) => {
      if (wanted !== undefined) readCalendar(bridge, cache, wanted);
    },
    button: { group: 'day', start: {}, keys: ['g d'], shownKeys: 'g d' },
  }),
  race: screen({
    // The number of the horse to select, if the race is opened for one of its runners.
    params: {
      racekey: z.string(),
      tab: z.enum(RACE_TABS),
      runner: z.number().int().min(1).max(99).optional(),
    },
    component: RaceScreen,
    readStored: ({ racekey }, bridge, cache) => readRacePage(bridge, cache, racekey),
    button: 'day',
  }),
  horse: screen({
    params: { horse_id: z.string() },
    component: HorseScreen,
    readStored: ({ horse_id }, bridge, cache) => readStoredOfHorse(bridge, cache, horse_id),
    readAhead: ({ horse_id }, bridge, cache) => readHorse(bridge, cache, horse_id),
    button: 'day',
  }),
  person: screen({
    // Without a period, the last twelve months.
    params: {
      kind: z.enum(PERSON_KINDS),
      id: z.string().min(1).max(LONGEST_PERSON_ID),
      period: z.literal('all').optional(),
      from: racedate,
      to: racedate,
    },
    component: PersonScreen,
    button: 'day',
  }),
  table: screen({
    params: { table: z.enum(BROWSABLE_CODES), filter: filterSchema.optional() },
    component: TableScreen,
    button: {
      group: 'tables',
      start: { table: 'races' },
      returns: true,
      keys: ['g t'],
      shownKeys: 'g t',
    },
  }),
  payoffs: screen({
    params: { from: racedate, to: racedate },
    component: PayoffsScreen,
    button: { group: 'payoffs', start: {}, returns: true, keys: ['g p'], shownKeys: 'g p' },
  }),
  bets: screen({
    params: {},
    component: BetsScreen,
    button: { group: 'bets', start: {}, keys: ['g b'], shownKeys: 'g b' },
  }),
  rules: screen({
    params: {},
    component: RulesScreen,
    button: { group: 'rules', start: {}, returns: true, keys: ['g r'], shownKeys: 'g r' },
  }),
  // The query is in the step's memory: an address would show a file's length of text, and could run it unasked.
  sql: screen({
    params: {},
    component: SqlScreen,
    button: { group: 'sql', start: {}, returns: true, keys: ['g q'], shownKeys: 'g q' },
  }),
  downloads: screen({
    // Without tables and a period, the screen shows its defaults.
    params: { from: racedate, to: racedate, tables: selectionSchema.shape.tables.min(0).optional() },
    component: DownloadsScreen,
    button: { group: 'downloads', start: {}, keys: ['g l'], shownKeys: 'g l' },
  }),
  // The components of the window, for those who change them.
  design: screen({ params: {}, component: DesignScreen, button: 'settings' }),
  settings: screen({
    params: {},
    component: SettingsScreen,
    button: { group: 'settings', start: {}, keys: ['g s', 'Ctrl+,'], shownKeys: 'g s' },
  }),
};

type Screens = typeof SCREENS;
type ScreenName = keyof Screens;
type ShapeOf<Name extends ScreenName> = Screens[Name]['params'];
type RouteTo<Name extends ScreenName> = { screen: Name } & (keyof ShapeOf<Name> extends never
  ? unknown
  : z.infer<z.ZodObject<ShapeOf<Name>>>);

/** Every place of the window: the user can go back to it, also after a restart. */
export type Route = { [Name in ScreenName]: RouteTo<Name> }[ScreenName];

const rows = Object.entries(SCREENS) as readonly [ScreenName, Screen<z.ZodRawShape>][];

export const routeSchema = z.union(
  rows.map(([name, { params }]) => z.object({ screen: z.literal(name), ...params })),
) as z.ZodType as z.ZodType<Route>;

interface ScreenParams {
  readonly screen: ScreenName;
  readonly params: ReadonlyMap<string, z.ZodType>;
}

/** The screen of a name with the schemas of its parameters; undefined if there is none. */
export function paramsOf(name: string): ScreenParams | undefined {
  const row = rows.find(([screenName]) => screenName === name);
  if (row === undefined) return undefined;
  const [screenName, { params }] = row;
  return { screen: screenName, params: new Map(Object.entries(params) as [string, z.ZodType][]) };
}

/** The buttons of the navigation, in their order, which their digits follow: Ctrl+1 opens the first. */
export const NAVIGATION = rows
  .flatMap(([name, { button }]) =>
    typeof button === 'string' ? [] : [{ ...button, route: { screen: name, ...button.start } as Route }],
  )
  .map((button, at) => ({ ...button, keys: [...button.keys, `Ctrl+${at + 1}`] }));

/** The button that is marked while a route is shown. */
export function groupOf({ screen: name }: Route): NavigationButton<never>['group'] {
  const { button } = SCREENS[name];
  return typeof button === 'string' ? button : button.group;
}

export function screenFor({ screen: name, ...params }: Route): ReactNode {
  return createElement(SCREENS[name].component as FunctionComponent<typeof params>, params);
}

/**
 * Starts reading for a screen that will be shown: while a palette closes and the last screen is left, the core has nothing
 * else to do.
 */
export function readAhead(route: Route, bridge: Bridge, cache: QueryClient): void {
  readStored(route, bridge, cache);
  const { screen: name, ...params } = route;
  (SCREENS[name] as Screen<z.ZodRawShape>).readAhead?.(params, bridge, cache);
}

/** Starts reading what is stored of a screen that will probably be shown, so that nothing is requested in vain. */
export function readStored({ screen: name, ...params }: Route, bridge: Bridge, cache: QueryClient): void {
  (SCREENS[name] as Screen<z.ZodRawShape>).readStored?.(params, bridge, cache);
}
