// The payoffs of a period on screen: figures that agree with the list, and lead to it.

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BetFigures, PayoffFigures, PayoffRanks, PayoffsOfBet, Spread } from '#shared/bridge/payoffs.ts';
import type { RowQuery } from '#shared/bridge/row-query.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Language } from '#shared/text.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { PayoffsScreen } from './PayoffsScreen.tsx';

afterEach(cleanup);

/** Tests have no layout: with these sizes the window draws what a user would see. */
beforeAll(() => {
  for (const [side, size] of Object.entries({ Width: 1400, Height: 600 }))
    for (const of of ['client', 'offset'])
      Object.defineProperty(HTMLElement.prototype, `${of}${side}`, { configurable: true, value: size });
});

const NAMES = SUBJECTS.payoffs.columns.map(({ name }) => name);
const ROWS = 400;

const spread = (change: Partial<Spread> = {}): Spread => ({
  n: 200, races: 190, min: 110, p10: 200, p25: 300, median: 510, mean: 1087, p75: 1050, p90: 2170, p99: 9210,
  max: 32_550, above: [3, 0, 0], ...change,
}); // prettier-ignore

const bets: readonly BetFigures[] = [
  { bet: 'win', ...spread() },
  { bet: 'trifecta', ...spread({ n: 10, min: 1210, max: 3_555_600, above: [8, 4, 1] }) },
];

const FIGURES: PayoffFigures = {
  bets: [...bets],
  races: 190,
  deadHeats: 2,
  refunded: 7,
  unreadable: 1,
  unpaid: [{ racedate: '20261114', racekey: '05264404' }],
};

const OF_BET: PayoffsOfBet = {
  bins: [
    { from: 100, to: 125, n: 50 },
    { from: 125, to: 160, n: 150 },
  ],
  courses: [{ key: '05', filters: [{ column: 'racecourse_cd', text: '=05' }], ...spread() }],
  months: [{ key: '202611', filters: [{ column: 'racedate', text: '2026-11' }], ...spread() }],
  biggest: [{ racedate: '20261114', racekey: '05264411', combination: '03', amount: 32_550, popularity: 15 }],
};

const RANKS: PayoffRanks = {
  ranks: [
    { rank: 1, races: 190, hits: 60, yen: 15_200, hitInterval: { low: 25.4, high: 38.5 }, returnInterval: { low: 62, high: 98 } },
    { rank: 2, races: 12, hits: 0, yen: 0, hitInterval: { low: 0, high: 24.3 } },
  ],
  races: 190,
  deadHeats: 2,
  lower: 3,
  leftOut: 4,
  withoutFilters: ['payoff'],
  withoutSearch: false,
}; // prettier-ignore

type Asked = RowQuery & { readonly window?: { readonly columns: readonly string[]; readonly count: number } };

