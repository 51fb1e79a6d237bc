import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandsByKey } from '../../app/commands/keyboard.ts';
import { navigation, useRoute, useStepId } from '../../app/navigation/navigation.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from './RaceScreen.tsx';

const PAST = '05265611';
const COMING = '05266411';

const program = (racekey: string, racedate: string, more: Row = {}): Row => ({
  racekey,
  racedate,
  racecourse_cd: racekey.slice(0, 2),
  post_time: '1540',
  track_type: '1',
  distance: '1600',
  turn_cd: '2',
  headcount: '3',
  prize_win: '560',
  ...more,
});

const entry = (horse_number: string, horse_name: string, more: Row = {}): Row => ({
  racekey: PAST,
  horse_number,
  bracket_number: horse_number,
  horse_id: `HORSE000000${horse_number}`,
  horse_name,
  jockey_name: `騎手${horse_number}`,
  sex_cd: '1',
  horse_age: '4',
  weight_to_carry: '570',
  adjust_idm: `${50 - Number(horse_number)}.0`,
  integration_mark: horse_number,
  ...more,
});

const finish = (horse_number: string, order_of_finish: string, more: Row = {}): Row => ({
  racekey: PAST,
  horse_number,
  order_of_finish,
  trouble_classification: '0',
  time_record: '950',
  idm: null,
  ...more,
});

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [
    program('05265610', '20261115'),
    program(PAST, '20261115', { race_name: '秋風記念', grade_cd: '2' }),
    program('08265611', '20261115'),
  ],
  t_ra: [program(COMING, '20261121', { original_post_time: '1535' })],
  d_ky: [
    entry('1', 'アルファ', { apprentice_class: '4' }),
    entry('2', 'ベータ', { withdrawn_flag: '1', apprentice_class: '9' }),
    entry('3', 'ガンマ', { apprentice_class: '3' }),
  ],
  t_ze: [
    {
      racekey: PAST,
      horse_number: '01',
      race_back_1_racedate: '20261101',
      race_back_1_racekey: '05265503',
      race_back_1_order_of_finish: '2',
    },
  ],
  d_se: [finish('3', '1'), finish('1', '0', { trouble_classification: '3', time_record: null })],
  d_hj: [
    {
      racekey: PAST,
      win_horse_number_1: '03',
      win_payoff_1: '1540',
      win_popularity_1: '6',
      trifecta_number_1: '030105',
      trifecta_payoff_1: '123450',
      trifecta_popularity_1: '300',
      refund_number_1: '02',
    },
  ],
};

const inRace = (row: Row, racekey: string | undefined): boolean =>
  racekey === undefined || row['racekey'] === racekey;

const bridge = fakeBridge({
  results: {
    read: readTables(
      (table, { racekey }) => (TABLES[table] ?? []).filter((row) => inRace(row, racekey)),
      TODAY,
      (table) => ({ provisional: table === 'd_se' ? 1 : 0 }),
    ),
  },
});

/** Like App, mounts a new screen for a new step. */
function Window() {
  const place = useRoute();
  const step = useStepId();
  return place.screen === 'race' ? (
    <RaceScreen key={step} racekey={place.racekey} tab={place.tab} />
  ) : (
    <p>{place.screen}</p>
  );
}

async function openRace(
  racekey: string,
  tab: 'card' | 'result' | 'payoffs' | 'prerace',
  language: 'en' | 'ja' = 'en',
) {
  await draw(<Window />, bridge, language);
  navigation.go({ screen: 'race', racekey, tab });
}

let stopListening: () => void;
beforeEach(() => {
  stopListening = runCommandsByKey(window);
});
afterEach(() => {
  stopListening();
  cleanup();
});

