// The screens whose files are compared with them, and how each is opened. A name stands for one screen; it is compared in
// one language, and every kind of screen in both.

import { expect, type Page } from '@playwright/test';
import { BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Language } from '#shared/text.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { BUILT_IN_VIEWS } from '#shared/saved-views/built-in/built-in-views.ts';
import { RACE_TABS, type RaceTab } from '../../renderer/features/race/race-tabs.ts';
import { views } from '../../renderer/text/views.ts';
import { Grid } from './grid.ts';
import { jump } from './tour.ts';

/** What the screens are of. */
export interface ShownStops {
  /** A usual race, YYYYMMDD, with its winner. */
  readonly racedate: string;
  readonly racekey: string;
  readonly horseId: string;
  readonly deadHeat: string;
  /** Bets on a runner of it were refunded. */
  readonly scratched: string;
  readonly jumps: string;
  /** The winner of the jump race. */
  readonly otherHorse: string;
  /** The week of the usual race, and four weeks. */
  readonly week: Period;
  readonly month: Period;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

type AddressOf = (stops: ShownStops) => string;

interface ShownScreen {
  readonly name: string;
  readonly open: (page: Page, stops: ShownStops, language: Language) => Promise<void>;
}

export type ShownPart = { readonly [language in Language]: readonly ShownScreen[] };

/** Opens an address of the window, without the mark that it begins with. */
export async function openAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${address}`);
}

const at = (name: string, addressOf: AddressOf): ShownScreen => ({
  name,
  open: (page, stops) => openAddress(page, addressOf(stops)),
});

/** What a table is restricted to. */
interface Part {
  readonly name: string;
  readonly filterIn: (stops: ShownStops) => Readonly<Record<string, string>>;
}

const part = (name: string, filterIn: Part['filterIn']): Part => ({ name, filterIn });

const ofDay = part('of a day', ({ racedate }) => ({ racedate }));
const ofRace = part('of a race', ({ racekey }) => ({ racekey }));
const ofHorse = part('of a horse', ({ horseId }) => ({ horse_id: horseId }));
const ofOneDay = part('of one day', ({ racedate }) => ({ start_racedate: racedate, end_racedate: racedate }));
const ofWeek = part('of a week', ({ week: { from, to } }) => ({ start_racedate: from, end_racedate: to }));

function columnOf(code: BrowsableCode, name: string): Column {
  const column = BROWSABLES[code].columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`${code} has no column ${name}.`);
  return column;
}

/** A table with what its address says of its rows: `sort=idm-`, `where.idm=>=50`, `search=tokyo`. */
function table(code: BrowsableCode, { name, filterIn }: Part, ...rows: readonly string[]): ShownScreen {
  const rest = rows.map((row) => `&${row.replace(/(?<==).*/s, encodeURIComponent)}`).join('');
  return at(
    [code, name, ...rows].join(' '),
    (stops) => `table/${code}?filter=${encodeURIComponent(JSON.stringify(filterIn(stops)))}${rest}`,
  );
}

/** The table with a built-in view of it, chosen in the palette. */
function inView(screen: ShownScreen, code: BrowsableCode, id: string): ShownScreen {
  const view = BUILT_IN_VIEWS[code].find((each) => each.id === id);
  if (view === undefined) throw new Error(`${code} has no view ${id}.`);
  return {
    ...screen,
    name: `${screen.name}, view ${id}`,
    async open(page, stops, language) {
      await screen.open(page, stops, language);
      const main = page.getByRole('main');
      await expect(main.locator('.table-screen-code')).toHaveText(code);
      await expect(main.getByRole('grid')).toBeVisible();
      await jump(page, views[language].viewNamed.replace('{{name}}', view.name[language]));
      await expect(main.locator('.view-button-name')).toHaveText(view.name[language]);
    },
  };
}

const tab = (which: string, name: RaceTab, keyOf: AddressOf): ShownScreen =>
  at(`tab ${name} of ${which}`, (stops) => `race/${keyOf(stops)}/${name}`);

/** The comparison is a picture of a race, not rows to export. */
const FILED_TABS = RACE_TABS.filter((name) => name !== 'compare');

const periodOf = ({ from, to }: Period): string => `from=${from}&to=${to}`;
const bet = (name: string): string => `where.bet=${encodeURIComponent(`=${name}`)}`;
const paid = (name: string, rowsOf: AddressOf): ShownScreen =>
  at(`payoffs: ${name}`, (stops) => `payoffs?${rowsOf(stops)}`);

function query(name: string, textOf: AddressOf): ShownScreen {
  return {
    name: `SQL: ${name}`,
    async open(page, stops) {
      await openAddress(page, 'sql');
      const editor = page.getByRole('main').getByRole('textbox').first();
      await editor.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(textOf(stops));
      await page.keyboard.press('Control+Enter');
    },
  };
}

/** The table with a column hidden, and the one that takes its place moved to the left, by the keys of their heads. */
function rearranged(screen: ShownScreen, code: BrowsableCode, hidden: string): ShownScreen {
  const { label } = columnOf(code, hidden);
  return {
    ...screen,
    name: `${screen.name}, columns hidden and moved`,
    async open(page, stops, language) {
      await screen.open(page, stops, language);
      const grid = new Grid(page.getByRole('main'), BROWSABLES[code].label[language]);
      const head = grid.head(label[language]);
      const place = Number(await head.getAttribute('aria-colindex'));
      await grid.focusOn(await grid.cell(0, label[language]));
      await page.keyboard.press('ArrowUp');
      await expect(head).toBeFocused();
      await page.keyboard.press('Delete');
      await expect(head).toHaveCount(0);
      await expect(grid.focused).toHaveAttribute('aria-colindex', String(place));
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await expect(grid.focused).toHaveAttribute('aria-colindex', String(place - 1));
    },
  };
}

/** Tables of races and horses as delivered: of two with the same columns one in each language, of another one a view. */
export const DELIVERED: ShownPart = {
  en: [table('t_ra', ofDay), table('t_ka', ofDay), table('t_hj', ofDay), table('m_uk', ofHorse)],
  ja: [
    table('d_ra', ofOneDay),
    table('d_ka', ofOneDay),
    table('d_hj', ofOneDay),
    inView(table('m_uk', ofHorse), 'm_uk', 'pedigree'),
  ],
};

/** The same of the tables of runners. */
export const DELIVERED_RUNNERS: ShownPart = {
  en: [
    table('t_ky', ofRace),
    table('t_pd', ofRace),
    table('t_ch', ofRace),
    table('t_ze', ofRace),
    table('t_zk', ofRace),
    table('t_se', ofRace),
  ],
  ja: [
    table('d_ky', ofRace),
    table('d_zk', ofRace),
    table('d_se', ofRace),
    inView(table('t_pd', ofRace), 't_pd', 'paddock'),
    inView(table('t_ch', ofRace), 't_ch', 'work-indices'),
    inView(table('t_ze', ofRace), 't_ze', 'indices'),
  ],
};

/**
 * The subjects as they open, in another view, sorted, filtered, with columns hidden and moved. Those of a race or horse are
 * of what is stored: what is of days, which are fetched, comes first.
 */
export const OF_SUBJECTS: ShownPart = {
  en: [
    table('races', ofOneDay),
    table('runners', ofOneDay),
    table('works', ofOneDay),
    table('payoffs', ofRace),
    table('runners', ofWeek, 'where.order_of_finish==01', 'where.win_payoff=>=1000', 'sort=win_payoff-'),
    rearranged(table('runs', ofHorse), 'runs', 'headcount'),
  ],
  ja: [
    inView(table('races', ofOneDay), 'races', 'races.going'),
    inView(table('runners', ofRace), 'runners', 'runners.ranks'),
    table('works', ofRace),
    inView(table('payoffs', ofOneDay), 'payoffs', 'payoffs.highest'),
    inView(table('runs', ofHorse), 'runs', 'runs.notes'),
  ],
};

/** Those that count the runs of horses and people; and delivered tables filtered, with columns hidden and moved. */
export const OF_PEOPLE: ShownPart = {
  en: [
    table('horses', ofWeek, 'sort=wins-'),
    table('jockeys', ofRace),
    table('trainers', ofWeek, 'sort=win_return-'),
    table('sires', ofRace),
  ],
  ja: [
    table('horses', ofRace),
    table('jockeys', ofWeek, 'sort=wins-'),
    table('trainers', ofRace),
    table('sires', ofWeek, 'sort=top3_rate-'),
    table('d_se', ofWeek, 'where.order_of_finish==01', 'sort=idm-'),
    rearranged(table('d_ky', ofRace), 'd_ky', 'trainer_name'),
  ],
};

const usual: AddressOf = ({ racekey }) => racekey;
const jumps: AddressOf = (stops) => stops.jumps;
const scratched: AddressOf = (stops) => stops.scratched;
const deadHeat: AddressOf = (stops) => stops.deadHeat;

/** The tabs of races, usual and unusual ones, and the runs of horses. */
export const OF_RACES: ShownPart = {
  en: [
    ...FILED_TABS.map((name) => tab('a race', name, usual)),
    at('a horse', ({ horseId }) => `horse/${horseId}`),
    tab('a dead heat', 'result', deadHeat),
    tab('a dead heat', 'payoffs', deadHeat),
  ],
  ja: [
    ...FILED_TABS.map((name) => tab('a race with refunds', name, scratched)),
    tab('a jump race', 'result', jumps),
    at('another horse', ({ otherHorse }) => `horse/${otherHorse}`),
  ],
};

/** What was paid in a period, and what a query finds. */
export const OF_PAYOFFS_AND_QUERIES: ShownPart = {
  en: [
    paid(
      'win on a day',
      (stops) => `${periodOf({ from: stops.racedate, to: stops.racedate })}&${bet('win')}`,
    ),
    paid('place in a week', ({ week }) => `${periodOf(week)}&${bet('place')}`),
    query(
      'payoffs of a day at a course',
      ({ racekey }) =>
        `select racekey, win_horse_number_1, win_payoff_1, trifecta_number_1, trifecta_payoff_1 from typed.d_hj where racekey like '${racekey.slice(0, -2)}%' order by racekey`,
    ),
  ],
  ja: [
    paid('trifecta of 300,000 yen and more in four weeks', ({ month }) =>
      [
        periodOf(month),
        bet('trifecta'),
        `where.payoff=${encodeURIComponent('>=300000')}`,
        'sort=payoff-',
      ].join('&'),
    ),
    query(
      'payoffs by bet',
      () =>
        'select bet, count(*) as payoffs, avg(payoff) as mean_payoff, max(payoff) as highest, max(racedate) as last_day from typed.payoffs group by bet order by bet',
    ),
  ],
};
