import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { DayField } from './DayField.tsx';

const STORED: Readonly<Record<string, readonly string[]>> = {
  '20261107': ['d_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj'],
  '20261108': ['d_ra', 'd_ka', 'd_hj'],
  '20261114': ['d_ka'],
};

/** Answers for the days above, and knows nothing of others. */
const bridge = (asked: DownloadSelection[] = []) =>
  fakeBridge({
    downloads: {
      calendar: async (selection: DownloadSelection) => {
        asked.push(selection);
        return selection.tables.map((table) => ({
          table,
          days: Object.keys(STORED)
            .concat('20261003')
            .filter((day) => selection.from <= day && day <= selection.to)
            .map((racedate) =>
              STORED[racedate]?.includes(table) === true
                ? { racedate, state: 'complete', records: 9, fetchedAt: 1 }
                : { racedate, state: 'missing', records: 0 },
            ),
        }));
      },
    },
  });

const field = (
  <DayField
    racedate="20261115"
    today={TODAY}
    days={[{ racedate: '20261115', racecourses: ['05'], past: true }]}
    onShow={() => undefined}
  />
);

afterEach(cleanup);

it.each([
  ['en', 'Open calendar', 'race day, stored in full', 'race day, stored in part', 'race day, not stored'],
  ['ja', 'カレンダーを開く', '開催日、保存済み', '開催日、一部のみ保存', '開催日、未取得'],
] as const)('says of each race day of the month what is stored (%s)', async (language, open, ...states) => {
  await draw(field, bridge(), language);
  await userEvent.setup().click(screen.getByRole('button', { name: new RegExp(open) }));
  const glyphs = ['■', '◐', '□'];
  for (const [at, state] of states.entries())
    expect((await screen.findByRole('button', { name: new RegExp(`${state}$`) })).textContent).toBe(
      `${['7', '8', '14'][at]}${glyphs[at]}`,
    );
  const legend = [...document.querySelectorAll('.date-field-legend li')].map((item) => item.textContent);
  expect(legend).toEqual(states.map((state, at) => `${glyphs[at]} ${state.split(/, |、/)[1]}`));
});

it('reads a month when it is shown, and says if it is not known whether its days raced', async () => {
  const user = userEvent.setup();
  const asked: DownloadSelection[] = [];
  await draw(field, bridge(asked));
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: /Open calendar/ }));
  await screen.findByRole('button', { name: /November 7.*stored in full$/ });
  // Known from the weeks around, but not from what is stored.
  expect(screen.getByRole('button', { name: /November 15.* race day$/ })).toBeDefined();
  expect(screen.queryByText(/not stored whether/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText(/not stored whether there is racing/)).toBeDefined();
  expect(asked.map(({ from, to }) => `${from} ${to}`)).toEqual(['20261101 20261130', '20261001 20261031']);
});

it('keeps the race days that it knows if what is stored cannot be read', async () => {
  await draw(field, fakeBridge());
  await userEvent.setup().click(screen.getByRole('button', { name: /Open calendar/ }));
  expect(await screen.findByText('What is stored could not be read.')).toBeDefined();
  expect(screen.getByRole('button', { name: /November 15.* race day$/ })).toBeDefined();
});
