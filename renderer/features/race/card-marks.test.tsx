// Marking the runners of a card, by mouse and by keys.

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ofHorse, ofRace, ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import { runCommandsByKey } from '../../app/commands/keyboard.ts';
import { navigation, useRoute } from '../../app/navigation/navigation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACE = '05265611';

const entry = (horse_number: string, horse_name: string): Row => ({
  racekey: RACE,
  racedate: '20261115',
  horse_number,
  bracket_number: horse_number,
  horse_id: `HORSE000000${horse_number}`,
  horse_name,
});

const RUNNERS = [entry('1', 'アルファ'), entry('2', 'ベータ'), entry('3', 'ガンマ')];

/** The race of which the runners are not numbered yet, and its runners. */
const UNNUMBERED = '05265612';
const WITHOUT_NUMBERS = RUNNERS.map((runner) => ({ ...runner, racekey: UNNUMBERED, horse_number: '00' }));

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [{ racekey: RACE, racedate: '20261115', racecourse_cd: '05', race_name: '秋風記念' }],
  d_ky: RUNNERS,
  d_se: RUNNERS.map((runner) => ({ ...runner, order_of_finish: runner['horse_number'] ?? null })),
  t_ch: RUNNERS,
  t_ze: [...RUNNERS, ...WITHOUT_NUMBERS].map((runner) => ({
    ...runner,
    // Of the numbers of runners this table may have none.
    horse_number: runner['horse_number'] === '3' ? null : (runner['horse_number'] ?? null),
    race_back_1_racedate: '20261018',
    race_back_1_order_of_finish: '14',
  })),
};

function Window() {
  const place = useRoute();
  return place.screen === 'race' ? (
    <RaceScreen racekey={place.racekey} tab={place.tab} />
  ) : (
    <p>{place.screen === 'horse' ? place.horse_id : place.screen}</p>
  );
}

let annotations: ReturnType<typeof fakeAnnotations>;
let stopListening: () => void;
/** The runners of the card. */
let drawn: readonly Row[];
/** What every change fails with, or only those of one target. */
let failing: RailbirdError | undefined;
let failingTarget: Annotation['target'] | undefined;
beforeEach(async () => {
  stopListening = runCommandsByKey(window);
  annotations = fakeAnnotations();
  const { kept: _, ...procedures } = annotations;
  failing = undefined;
  failingTarget = undefined;
  const change: typeof procedures.change = (wanted) =>
    failing === undefined || wanted.target !== (failingTarget ?? wanted.target)
      ? procedures.change(wanted)
      : Promise.reject(failing);
  drawn = RUNNERS;
  const previousIn = (racekey: string | undefined) =>
    TABLES['t_ze']?.filter((row) => row['racekey'] === racekey);
  const read = readTables((table, { racekey }) => {
    if (table === 'd_ky') return drawn;
    return (table === 't_ze' ? previousIn(racekey) : TABLES[table]) ?? [];
  }, TODAY);
  await draw(<Window />, fakeBridge({ results: { read }, annotations: { ...procedures, change } }));
  navigation.go({ screen: 'race', racekey: RACE, tab: 'card' });
  await screen.findByText('アルファ');
});
afterEach(() => {
  stopListening();
  cleanup();
});

function rowOf(name: string): HTMLElement {
  const row = screen.getByText(name).closest('tr');
  if (row === null) throw new Error('a runner stands in a row');
  return row;
}

const markOf = (name: string): string =>
  within(rowOf(name)).getByRole('button', { name: /^Mark of/ }).textContent;

it('M and a digit mark the runner of the current row; the digit again takes the mark away', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('{ArrowDown}m');
  expect(await screen.findByRole('menu', { name: 'Number 2: ベータ' })).toBeDefined();
  await user.keyboard('3');
  await waitFor(() => expect(markOf('ベータ')).toBe('▲'));
  expect(annotations.kept.get('runner:05265611 02')).toMatchObject({
    mark: '3',
    name: 'ベータ',
    racedate: '20261115',
  });
  expect(document.activeElement?.textContent).toBe('ベータ');
  await user.keyboard('m3');
  await waitFor(() => expect(markOf('ベータ')).toBe(''));
  expect(annotations.kept.size).toBe(0);
});

it('a click on the mark offers the marks', async () => {
  const user = userEvent.setup();
  await user.click(within(rowOf('ガンマ')).getByRole('button', { name: 'Mark of ガンマ: No mark' }));
  await user.click(await screen.findByRole('menuitem', { name: /◎ First choice/ }));
  await waitFor(() => expect(markOf('ガンマ')).toBe('◎'));
});

