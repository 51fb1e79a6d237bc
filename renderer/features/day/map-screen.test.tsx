import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { RaceDay } from '#shared/bridge/days.ts';
import { navigation, useRoute, useStepId } from '../../app/navigation/navigation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { calendarOf, readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { figuresAt } from '../../racing/figures/shown-figures.ts';
import { DayScreen } from './DayScreen.tsx';

const RACE = '05265601';

/** Number 1 is the first by the overall index, number 2 by the jockey index. */
const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [
    { racekey: RACE, racecourse_cd: '05', holding_classification: '1', post_time: '0955', headcount: '2' },
  ],
  d_ky: [
    {
      racekey: RACE,
      horse_number: '01',
      horse_name: 'イチバン',
      integration_index: '60.0',
      jockey_index: '0.1',
    },
    {
      racekey: RACE,
      horse_number: '02',
      horse_name: 'ニバン',
      integration_index: '40.0',
      jockey_index: '1.0',
    },
  ],
  d_se: [
    { racekey: RACE, horse_number: '01', order_of_finish: '01', confirmed_win_odds: '24.0' },
    { racekey: RACE, horse_number: '02', order_of_finish: '02', confirmed_win_odds: '1.1' },
  ],
};

const DAY: RaceDay = { racedate: '20261115', racecourses: ['05'], past: true };

const bridge = (remembered = new Map([['day.form', '"map"']])) =>
  fakeBridge({
    days: { list: calendarOf([DAY]) },
    results: { read: readTables((table) => TABLES[table] ?? [], TODAY) },
    settings: {
      recall: async ({ key }: { key: string }) => ({ json: remembered.get(key) }),
      remember: async ({ key, json }: { key: string; json: string }) => {
        remembered.set(key, json);
        return {};
      },
    },
  });

/** Like App, mounts a new screen for a new step. */
function Window() {
  const place = useRoute();
  const step = useStepId();
  return place.screen === 'day' ? <DayScreen key={step} racedate="20261115" /> : <p>{place.screen}</p>;
}

afterEach(cleanup);

it('draws every runner, says in a sentence what is seen, and names the outliers', async () => {
  await draw(<Window />, bridge());
  const map = await screen.findByRole('group', { name: /^2 runners of 1 races by Overall index/ });
  expect(
    within(map).getByRole('link', {
      name: 'Tokyo 1R 1 イチバン, Overall index 60.0, rank 1 of 2, odds 24.0 (final), fav. 2, finished 1',
    }),
  ).toBeDefined();
  expect(map.getAttribute('aria-label')).toContain(
    'Of 1 races run, the first by the index won 1 and the favorite 0.',
  );
  expect(screen.getByText(/Odds: final for 2 runners/)).toBeDefined();
  const overlooked = screen.getByRole('heading', { name: 'Ranked 1 to 3 at 20.0 or longer 1' }).parentElement;
  expect(overlooked?.textContent).toContain('Tokyo 1R 1 イチバン');
});

it('ranks by another index, which is remembered', async () => {
  const user = userEvent.setup();
  const remembered = new Map([['day.form', '"map"']]);
  await draw(<Window />, bridge(remembered));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Index' }), 'Jockey index');
  expect(screen.getByRole('link', { name: /2 ニバン, Jockey index 1.0, rank 1 of 2/ })).toBeDefined();
  expect(remembered.get('day.map.index')).toBe('"jockey_index"');
});

it('moves by arrow keys between runners, opens the race of one, and comes back to it', async () => {
  const user = userEvent.setup();
  await draw(<Window />, bridge());
  const first = await screen.findByRole('link', { name: /^Tokyo 1R 1 イチバン, / });
  first.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toContain('2 ニバン');
  await user.keyboard('{Enter}');
  expect(screen.getByText('race')).toBeDefined();
  navigation.back();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('2 ニバン'));
});

it('has all figures as a table', async () => {
  const user = userEvent.setup();
  await draw(<Window />, bridge());
  await user.click(await screen.findByRole('button', { name: 'As a table' }));
  const rows = within(screen.getByRole('table')).getAllByRole<HTMLTableRowElement>('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'RaceRunnerRankOverall indexWin oddsOdds arePopularityFinish',
    'Tokyo 1R1 イチバン160.024.0Final21',
    'Tokyo 1R2 ニバン240.01.1Final12',
  ]);
  const about = figuresAt(rows[1]?.cells[4] ?? null);
  expect(about?.column).toBe('confirmed_win_odds');
  expect(about?.figures.map(({ column, raw, origin }) => [column.name, raw, origin?.table])).toEqual([
    ['integration_index', '60.0', 'd_ky'],
    ['confirmed_win_odds', '24.0', 'd_se'],
    ['order_of_finish', '01', 'd_se'],
  ]);
});
