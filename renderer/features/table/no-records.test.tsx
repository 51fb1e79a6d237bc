import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { NoRecords } from './NoRecords.tsx';

const RACE = '05264101';
const PERIOD = { from: '20261114', to: '20261115' };

const drawEmpty = (source: ResultSource, complete = false) =>
  draw(
    <NoRecords
      opened={{
        state: 'open',
        source,
        summary: sheetOf([], { resultId: 'r1', records: 0, complete }),
        refresh: () => undefined,
      }}
      behind={null}
      failed={null}
    >
      {undefined}
    </NoRecords>,
    fakeBridge({}),
  );

afterEach(cleanup);

describe('a subject without rows', () => {
  it('over days says how many of them are fetched at most, and leads to the downloads', async () => {
    await drawEmpty({ kind: 'subject', subject: 'runners', ...PERIOD });
    expect(screen.getByText(/Run fetches up to 7 days/)).toBeTruthy();
    cleanup();
    await drawEmpty({ kind: 'subject', subject: 'payoffs', ...PERIOD });
    expect(screen.getByText(/Run fetches up to 366 days/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Download these days' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({
      screen: 'downloads',
      ...PERIOD,
    });
  });

  it('of one race leads to the race, which fetches it', async () => {
    await drawEmpty({ kind: 'subject', subject: 'runners', racekey: RACE });
    expect(screen.queryByText(/Run fetches/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open race' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({
      screen: 'race',
      racekey: RACE,
    });
  });

  it('says that there are none if nothing is missing', async () => {
    await drawEmpty({ kind: 'subject', subject: 'runners', ...PERIOD }, true);
    expect(screen.getByText('No records match')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download these days' })).toBeNull();
  });
});
