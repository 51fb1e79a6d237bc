import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { DockedMap } from './DockedMap.tsx';

const bridge = (records: number) =>
  fakeBridge({
    downloads: {
      calendar: async ({ from, tables }: { from: string; tables: readonly string[] }) =>
        tables.map((table) => ({
          table,
          days: [{ racedate: from, state: records > 0 ? 'complete' : 'missing', records }],
        })),
    },
  });

const docked = (racedate: string) => (
  <DockedMap racedate={racedate} today={TODAY}>
    <p>the map</p>
  </DockedMap>
);

afterEach(cleanup);

it('draws the map of a past day whose cards are stored, and of a coming day, at once', async () => {
  await draw(docked('20261115'), bridge(500));
  expect(await screen.findByText('the map')).toBeDefined();
  cleanup();
  await draw(docked('20261128'), bridge(0));
  expect(screen.getByText('the map')).toBeDefined();
});

it('requests the cards of a past day only when the map is wanted', async () => {
  await draw(docked('20261115'), bridge(0));
  const offer = await screen.findByRole('button', { name: 'Compare odds and index' });
  expect(screen.queryByText('the map')).toBeNull();
  await userEvent.setup().click(offer);
  expect(screen.getByText('the map')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('the map');
});
