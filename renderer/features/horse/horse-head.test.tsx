// The header of a horse without its master record: the service has none, or it could not be read.

import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { HorseScreen } from './HorseScreen.tsx';

afterEach(cleanup);

const RUNS = [
  { racedate: '20261115', racekey: '05265611', order_of_finish: '1', horse_name: null },
  { racedate: '20261101', racekey: '05265505', order_of_finish: '2', horse_name: 'アルファ' },
];

const none = async () => sheetOf([]);
const fails = async () => {
  throw codedError('UNREACHABLE', { detail: 'refused' });
};

it.each([
  ['that the service does not have', none, true],
  ['that could not be read', fails, false],
])('with a record %s has the name of its runs, and can be watched', async (_, readMaster, isDenied) => {
  const { kept, ...annotations } = fakeAnnotations();
  const read = ({ source }: { source: ResultSource }) =>
    source.kind === 'subject' ? Promise.resolve(sheetOf(RUNS)) : readMaster();
  const races = { entries: async () => ({ entries: [], days: [] }), rivals: async () => [] };
  await draw(<HorseScreen horse_id="HORSE0000001" />, fakeBridge({ results: { read }, annotations, races }));
  expect(await screen.findByRole('heading', { level: 1, name: 'アルファ' })).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /Watch/ }));
  await waitFor(() =>
    expect(kept.get('horse:HORSE0000001')).toMatchObject({ watched: true, name: 'アルファ' }),
  );
  expect(screen.queryByText('Horse not found') !== null).toBe(isDenied);
});