async function openPayoffs(
  language: Language = 'en',
  kept: Readonly<Record<string, unknown>> = {},
  isComplete = true,
) {
  const rowQueries: RowQuery[] = [];
  const above: (readonly number[])[] = [];
  const ofBet: string[] = [];
  const remembered: Record<string, string> = {};
  let rows = ROWS;
  const written = Promise.withResolvers<undefined>();
  async function* changes() {
    yield { writes: 0 };
    await written.promise;
    yield { writes: 1 };
  }
  const summary = sheetOf([], {
    resultId: 'r1',
    complete: isComplete,
    records: ROWS,
    columns: NAMES.map((name) => ({ name, known: true })),
  });
  const cells = ({ columns, count }: { columns: readonly string[]; count: number }) =>
    columns.map((name) => Array.from({ length: count }, () => (name === 'racekey' ? '05264411' : '1')));
  const client = fakeBridge({
    settings: {
      recall: async ({ key }: { key: string }) => (key in kept ? { json: JSON.stringify(kept[key]) } : {}),
      remember: async ({ key, json }: { key: string; json: string }) => {
        remembered[key] = json;
        return {};
      },
    },
    days: { list: async () => ({ days: [] }), stored: async () => ({}) },
    views: { list: async () => ({ views: [], layouts: [] }) },
    results: {
      open: async () =>
        (async function* open() {
          yield { type: 'opened', summary };
        })(),
      arrange: async ({ window, resultId: _id, ...query }: Asked & { readonly resultId: string }) => {
        rowQueries.push(query);
        return { rows, total: rows, problems: [], rowOrder: 1, ...(window && { cells: cells(window) }) };
      },
      window: async (window: { columns: readonly string[]; count: number }) => ({ cells: cells(window) }),
      emptyColumns: async () => ({ names: [] }),
      changed: async () => changes(),
      renew: async ({ anchor: { row } }: { anchor: { row: number } }) => {
        rows += 12;
        const renewed = { ...summary, records: rows };
        return { summary: renewed, arranged: { rows, total: rows, problems: [] }, row };
      },
      values: async () => ({ values: [{ raw: '05', count: 200 }], distinct: 1, more: false }),
      payoffFigures: async (input: { above: readonly number[] }) => {
        above.push(input.above);
        return FIGURES;
      },
      payoffsOfBet: async (input: { bet: string }) => {
        ofBet.push(input.bet);
        return OF_BET;
      },
      payoffRanks: async () => RANKS,
    },
  });
  await draw(<PayoffsScreen from="20261001" to={TODAY} />, client, language);
  await screen.findByRole('table', { name: language === 'en' ? 'Bets' : '賭式別' });
  return {
    user: userEvent.setup(),
    above,
    ofBet,
    remembered,
    write: () => written.resolve(undefined),
    last: () => rowQueries.at(-1),
  };
}