describe('the race screen', () => {
  it('shows name, conditions and prizes', async () => {
    await openRace(PAST, 'card', 'ja');
    const heading = await screen.findByRole('heading', { level: 1, name: /東京 11R 秋風記念/ });
    expect(heading.textContent).toContain('G2');
    expect(await screen.findByText('芝 1600 m・左')).toBeDefined();
    expect(screen.getByText(/本賞金 560 万円/)).toBeDefined();
  });

  it('shows the card with marks, a withdrawn runner’s reason and the last finishes', async () => {
    await openRace(PAST, 'card');
    const row = (await screen.findByText('アルファ')).closest('tr');
    if (row === null) throw new Error('a runner stands in a row');
    expect(within(row).getByRole('img', { name: /honmei/ }).textContent).toBe('◎');
    expect(await within(row).findByRole('link', { name: /2026-11-01.*: 2/ })).toBeDefined();
    expect(screen.getByText('ベータ').closest('tr')?.textContent).toContain('Withdrawn');
    const signs = [...document.querySelectorAll('.card-apprentice')].map((sign) => sign.textContent);
    expect(signs).toEqual(['★', '◇', '▲']);
    expect(screen.getByText('ガンマ').closest('tr')?.textContent).toContain('▲騎手3');
  });

  it('says that past runs could not be read, and neither debut nor Complete', async () => {
    const read = readTables((table) => TABLES[table] ?? [], TODAY);
    const broken = fakeBridge({
      results: {
        read: async (input: Parameters<typeof read>[0]) => {
          if ('record' in input.source && input.source.record === 'previous') throw codedError('FORBIDDEN');
          return read(input);
        },
      },
    });
    await draw(<Window />, broken);
    navigation.go({ screen: 'race', racekey: PAST, tab: 'card' });
    const row = (await screen.findByText('ガンマ')).closest('tr');
    await waitFor(() =>
      expect(row?.querySelector('.card-past')?.firstElementChild?.getAttribute('title')).toBe(
        'The past runs could not be read',
      ),
    );
    expect(row?.querySelector('.card-past')?.textContent).toBe('–');
    expect(screen.getByRole('alert')).toBeDefined();
    expect(screen.getByText('Incomplete')).toBeDefined();
    expect(screen.queryByText('Complete')).toBeNull();
  });

  it('shows the outcome on the card once the race was run, beside what was known before', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    await screen.findByText('アルファ');
    const head = await screen.findByRole('columnheader', { name: 'Fin' });
    const finishes = () =>
      [...document.querySelectorAll('.card tbody tr')].map(
        (row) => row.querySelectorAll('td')[2]?.textContent,
      );
    expect(finishes()).toEqual(['Stopped', '–', '1']);
    await user.click(within(head).getByRole('button'));
    expect(finishes()).toEqual(['1', 'Stopped', '–']);
    expect(screen.getByRole('columnheader', { name: 'Body' })).toBeDefined();
    cleanup();
    await openRace(COMING, 'card');
    expect(screen.queryByRole('columnheader', { name: 'Fin' })).toBeNull();
  });

  it('is busy until the result is read, which decides what the card shows', async () => {
    const answers = Promise.withResolvers<void>();
    const read = readTables((table) => TABLES[table] ?? [], TODAY);
    const slow = fakeBridge({
      results: {
        read: async (input: Parameters<typeof read>[0]) => {
          if ('record' in input.source && input.source.record === 'result') await answers.promise;
          return read(input);
        },
      },
    });
    await draw(<Window />, slow);
    navigation.go({ screen: 'race', racekey: PAST, tab: 'card' });
    const tabs = (await screen.findByRole('tablist')).closest('.race-tabs');
    expect(tabs?.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('アルファ')).toBeNull();
    answers.resolve();
    await waitFor(() => expect(tabs?.getAttribute('aria-busy')).toBe('false'));
    expect(await screen.findByText('アルファ')).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'Fin' })).toBeDefined();
  });

  it('pages its tabs by Space and its day by brackets, within one step of the trail', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    await screen.findByText('アルファ');
    await user.keyboard(' ');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Pre-race');
    await user.keyboard('5');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Result');
    await screen.findByRole('link', { name: '10' });
    await user.keyboard('[[');
    expect(await screen.findByRole('heading', { level: 1, name: /Tokyo 10R/ })).toBeDefined();
    navigation.back();
    expect(await screen.findByText('day')).toBeDefined();
  });

  it('opens another race of the day, by link, button and key, in the tab that is shown then', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    const selected = () => screen.getByRole('tab', { selected: true }).textContent;
    const race = (name: RegExp) => screen.findByRole('heading', { level: 1, name });
    const link = await screen.findByRole('link', { name: '10' });
    await user.keyboard('5');
    await user.click(link);
    await race(/Tokyo 10R/);
    expect(selected()).toBe('Result');
    await user.keyboard('2');
    await user.click(screen.getByRole('button', { name: 'Next race' }));
    await race(/Tokyo 11R/);
    expect(selected()).toBe('Pre-race');
    await user.keyboard('6}');
    await race(/Kyoto 11R/);
    expect(selected()).toBe('Payoffs');
  });

  it('moves the focus from its heading down into the runners', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    await screen.findByText('アルファ');
    expect(document.activeElement?.tagName).toBe('H1');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('アルファ');
  });

  it('sorts an index by the best first', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    await screen.findByText('アルファ');
    const head = screen.getByRole('columnheader', { name: 'Overall' });
    await user.click(within(head).getByRole('button'));
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });

  it('returns from a horse to the same runner', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    (await screen.findByText('アルファ')).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByText('horse')).toBeDefined();
    navigation.back();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ガンマ'));
  });

  it('keeps the focus in the table while the tabs are paged', async () => {
    const user = userEvent.setup();
    await openRace(PAST, 'card');
    (await screen.findByText('アルファ')).focus();
    await user.keyboard('5');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'));
    await user.keyboard('1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('アルファ'));
  });

  it('shows the result with the card’s jockeys, a stopped horse as text, and that it is provisional', async () => {
    await openRace(PAST, 'result', 'ja');
    const grid = await screen.findByRole('grid', { name: '成績' });
    await waitFor(() => expect(within(grid).getByText('騎手3')).toBeDefined());
    expect(within(grid).getByText('中止')).toBeDefined();
    expect(within(grid).getByText('1:35.0')).toBeDefined();
    expect(screen.getByText('速報')).toBeDefined();
    // Three horses were declared, and one of them was withdrawn.
    expect(screen.getByText('2頭')).toBeDefined();
  });

  it('shows today’s result automatically once the service has it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const today = program('05266211', TODAY);
      let isRun = false;
      const read = readTables((table) => {
        if (table === 't_ra') return [today];
        if (table !== 't_se') return [];
        const scratched = finish('8', '00', { trouble_classification: '1' });
        return isRun ? [finish('7', '1', { idm: '50' }), scratched] : [scratched];
      }, TODAY);
      await draw(<Window />, fakeBridge({ results: { read } }));
      navigation.go({ screen: 'race', racekey: '05266211', tab: 'result' });
      expect(await screen.findByRole('heading', { name: 'No result yet' })).toBeDefined();
      isRun = true;
      await act(() => vi.advanceTimersByTimeAsync(61_000));
      expect(await screen.findByRole('grid', { name: 'Result' })).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the records of scratched and excluded horses as the result of a past race that was called off', async () => {
    const read = readTables((table) => {
      if (table === 'd_ra') return [program(PAST, '20261115')];
      return table === 'd_se' ? [finish('8', '00', { trouble_classification: '2', time_record: null })] : [];
    }, TODAY);
    await draw(<Window />, fakeBridge({ results: { read } }));
    navigation.go({ screen: 'race', racekey: PAST, tab: 'result' });
    const grid = await screen.findByRole('grid', { name: 'Result' });
    expect(await within(grid).findByText(/Excluded/)).toBeDefined();
  });

  it('shows every payoff with its combination in the order of the bet, and refunds', async () => {
    await openRace(PAST, 'payoffs');
    const table = await screen.findByRole('table', { name: 'Payoffs' });
    const line = within(table).getByText('123,450').closest('tr');
    expect(line?.textContent).toContain('3→1→5');
    expect(within(table).getByRole('rowheader', { name: 'Quinella' }).closest('tr')?.textContent).toContain(
      'not sold',
    );
    expect(screen.getByText('All stakes on number 2.')).toBeDefined();
  });

  it.each([
    ['20261121', 'prerace', 'Available on race day'],
    ['20261120', 'prerace', 'Not published yet'],
    ['20261120', 'card', 'No card yet'],
    ['20261115', 'card', 'No card'],
    ['20261120', 'training', 'No workouts yet'],
    ['20261115', 'training', 'No workouts'],
  ] as const)('says of a race on %s without records for its tab %s: %s', async (racedate, tab, title) => {
    const read = readTables((table) => (table === 't_ra' ? [program(COMING, racedate)] : []), TODAY);
    await draw(<Window />, fakeBridge({ results: { read } }));
    act(() => navigation.go({ screen: 'race', racekey: COMING, tab }));
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });

  it('shows nothing final of a future race, but when it is run', async () => {
    await openRace(COMING, 'result');
    expect(await screen.findByText(/is on 2026-11-21 \(Sat\) at 15:40/)).toBeDefined();
    expect(screen.queryByText('Complete')).toBeNull();
    expect(screen.getByText(/changed from 15:35/)).toBeDefined();
  });

  it('keeps a tab that was shown as it is', async () => {
    await openRace(PAST, 'card');
    const card = await screen.findByRole('table', { name: 'Runners of the race' });
    act(() => navigation.replace({ screen: 'race', racekey: PAST, tab: 'payoffs' }));
    await screen.findByRole('table', { name: 'Payoffs' });
    expect(screen.queryByRole('table', { name: 'Runners of the race' })).toBeNull();
    act(() => navigation.replace({ screen: 'race', racekey: PAST, tab: 'card' }));
    expect(screen.getByRole('table', { name: 'Runners of the race' })).toBe(card);
    expect(screen.queryByRole('table', { name: 'Payoffs' })).toBeNull();
    act(() => navigation.replace({ screen: 'race', racekey: '05265610', tab: 'card' }));
    await screen.findByRole('heading', { level: 1, name: /Tokyo 10R/ });
    expect(card.isConnected).toBe(false);
  });

  it('draws the tabs of a stored race ahead, out of sight', async () => {
    const read = readTables(
      (table, { racekey }) => (TABLES[table] ?? []).filter((row) => inRace(row, racekey)),
      TODAY,
    );
    const page = async () => ({ racedate: '20261115', sheets: [] });
    await draw(<Window />, fakeBridge({ results: { read }, races: { page } }));
    navigation.go({ screen: 'race', racekey: PAST, tab: 'card' });
    await screen.findByRole('table', { name: 'Runners of the race' });
    const panels = () => document.querySelectorAll('.tabs-panel');
    await waitFor(() => expect(panels()).toHaveLength(6), { timeout: 10_000 });
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
    act(() => navigation.replace({ screen: 'race', racekey: PAST, tab: 'result' }));
    const result = screen.getByRole('tabpanel', { name: 'Result' });
    await within(result).findByRole('grid');
    // The arrow from the heading leads into what is seen.
    act(() => screen.getByRole('heading', { level: 1 }).focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(result.contains(document.activeElement)).toBe(true);
  });

  it('shows that the service has no such race', async () => {
    await openRace('09999999', 'card');
    expect(await screen.findByText('Race not found')).toBeDefined();
  });
});