it('marks sort the runners, those without one last', async () => {
  const user = userEvent.setup();
  await annotations.change({ ...ofRunner(RACE, 3), mark: '1' });
  await annotations.change({ ...ofRunner(RACE, 2), mark: '4' });
  await user.click(within(screen.getByRole('columnheader', { name: 'Mine' })).getByRole('button'));
  await waitFor(
    () => {
      const names = [...document.querySelectorAll('.card-name')].map((name) => name.textContent);
      expect(names).toEqual(['ガンマ', 'ベータ', 'アルファ']);
    },
    { timeout: 10_000 },
  );
});

it('a click on a row selects it, a double click opens the horse, the right button offers what can be done', async () => {
  const user = userEvent.setup();
  const cell = rowOf('ベータ').querySelector('.card-past');
  if (cell === null) throw new Error('a row has its last runs');
  expect(rowOf('ガンマ').querySelector('.card-past')?.textContent).toBe(cell.textContent);
  await user.click(cell);
  expect(document.activeElement?.textContent).toBe('ベータ');
  expect(screen.getByRole('heading', { name: 'Number 2: ベータ' })).toBeDefined();
  await user.pointer({ keys: '[MouseRight]', target: cell });
  expect(await screen.findByRole('menu', { name: 'Number 2: ベータ' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { level: 1, name: /秋風記念/ })).toBeDefined();
  await user.dblClick(rowOf('ガンマ').querySelector('.card-past') ?? cell);
  expect(await screen.findByText('HORSE0000003')).toBeDefined();
});

it('notes on the run and on the horse are written at once, and shown with the name', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Number 1: アルファ' });
  await user.type(within(dialog).getByLabelText('Note on this run'), '外枠なら');
  await user.type(within(dialog).getByLabelText('Note on the horse'), 'Needs soft ground');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rowOf('アルファ').textContent).toContain('外枠なら'));
  expect(rowOf('アルファ').textContent).toContain('Needs soft ground');
  expect(annotations.kept.get(`horse:${ofHorse('HORSE0000001').id}`)).toMatchObject({
    note: 'Needs soft ground',
  });
});

it('a note that could not be written stays in its dialog, which says why', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Number 1: アルファ' });
  const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Note on this run');
  failing = new RailbirdError('FILE_FAILED', { path: '/data/annotations/sample.jsonl' });
  await user.type(field, '外枠なら');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByRole('alert');
  expect(field.value).toBe('外枠なら');
  failing = undefined;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rowOf('アルファ').textContent).toContain('外枠なら'));
});

it('a note that was written beside one that could not be is edited further from what was written', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Number 1: アルファ' });
  const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Note on this run');
  failing = new RailbirdError('FILE_FAILED', { path: '/data/annotations/sample.jsonl' });
  failingTarget = 'horse';
  await user.type(field, '外枠なら');
  await user.type(within(dialog).getByLabelText('Note on the horse'), 'Needs soft ground');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByRole('alert');
  expect(annotations.kept.get('runner:05265611 01')).toMatchObject({ note: '外枠なら' });
  failing = undefined;
  await user.type(field, '買い');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(annotations.kept.get('runner:05265611 01')).toMatchObject({ note: '外枠なら買い' }),
  );
  await waitFor(() => expect(rowOf('アルファ').textContent).toContain('Needs soft ground'));
});

it('a note that another program changes while the dialog is open is not overwritten', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Number 1: アルファ' });
  await annotations.change({ ...ofHorse('HORSE0000001'), note: 'From the terminal' });
  await user.type(within(dialog).getByLabelText('Note on this run'), '外枠なら');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rowOf('アルファ').textContent).toContain('From the terminal'));
});

