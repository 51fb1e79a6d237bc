import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunKey } from '#shared/bridge/races.ts';
import { runCommandsByKey } from '../../app/commands/keyboard.ts';
import { navigation, useNavigationStore, useRoute, useStepId } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACE = '05265611';
const SHARED = '05265503';
const NAMES = ['アルファ', 'ベータ', 'ガンマ'];

/** A record of each runner; `more` by its number. */
const records = (more: (number: number) => Row): readonly Row[] =>
  NAMES.map((_, at) => ({ racekey: RACE, horse_number: `0${at + 1}`, ...more(at + 1) }));

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [{ racekey: RACE, racedate: '20261115', racecourse_cd: '05', headcount: '3', distance: '1600' }],
  d_ky: records((number) => ({
    bracket_number: String(number),
    horse_id: `HORSE000000${number}`,
    horse_name: NAMES[number - 1] ?? null,
    jockey_cd: `0100${number}`,
    jockey_name: `騎手${number}`,
  })),
  // The first two ran in one race, the third in another.
  t_ze: records((number) => ({
    race_back_1_racedate: '20261101',
    race_back_1_racekey: number === 3 ? '05265504' : SHARED,
    race_back_1_horse_number: String(number + 4).padStart(2, '0'),
    race_back_1_order_of_finish: String(2 * number - 1),
  })),
  // The first had the rider of another today, the second one who rides nobody, the third one of whom there is no name.
  t_zk: records((number) => ({
    race_back_1_racedate: '20261101',
    race_back_1_racekey: number === 3 ? '05265504' : SHARED,
    race_back_1_jockey_cd: ['01003', '01009', '01008'][number - 1] ?? null,
  })),
};

let nameThem = (): void => undefined;

/** The service has answered that it lacks the races that were asked for. */
let endFetch = (): void => undefined;

/** Names of riders come when `nameThem` is called. */
const bridge = () =>
  fakeBridge({
    results: { read: readTables((table) => TABLES[table] ?? [], TODAY) },
    races: {
      conditions: async () => [
        { racekey: SHARED, distance: '1600', track_type: '1', race_name: '水仙特別', condition_cd: '05' },
      ],
      async *fetch({ races }: { races: readonly RunKey[] }) {
        await new Promise<void>((resolve) => {
          endFetch = resolve;
        });
        yield { type: 'done', missing: races.map(({ racekey }) => racekey) };
      },
      carriedWeights: async ({ runs }: { runs: readonly RunKey[] }) =>
        runs
          .filter(({ racekey }) => racekey === SHARED)
          .map((run) => ({ ...run, weight: `5${run.horse_number}5` })),
    },
    find: {
      people: () =>
        new Promise((resolve) => {
          nameThem = () => resolve([{ code: '01009', name: '名手' }]);
        }),
    },
  });

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

async function openPast() {
  await draw(<Window />, bridge());
  act(() => navigation.go({ screen: 'race', racekey: RACE, tab: 'past' }));
  return screen.findByRole('table', { name: 'Past runs of every runner' });
}

const cellOf = (table: HTMLElement, name: string): HTMLElement => {
  const cell = within(table).getByText(name).closest('tr')?.querySelector('td');
  if (cell == null) throw new Error('a runner has a last run');
  return cell;
};

let stopListening: () => void;
beforeEach(() => {
  stopListening = runCommandsByKey(window);
});
afterEach(() => {
  stopListening();
  cleanup();
});

describe('a past run', () => {
  it('has the class of a named race without a grade', async () => {
    const table = await openPast();
    await waitFor(() => expect(cellOf(table, 'アルファ').textContent).toContain('1-win class 水仙特別'));
  });

  it('keeps the room of its race while that is asked for, so that no row grows', async () => {
    const table = await openPast();
    const lineOf = (name: string) => cellOf(table, name).querySelector('.past-run-race')?.textContent;
    expect(NAMES.map(lineOf)).not.toContain(undefined);
    await waitFor(() => expect(lineOf('アルファ')).toContain('水仙特別'));
    expect(lineOf('ガンマ')).toBe('–');
    await act(async () => endFetch());
    await waitFor(() => expect(lineOf('ガンマ')).toBeUndefined());
  });

  it('names its rider, who is a link: of the card at once, others when they are known, or else the code', async () => {
    const user = userEvent.setup();
    const table = await openPast();
    const riderOf = (name: string) => cellOf(table, name).querySelector('.past-run-rider');
    await waitFor(() => expect(NAMES.map((name) => riderOf(name)?.textContent)).toEqual(['騎手3', '', '']));
    expect(table.getAttribute('aria-busy')).toBe('true');
    await act(async () => nameThem());
    await waitFor(() =>
      expect(NAMES.map((name) => riderOf(name)?.textContent)).toEqual(['騎手3', '名手', 'code 01008']),
    );
    expect(table.getAttribute('aria-busy')).toBe('false');
    await user.click(within(cellOf(table, 'ベータ')).getByRole('link', { name: '名手' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({
      screen: 'person',
      kind: 'jockey',
      id: '01009',
    });
  });

  it('has what was carried, as far as the card of its race is stored', async () => {
    const user = userEvent.setup();
    const table = await openPast();
    const carried = () =>
      NAMES.map((name) => within(cellOf(table, name)).queryByTitle('Weight carried')?.textContent);
    await waitFor(() => expect(carried()).toEqual(['55.5', '56.5', undefined]));
    await user.keyboard('d');
    const brief = cellOf(table, 'アルファ').querySelector('.is-compact');
    expect(brief?.getAttribute('title')).toContain('Jockey: 騎手3 55.5');
  });

  it('marks those of today that ran in the same race, and tints their cells where one is pointed at', async () => {
    const user = userEvent.setup();
    const table = await openPast();
    const metIn = () =>
      NAMES.map((name) => cellOf(table, name).querySelector('.past-run-met')?.textContent.trim());
    await waitFor(() => expect(metIn()).toEqual(['Met 2 (3rd)', 'Met 1 (1st)', undefined]));
    const tinted = () => NAMES.map((name) => cellOf(table, name).classList.contains('is-same-race'));
    fireEvent.pointerOver(cellOf(table, 'アルファ'));
    expect(tinted()).toEqual([true, true, false]);
    fireEvent.pointerOver(cellOf(table, 'ガンマ'));
    expect(tinted()).toEqual([false, false, false]);
    act(() => cellOf(table, 'ベータ').querySelector<HTMLElement>('[data-stop]')?.focus());
    expect(tinted()).toEqual([true, true, false]);
    // In brief: a mark whose name is the line.
    await user.keyboard('d');
    expect(within(cellOf(table, 'アルファ')).getByRole('img').getAttribute('aria-label')).toBe('Met 2 (3rd)');
    const brief = cellOf(table, 'アルファ').querySelector('.is-compact');
    expect(brief?.getAttribute('title')).toContain('Met 2 (3rd)');
    expect(brief?.getAttribute('title')).toContain('Jockey: 騎手3');
    expect(metIn()).toEqual([undefined, undefined, undefined]);
  });
});
