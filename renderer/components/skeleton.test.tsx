import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../testing/draw.tsx';
import { fakeBridge, IDLE, standing } from '../testing/fake-bridge.ts';
import { Skeleton } from './Skeleton.tsx';

afterEach(cleanup);

const making = fakeBridge({
  app: { activity: async () => standing({ ...IDLE, sampleDays: { made: 6, of: 19 } }) },
});

it('a wait shows that the sample is still being generated, and its progress', async () => {
  await draw(<Skeleton />, making);
  expect(await screen.findByText('day 7 of 19')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Generating sample data' })).toBeDefined();
});

it('a wait omits the sample if the text above mentions it', async () => {
  await draw(<Skeleton isExplained />, making);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  expect(screen.queryByText('day 7 of 19')).toBeNull();
});