it('a note that two windows edit at once keeps both texts', async () => {
  const user = userEvent.setup();
  const horse = ofHorse('HORSE0000001');
  screen.getByText('アルファ').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Number 1: アルファ' });
  const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Note on the horse');
  await user.type(field, 'Needs soft ground');
  await annotations.change({ ...horse, note: 'Late starter' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(/Another window has changed this note/);
  expect(field.value).toBe('Late starter\nNeeds soft ground');
  expect(annotations.kept.get(`horse:${horse.id}`)).toMatchObject({ note: 'Late starter' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(annotations.kept.get(`horse:${horse.id}`)).toMatchObject({
      note: 'Late starter\nNeeds soft ground',
    }),
  );
});

it('W watches the horse, and ends that', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('w');
  await waitFor(() => expect(within(rowOf('アルファ')).getByTitle('On your watch list')).toBeDefined());
  await user.keyboard('w');
  await waitFor(() => expect(annotations.kept.size).toBe(0));
});

it('a note on the race is shown in its header', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Take a note on the race' }));
  await user.type(await screen.findByLabelText('Note on the race'), 'Slow early');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Slow early')).toBeDefined();
  expect(annotations.kept.get(`race:${ofRace(RACE).id}`)).toMatchObject({ note: 'Slow early' });
});

it.each(['result', 'training', 'past'] as const)(
  'on the tab %s the same key marks the runner of the current row, and the mark shows',
  async (tab) => {
    const user = userEvent.setup();
    act(() => navigation.go({ screen: 'race', racekey: RACE, tab }));
    const table = await screen.findByRole(tab === 'past' ? 'table' : 'grid');
    const name = await within(table).findByText('ベータ');
    const line = (): string => {
      const shown = within(screen.getByRole(tab === 'past' ? 'table' : 'grid')).getByText('ベータ');
      return shown.closest('[role="row"], tr')?.textContent ?? '';
    };
    expect(line()).not.toContain('▲');
    // A click on a name of the past runs would open the horse.
    if (tab === 'past') act(() => name.closest<HTMLElement>('[data-stop]')?.focus());
    else await user.click(name.closest('[role="gridcell"]') ?? name);
    await user.keyboard('m');
    await screen.findByRole('menu', { name: 'Number 2: ベータ' });
    await user.keyboard('3');
    await waitFor(() => expect(line()).toContain('▲'));
    expect(annotations.kept.get('runner:05265611 02')).toMatchObject({ mark: '3', racedate: '20261115' });
  },
);

it('the menu of a cell of the result offers the marks', async () => {
  const user = userEvent.setup();
  act(() => navigation.go({ screen: 'race', racekey: RACE, tab: 'result' }));
  const name = await within(await screen.findByRole('grid')).findByText('ガンマ');
  await user.pointer({ keys: '[MouseRight]', target: name });
  await user.click(await screen.findByRole('menuitem', { name: 'Mark or note…' }));
  expect(await screen.findByRole('menu', { name: 'Number 3: ガンマ' })).toBeDefined();
});

it('what was typed as a note is not lost to Escape or a click beside the dialog', async () => {
  const user = userEvent.setup();
  screen.getByText('アルファ').focus();
  await user.keyboard('n{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Note on this run'), 'wide');
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.dialog-shade') ?? document.body);
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Note on this run').value).toBe('wide');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(annotations.kept.size).toBe(0);
});

it('a withdrawn runner without a number is struck through, and takes no rank', async () => {
  drawn = WITHOUT_NUMBERS.map((runner, at) => ({
    ...runner,
    adjust_idm: `${50 - at}.0`,
    withdrawn_flag: at === 0 ? '1' : '0',
  }));
  navigation.go({ screen: 'race', racekey: UNNUMBERED, tab: 'card' });
  await waitFor(() => expect(rowOf('アルファ').className).toContain('is-out'));
  expect(rowOf('アルファ').textContent).toContain('Withdrawn');
  expect(rowOf('ベータ').className).not.toContain('is-out');
  const best = document.querySelector('.is-rank-1');
  expect(best?.closest('tr')).toBe(rowOf('ベータ'));
});

it.each(['00', '', null])(
  'a runner with the number %j has no mark but those of its horse, and its menu says why',
  async (horse_number) => {
    const complaints = vi.spyOn(console, 'error');
    drawn = WITHOUT_NUMBERS.map((runner) => ({ ...runner, horse_number }));
    navigation.go({ screen: 'race', racekey: UNNUMBERED, tab: 'card' });
    const user = userEvent.setup();
    await waitFor(() => expect(rowOf('ガンマ').querySelector('.card-number')?.textContent).toBe('–'));
    await user.click(within(rowOf('ベータ')).getByRole('button', { name: /^Mark of ベータ/ }));
    const menu = await screen.findByRole('menu', { name: 'ベータ' });
    expect(
      within(menu)
        .getByRole('menuitem', { name: /needs the number/ })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    await user.keyboard('w');
    await waitFor(() => expect(rowOf('ベータ').textContent).toContain('★'));
    expect(rowOf('アルファ').textContent).not.toContain('★');
    expect([...annotations.kept.keys()]).toEqual(['horse:HORSE0000002']);
    expect(screen.getByRole('heading', { name: 'Number –: ベータ' })).toBeDefined();
    expect(rowOf('ベータ').querySelector('.card-past')?.textContent).toBe('14');
    // Two rows with one key would be a warning.
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  },
);
