import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandsByKey } from '../../app/commands/keyboard.ts';
import { navigation, useNavigationStore, useRoute, useStepId } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACE = '05265611';
const NAMES = ['アルファ', 'ベータ', 'ガンマ'];

/** A record of each runner; `more` by its number. */
const records = (more: (number: number) => Row): readonly Row[] =>
  NAMES.map((_, at) => ({ racekey: RACE, horse_number: `0${at + 1}`, ...more(at + 1) }));

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [{ racekey: RACE, racedate: '20261115', racecourse_cd: '05', headcount: '3', distance: '1600' }],
  d_ky: records((number) => ({
    horse_id: `HORSE000000${number}`,
    horse_name: NAMES[number - 1] ?? null,
    adjust_idm: `${50 - number}.0`,
  })),
  t_ze: records((number) => ({
    race_back_1_racedate: '20261101',
    race_back_1_racekey: '05265503',
    race_back_1_horse_number: `1${number}`,
    race_back_1_order_of_finish: '2',
  })),
  // The last number wins.
  d_se: records((number) => ({
    order_of_finish: String(4 - number),
    trouble_classification: '0',
    time_record: '950',
  })),
};

const bridge = fakeBridge({ results: { read: readTables((table) => TABLES[table] ?? [], TODAY) } });

/** Like App, mounts a new screen for a new step. */
function Window() {
  const place = useRoute();
  const step = useStepId();
  return place.screen === 'race' ? (
    <RaceScreen key={step} racekey={place.racekey} tab={place.tab} runner={place.runner} />
  ) : (
    <p>{place.screen}</p>
  );
}

async function open(tab: 'card' | 'result', runner?: number) {
  await draw(<Window />, bridge);
  const user = userEvent.setup();
  const chosen = runner === undefined ? {} : { runner };
  act(() => navigation.go({ screen: 'race', racekey: RACE, tab, ...chosen }));
  await screen.findByRole(tab === 'card' ? 'table' : 'grid');
  return user;
}

const rowOf = (selector: string): string | undefined =>
  [...document.querySelectorAll(selector)].map((row) => row.textContent ?? '').find((text) => text !== '');

/** What the current row of the grid that is seen says. */
const rowOfGrid = (): string | undefined =>
  within(screen.getByRole('grid'))
    .getAllByRole('gridcell')
    .find((cell) => cell.tabIndex === 0)
    ?.closest('[role="row"]')?.textContent ?? undefined;

const clickOn = (user: ReturnType<typeof userEvent.setup>, selector: string) =>
  user.click(document.querySelector(selector) ?? document.body);

const routeNow = () => currentStep(useNavigationStore.getState().trail).route;

let stopListening: () => void;
beforeEach(() => {
  stopListening = runCommandsByKey(window);
});
afterEach(() => {
  stopListening();
  cleanup();
});

describe('the selected runner', () => {
  it('is the same on all tabs of the race, and Back returns to it', async () => {
    const user = await open('card');
    await clickOn(user, '.card tbody tr:nth-child(2) .is-number');
    expect(screen.getByRole('heading', { name: 'Number 2: ベータ' })).toBeDefined();
    await user.keyboard('5');
    await waitFor(() => expect(rowOfGrid()).toContain('ベータ'));
    await user.keyboard('{ArrowDown}');
    expect(rowOfGrid()).toContain('アルファ');
    await user.keyboard('4');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('アルファ'));
    expect(rowOf('.past .is-current')).toContain('アルファ');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await user.keyboard('1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ガンマ'));
    await user.keyboard('{Enter}');
    expect(screen.getByText('horse')).toBeDefined();
    act(() => navigation.back());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ガンマ'));
    await user.keyboard('5');
    await waitFor(() => expect(rowOfGrid()).toContain('ガンマ'));
  });

  it('stays selected in another order', async () => {
    const user = await open('card');
    await clickOn(user, '.card tbody tr:nth-child(3) .is-number');
    await user.click(within(screen.getByRole('columnheader', { name: 'IDM' })).getByRole('button'));
    await user.click(within(screen.getByRole('columnheader', { name: 'IDM' })).getByRole('button'));
    expect(rowOf('.card tbody tr')).toContain('ガンマ');
    expect(rowOf('.card .is-current')).toContain('ガンマ');
  });

  it('is the one in the address, until another is chosen', async () => {
    const user = await open('result', 1);
    await waitFor(() => expect(rowOfGrid()).toContain('アルファ'));
    // From the heading into the rows, and one up.
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(rowOfGrid()).toContain('ベータ');
    await user.keyboard('1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ベータ'));
    await user.keyboard('5');
    await waitFor(() => expect(rowOfGrid()).toContain('ベータ'));
  });

  it('is nobody until one is chosen: each tab begins with its first row', async () => {
    const user = await open('result');
    await user.keyboard('{ArrowDown}');
    expect(rowOfGrid()).toContain('ガンマ');
    await user.keyboard('1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('アルファ'));
    await user.keyboard('5');
    await waitFor(() => expect(rowOfGrid()).toContain('ガンマ'));
  });

  it.each(['.card-finish', '.past-run .place-link'])('is that of the past run (%s)', async (link) => {
    const user = await open('card');
    if (link.startsWith('.past')) await user.keyboard('4');
    await waitFor(() => expect(document.querySelector(link)).not.toBeNull());
    await clickOn(user, link);
    await waitFor(() => expect(routeNow()).toMatchObject({ racekey: '05265503', tab: 'result', runner: 11 }));
  });
});