const rowOf = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${name}`) });
const texts = (row: HTMLElement): (string | null)[] =>
  within(row).getAllByRole('cell').map(({ textContent }) => textContent); // prettier-ignore

it('bets have their quantiles, the mean beside the median, and shares from the amounts of the user on', async () => {
  const { above } = await openPayoffs();
  expect(above[0]).toEqual([10_000, 100_000, 1_000_000]);
  expect(texts(rowOf('Win')).slice(0, 13)).toEqual([
    '190', '200', '110', '300', '510', '1,087', '1,050', '2,170', '9,210', '32,550', '1.5%', '0.0%', '0.0%',
  ]); // prettier-ignore
  expect(screen.getByRole('img', { name: /^Win: half of 200 payoffs/ })).toBeDefined();
  expect(screen.getByRole('note').textContent).toContain('1 payoff has no readable amount');
});

it('a figure leads to its payoffs: the filters of the list, and its order', async () => {
  const { user, last } = await openPayoffs();
  await user.click(within(rowOf('Trifecta')).getByRole('button', { name: '80.0%' }));
  await waitFor(() =>
    expect(last()).toEqual({
      filters: [
        { column: 'bet', text: '=trifecta' },
        { column: 'payoff', text: '>=10000' },
      ],
      sort: [{ column: 'payoff', direction: 'descending' }],
    }),
  );
  expect(screen.getByRole('group', { name: 'Bet: Trifecta' })).toBeDefined();
});

it('the amounts are the user’s own, in any notation, remembered, and kept if they cannot be read', async () => {
  const { user, above, remembered } = await openPayoffs();
  const field = screen.getByRole('textbox', { name: 'Shares from (yen)' });
  await user.clear(field);
  await user.type(field, '5,000 1万{Enter}');
  await waitFor(() => expect(above.at(-1)).toEqual([5000, 10_000]));
  expect(screen.getByRole('columnheader', { name: '≥ 5,000' })).toBeDefined();
  expect(remembered['payoffs.thresholds']).toBe('[5000,10000]');
  await user.type(field, ' much{Enter}');
  expect(screen.getByText(/Up to 4 amounts in whole yen/)).toBeDefined();
  expect(above.at(-1)).toEqual([5000, 10_000]);
  await user.keyboard('{Escape}');
  expect((field as HTMLInputElement).value).toBe('5,000 10,000');
});

it('a distribution is a chart, a sentence and a table; its bars are walked by keyboard and lead to their payoffs', async () => {
  const { user, last } = await openPayoffs();
  await user.click(screen.getByRole('tab', { name: 'Distribution' }));
  expect(await screen.findByText(/^Win: half of 200 payoffs lie between 300 and 1,050 yen/)).toBeDefined();
  act(() => screen.getByRole('button', { name: /^100 to below 125 yen: 50 payoffs, 25.0 %/ }).focus());
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(
    /^125 to below 160 yen: 150 payoffs, 75.0 %. 100.0 %/,
  );
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(last()?.filters).toEqual([
      { column: 'bet', text: '=win' },
      { column: 'payoff', text: '>=125 <160' },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'As a table' }));
  expect(texts(rowOf('125 to below 160'))).toEqual(['150', '75.0%', '100.0%']);
});

it('ranks have rates with intervals, and say what is not counted', async () => {
  const { user, last } = await openPayoffs();
  await user.click(screen.getByRole('tab', { name: 'Popularity' }));
  const table = await screen.findByRole('table', { name: 'Popularity' });
  const [, first, second] = within(table).getAllByRole('row');
  if (!first || !second) throw new Error('no rows');
  expect(texts(first).slice(0, 4)).toEqual(['190', '60', '31.6 25.4–38.5', '80.0 62.0–98.0']);
  // Nothing was won: no resample could tell more.
  expect(texts(second).slice(0, 4)).toEqual(['12', '0', '0.0 0.0–24.3', '0.0 –']);
  expect(screen.getByText(/4 races are not counted.*these filters do not apply here: Payoff/)).toBeDefined();
  expect(
    within(first).getByRole('img', { name: /return 80\.0 %, interval 62\.0 to 98\.0 %$/ }),
  ).toBeDefined();
  expect(within(second).getByRole('img', { name: /return 0\.0 %, no interval$/ })).toBeDefined();
  await user.click(within(first).getByRole('button', { name: '60' }));
  await waitFor(() => expect(last()?.filters).toContainEqual({ column: 'popularity', text: '=1' }));
});

it('a figure leads to its payoffs among those that pass: filters of its own columns stay, but for those that do not apply', async () => {
  const { user, last } = await openPayoffs();
  await user.click(within(rowOf('Win')).getByRole('button', { name: '1.5%' }));
  await waitFor(() => expect(last()?.filters).toContainEqual({ column: 'payoff', text: '>=10000' }));
  await user.click(screen.getByRole('tab', { name: 'Distribution' }));
  await user.click(await screen.findByRole('button', { name: /^125 to below 160 yen/ }));
  await waitFor(() =>
    expect(last()?.filters).toEqual([
      { column: 'bet', text: '=win' },
      { column: 'payoff', text: '>=10000 >=125 <160' },
    ]),
  );
  await user.click(screen.getByRole('tab', { name: 'Popularity' }));
  await user.click(await screen.findByRole('button', { name: '60' }));
  await waitFor(() =>
    expect(last()?.filters).toEqual([
      { column: 'bet', text: '=win' },
      { column: 'popularity', text: '=1' },
    ]),
  );
});

it('courses and months lead to their payoffs, of the bet that is chosen', async () => {
  const { user, last, ofBet } = await openPayoffs();
  await user.click(screen.getByRole('tab', { name: 'Courses' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bet' }), 'Trifecta');
  await waitFor(() => expect(ofBet.at(-1)).toBe('trifecta'));
  await user.click(
    within(await screen.findByRole('row', { name: /^Tokyo/ })).getByRole('button', { name: 'Tokyo' }),
  );
  await waitFor(() =>
    expect(last()?.filters).toEqual([
      { column: 'bet', text: '=trifecta' },
      { column: 'racecourse_cd', text: '=05' },
    ]),
  );
  await user.click(screen.getByRole('tab', { name: 'Months' }));
  await user.click(await screen.findByRole('button', { name: '2026-11' }));
  await waitFor(() => expect(last()?.filters).toContainEqual({ column: 'racedate', text: '2026-11' }));
});

it('the biggest payoffs and the races that paid nothing open their races', async () => {
  const { user } = await openPayoffs();
  await user.click(screen.getByRole('tab', { name: 'Biggest' }));
  await user.click(await screen.findByRole('link', { name: '2026-11-14 (Sat) Tokyo 11R' }));
  expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({
    screen: 'race',
    racekey: '05264411',
    tab: 'payoffs',
  });
});

it('races with a dead heat or refunds are counted apart, shown alone and left out', async () => {
  const { user, last } = await openPayoffs();
  expect(screen.getByRole('note').textContent).toMatch(
    /190 races.*2 with a dead heat.*7 with stakes given back/,
  );
  await user.click(screen.getByRole('button', { name: 'leave out races with a dead heat' }));
  await waitFor(() => expect(last()?.filters).toEqual([{ column: 'dead_heat', text: '=0' }]));
  await user.click(screen.getByRole('button', { name: 'only these: races with stakes given back' }));
  await waitFor(() => expect(last()?.filters).toContainEqual({ column: 'refunded_numbers', text: '!=' }));
  expect(screen.getByRole('link', { name: '2026-11-14 (Sat) Tokyo 4R' })).toBeDefined();
});

it('a condition of races is a filter of the list, and the figures are computed again', async () => {
  const { user, last, above } = await openPayoffs();
  const before = above.length;
  const button = screen.getByRole('button', { name: 'Racecourse', pressed: false });
  await user.click(button);
  await user.click(await screen.findByRole('checkbox', { name: /Tokyo/ }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() =>
    expect(last()?.filters).toEqual([{ column: 'racecourse_cd', text: expect.stringContaining('05') }]),
  );
  await waitFor(() => expect(above.length).toBeGreaterThan(before));
  expect(screen.getByRole('button', { name: 'Racecourse', pressed: true })).toBeDefined();
});

it('new payoffs are in the figures as soon as they are in the list', async () => {
  const { above, write } = await openPayoffs();
  const before = above.length;
  act(write);
  await waitFor(() => expect(above.length).toBeGreaterThan(before), { timeout: 8000 });
  expect(await screen.findByText('412 payoffs')).toBeDefined();
});

it('another period is shown while one is still being opened', async () => {
  const client = fakeBridge({
    settings: { recall: async () => ({}), remember: async () => ({}) },
    days: { list: async () => ({ days: [] }), stored: async () => ({}) },
    results: { open: () => new Promise<never>(() => undefined) },
  });
  await draw(<PayoffsScreen from="20261001" to={TODAY} />, client, 'en');
  const user = userEvent.setup();
  const from = within(screen.getByRole('group', { name: 'From' }));
  fireEvent.keyDown(from.getByRole('spinbutton', { name: /year/ }), { key: 'ArrowDown' });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(currentStep(useNavigationStore.getState().trail).route).toEqual({
    screen: 'payoffs',
    from: '20251001',
    to: TODAY,
  });
});

it('speaks Japanese', async () => {
  const { user } = await openPayoffs('ja', { 'payoffs.thresholds': [10_000, 25_000] });
  expect(screen.getByRole('columnheader', { name: '1万円以上' })).toBeDefined();
  expect(screen.getByRole('columnheader', { name: '25,000円以上' })).toBeDefined();
  await user.click(screen.getByRole('tab', { name: '人気別' }));
  expect(await screen.findByText(/不明な4レースは数えません/)).toBeDefined();
});

it('figures over a period with gaps say so', async () => {
  await openPayoffs('en', {}, false);
  expect(screen.getByText(/Payoffs of the period are missing/)).toBeDefined();
  cleanup();
  await openPayoffs();
  expect(screen.queryByText(/Payoffs of the period are missing/)).toBeNull();
});
