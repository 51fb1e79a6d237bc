// The returns of the indices: each with its interval, or a dash.

import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge } from '../../../testing/fake-bridge.ts';
import { RecordTable } from './RecordTable.tsx';

afterEach(cleanup);

it('a return has its interval, and a dash without one', async () => {
  const record = {
    column: 'integration_index_rank',
    races: 8,
    runners: 8,
    finish: { starts: 8, first: 0, firstTwo: 1, firstThree: 3 },
    win: { n: 8, yen: 0 },
    place: { n: 8, yen: 600, interval: { low: 20.4, high: 130.2 } },
    filters: [],
  };
  await draw(<RecordTable records={[record]} onFilters={() => {}} />, fakeBridge({}));
  expect(
    screen
      .getAllByRole('cell')
      .slice(-2)
      .map(({ textContent }) => textContent),
  ).toEqual(['0.0– · n=8', '75.020–130 · n=8']);
});
