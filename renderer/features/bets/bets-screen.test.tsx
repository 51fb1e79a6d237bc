import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { raceReader, readWords } from '#shared/betting/bet-line.ts';
import { outcomeOf } from '#shared/betting/outcome.ts';
import { reportOn } from '#shared/betting/report.ts';
import type { BetList } from '#shared/bridge/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';
import { navigation, useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import type { Failure } from '../../client/failure.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing } from '../../testing/fake-bridge.ts';
import { BetsScreen } from './BetsScreen.tsx';
import { MarksDialog } from './MarksDialog.tsx';
import { RaceBets } from './RaceBets.tsx';

afterEach(cleanup);

const PAID = outcomeOf({
  racekey: '05264811',
  racedate: '20261115',
  win_horse_number_1: '07',
  win_payoff_1: '340',
  quinella_number_1: '0307',
  quinella_payoff_1: '1230',
  refund_number_1: '05',
});

const RUNNERS: readonly Annotation[] = [
  [7, '1'],
  [3, '2'],
  [4, '3'],
].map(([number, mark]) => ({
  ...ofRunner('05264811', Number(number)),
  mark: String(mark),
  racedate: '20261115',
  at: 1,
}));

/** The core with one race, whose payoffs can be fetched; lists are kept. */
function core({ isStored = true, lists = [] as BetList[], marks = RUNNERS } = {}) {
  const kept = new Map(lists.map((list) => [list.id, list]));
  const fetched: unknown[] = [];
  const state = { isStored, checked: '', isDiskFull: false, failure: undefined as Failure | undefined };
  const remembered = new Map<string, string>();
  let at = 10;
  const bets = {
    check: async ({ text }: { text: string }) => {
      state.checked = text;
      const raceOf = raceReader();
      const lines = text
        .split('\n')
        .flatMap((line, index) =>
          line.trim() === '' ? [] : [{ line: index + 1, text: line, read: readWords(line, raceOf) }],
        );
      const report = reportOn(lines, () =>
        state.isStored
          ? { is: 'found', outcome: PAID }
          : { is: 'open', reason: 'not_stored', racekey: '05264811', racedate: '20261115' },
      );
      return {
        report,
        missing: state.isStored || lines.length === 0 ? [] : [{ racekey: '05264811', racedate: '20261115' }],
      };
    },
    fetch: async ({ races }: { races: unknown }) => {
      fetched.push(races);
      const { failure } = state;
      state.isStored = failure === undefined;
      return (async function* () {
        yield { done: 1, total: 1, ...(failure && { failure }) };
      })();
    },
    lists: async () =>
      [...kept.values()]
        .map(({ text, ...list }) => ({ ...list, revision: `${list.name} ${text}` }))
        .toSorted((a, b) => b.at - a.at),
    read: async ({ id }: { id: string }) => {
      const list = kept.get(id);
      return { list: list && { ...list, revision: `${list.name} ${list.text}` } };
    },
    save: async ({ basis, ...list }: BetList & { basis?: string }) => {
      if (state.isDiskFull) throw new RailbirdError('FILE_FAILED', { file: '/data/bets.json' });
      const before = kept.get(list.id);
      if (basis !== (before && `${before.name} ${before.text}`))
        throw codedError('CHANGED_ELSEWHERE', { name: list.name });
      kept.set(list.id, { ...list, at: (at += 1) });
      return { id: list.id, name: list.name, at, revision: `${list.name} ${list.text}` };
    },
    remove: async ({ id, basis }: { id: string; basis: string }) => {
      const list = kept.get(id);
      if (list && basis !== `${list.name} ${list.text}`)
        throw codedError('CHANGED_ELSEWHERE', { name: list.name });
      kept.delete(id);
      return {};
    },
    write: async () => ({ path: '/exports/List-1.csv', count: 1 }),
  };
  const client = fakeBridge({
    bets,
    annotations: { list: async () => [...marks], read: async () => [] },
    settings: {
      recall: async ({ key }: { key: string }) => {
        const json = remembered.get(key);
        return json === undefined ? {} : { json };
      },
      remember: async ({ key, json }: { key: string; json: string }) => {
        remembered.set(key, json);
        return {};
      },
    },
    downloads: { watch: async () => standing({ jobs: [], gone: [] }) },
  });
  return { client, kept, fetched, state };
}

const open = async (given: ReturnType<typeof core>, language?: Language) => {
  await draw(<BetsScreen />, given.client, language);
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /one in each line|1行に1件/ });
};

const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });

const sumOf = (name: string): string | undefined =>
  [...document.querySelectorAll('.bets-sums > div')]
    .find((each) => each.querySelector('dt')?.textContent === name)
    ?.querySelector('dd')?.textContent;

describe('a list that is typed', () => {
  it('shows its sums, its lines with what they returned, and is kept', async () => {
    const given = core();
    const field = await open(given);
    expect(await screen.findByText('No bets yet')).toBeDefined();
    type(field, '05264811 win 7 200\n05264811 quinella BOX 3,5,7 100\n05264811 win 3');
    await waitFor(() => expect(sumOf('Staked')).toBe('400'));
    expect(sumOf('Returned')).toBe('1,910');
    expect(sumOf('Return rate')).toBe('477.5 %');
    expect(sumOf('Balance')).toBe('+1,510');
    expect(sumOf('Hits')).toBe('2 of 3');
    expect(sumOf('Refunded')).toBe('200');
    expect(screen.getByText('Bets: 3 · combinations: 5 · 600 yen')).toBeDefined();
    const lines = within(screen.getByRole('region', { name: 'Lines' }));
    const rows = lines
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].slice(2).map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Win', '7', '1', '200', '200', '680', ''],
      ['Quinella', 'BOX 3,5,7', '3', '100', '100', '1,230', 'Refunded 200'],
      ['Win', '3', '1', '(100)', '100', '0', ''],
    ]);
    await screen.findByText('Saved');
    expect([...given.kept.values()]).toMatchObject([{ name: 'List 1', text: field.value }]);
    await userEvent.setup().click(lines.getAllByRole('link')[0]!);
    expect(currentStep(useNavigationStore.getState().trail).route).toEqual({
      screen: 'race',
      racekey: '05264811',
      tab: 'payoffs',
    });
  });

  it('is saved when the screen is left before typing has rested', async () => {
    const given = core();
    type(await open(given), '05264811 win 7');
    cleanup();
    await waitFor(() => expect([...given.kept.values()]).toMatchObject([{ text: '05264811 win 7' }]));
  });

  it('that cannot be saved says so, outlives the screen, and is saved when the disk has room', async () => {
    const given = core();
    given.state.isDiskFull = true;
    type(await open(given), '05264811 win 7');
    await screen.findByText('Not saved');
    expect(screen.queryByText('Saved')).toBeNull();
    cleanup();
    const field = await open(given);
    expect(field.value).toBe('05264811 win 7');
    await screen.findByText('Not saved');
    given.state.isDiskFull = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Saved');
    expect([...given.kept.values()]).toMatchObject([{ text: '05264811 win 7' }]);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('names lines that are no bets, and leads to them', async () => {
    const given = core();
    const field = await open(given);
    type(field, '05264811 win 7\nnonsense here\n05264811 win 7 500');
    const user = userEvent.setup();
    expect(await screen.findByText('1 line not understood:')).toBeDefined();
    const editor = within(screen.getByRole('region', { name: 'Bets, one in each line' }));
    await user.click(editor.getByRole('button', { name: 'line 2' }));
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('nonsense here');
    field.setSelectionRange(0, 0);
    await user.click(await screen.findByRole('button', { name: 'Not understood 1' }));
    const lines = within(screen.getByRole('region', { name: 'Lines' }));
    expect(lines.getAllByRole('row')).toHaveLength(2);
    expect(lines.getByText(/^No bet was found/)).toBeDefined();
    await user.click(lines.getByRole('button', { name: 'To line 2 of the list' }));
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('nonsense here');
    await user.click(screen.getByRole('button', { name: 'Repeated 1' }));
    expect(lines.getByText('Same as line 1')).toBeDefined();
  });

  it('whose payoffs are not stored says so, downloads them, and counts them then', async () => {
    const given = core({ isStored: false });
    type(await open(given), '05264811 win 7 200');
    expect(await screen.findByText('Payoffs of 1 day are not stored')).toBeDefined();
    expect(sumOf('Staked')).toBe('0');
    expect(sumOf('Without outcome')).toBe('200');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Download payoffs' }));
    await waitFor(() => expect(sumOf('Returned')).toBe('680'));
    expect(given.fetched).toEqual([[{ racekey: '05264811', racedate: '20261115' }]]);
    expect(screen.queryByText(/are not stored/)).toBeNull();
  });

  it('says why payoffs could not be requested, until that succeeds', async () => {
    const given = core({ isStored: false });
    given.state.failure = { code: 'UNREACHABLE', values: {} };
    type(await open(given), '05264811 win 7 200');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Download payoffs' }));
    expect(await screen.findByText(/in none of the sums.*cannot be reached/)).toBeDefined();
    given.state.failure = undefined;
    await user.click(screen.getByRole('button', { name: 'Download payoffs' }));
    await waitFor(() => expect(sumOf('Returned')).toBe('680'));
  });

  it('has its balance as a sentence and as a table', async () => {
    type(await open(core()), '05264811 win 3 500');
    expect(
      await screen.findByText(
        /After 1 race the balance is −500 yen. Largest drawdown: 500 yen, from the start to 2026-11-15/,
      ),
    ).toBeDefined();
    await userEvent.setup().click(screen.getByRole('button', { name: 'As a table' }));
    const table = within(screen.getByRole('region', { name: 'Running balance' }));
    expect(table.getAllByRole('row')[1]?.textContent).toContain('−500');
    navigation.replace({ screen: 'bets' });
  });

  it('is in Japanese in a Japanese window', async () => {
    type(await open(core(), 'ja'), '05264811 単勝 7 200\n誤り');
    await waitFor(() => expect(sumOf('回収率')).toBe('340.0 %'));
    expect(screen.getByText(/^賭式がありません/)).toBeDefined();
  });
});

describe('the lists', () => {
  const LISTS: BetList[] = [
    { id: 'a', name: 'October', text: '05264811 win 7 100', at: 1 },
    { id: 'b', name: 'November', text: '05264811 win 3 300', at: 2 },
  ];

  it('open one at a time, the one changed last first', async () => {
    const given = core({ lists: LISTS });
    expect((await open(given)).value).toBe('05264811 win 3 300');
    fireEvent.change(screen.getByRole('combobox', { name: 'List' }), { target: { value: 'a' } });
    await waitFor(() => expect(screen.getByDisplayValue('05264811 win 7 100')).toBeDefined());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('October');
  });

  it('are deleted and restored', async () => {
    const given = core({ lists: LISTS });
    await open(given);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Delete list' }));
    await screen.findByDisplayValue('05264811 win 7 100');
    expect(given.kept.has('b')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByDisplayValue('05264811 win 3 300');
    expect(given.kept.get('b')).toMatchObject({ name: 'November', text: '05264811 win 3 300' });
  });

  it('take a file that is opened or dropped as a list of its own', async () => {
    const given = core({ lists: LISTS });
    const field = await open(given);
    const file = new File(['05264811 win 7 900'], 'weekend.csv');
    fireEvent.drop(field, { dataTransfer: { files: [file], types: ['Files'] } });
    await screen.findByDisplayValue('05264811 win 7 900');
    expect([...given.kept.values()].map(({ name }) => name)).toEqual(['October', 'November', 'weekend']);
  });
});

describe('bets from marks', () => {
  it('of a day are added to the list', async () => {
    const given = core();
    const field = await open(given);
    const user = userEvent.setup();
    await user.click((await screen.findAllByRole('button', { name: 'From marks' }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Races: 1 · combinations: 2 · 200 yen')).toBeDefined();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Bet' }), 'Trio');
    expect(dialog.getByText('2026-11-15 Tokyo 11R trio 7-3,4 100')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Add to the list' }));
    expect(await dialog.findByText('1 line was added to “List 1”.')).toBeDefined();
    expect(field.value).toBe('2026-11-15 Tokyo 11R trio 7-3,4 100\n');
  });

  it('of another choice are added after the first, and what was added stays said of that only', async () => {
    const field = await open(core());
    const user = userEvent.setup();
    await user.click((await screen.findAllByRole('button', { name: 'From marks' }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Races: 1 · combinations: 2 · 200 yen');
    await user.click(dialog.getByRole('button', { name: 'Add to the list' }));
    await dialog.findByText('1 line was added to “List 1”.');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Bet' }), 'Trio');
    expect(dialog.queryByText(/was added/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add to the list' }));
    await dialog.findByText('1 line was added to “List 1”.');
    expect(field.value.split('\n')).toEqual([
      '2026-11-15 Tokyo 11R quinella 7-3,4 100',
      '2026-11-15 Tokyo 11R trio 7-3,4 100',
      '',
    ]);
  });

  it('have those of a terminal, and name a race whose day is not known', async () => {
    const undated = [
      { ...ofRunner('05264811', 9), mark: '2', at: 5 },
      { ...ofRunner('05264812', 1), mark: '1', at: 5 },
    ];
    const { client } = core({ marks: [...undated, ...RUNNERS] });
    await draw(<MarksDialog onClose={() => undefined} onAdd={async () => ''} />, client);
    expect(await screen.findByText('2026-11-15 Tokyo 11R quinella 7-3,4,9 100')).toBeDefined();
    expect(screen.getByText(/^1 race with marks is not listed/)).toBeDefined();
  });

  it('leave out marks set after the start unless they are wanted, and say how many these are', async () => {
    const at = (time: string): number => Date.parse(`${time}+09:00`);
    const [axis, ...others] = RUNNERS.map((each) => ({ ...each, at: at('2026-11-15T15:00') }));
    const late = { ...ofRunner('05264811', 9), mark: '2', racedate: '20261115', at: at('2026-11-20T09:00') };
    const client = fakeBridge({
      annotations: { list: async () => [axis, ...others, late], read: async () => [] },
      races: {
        conditions: async () => [{ racekey: '05264811', racedate: '20261115', post_time: '1540' }],
      },
    });
    await draw(<MarksDialog onClose={() => undefined} onAdd={async () => ''} />, client);
    expect(await screen.findByText('2026-11-15 Tokyo 11R quinella 7-3,4 100')).toBeDefined();
    expect(screen.getByText('1 mark was set or changed after the start of its race.')).toBeDefined();
    await userEvent.setup().click(screen.getByLabelText('Include marks set after the start'));
    expect(screen.getByText('2026-11-15 Tokyo 11R quinella 7-3,4,9 100')).toBeDefined();
  });

  it('are not made if the dialog is canceled', async () => {
    const given = core();
    const field = await open(given);
    const user = userEvent.setup();
    await user.click((await screen.findAllByRole('button', { name: 'From marks' }))[0]!);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field.value).toBe('');
  });

  it('of a race are added to the list that was open last', async () => {
    const given = core({ lists: [{ id: 'a', name: 'November', text: '05264811 win 3', at: 1 }] });
    await draw(<RaceBets racekey="05264811" title="Tokyo 11R" />, given.client);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Bets from your marks…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('2026-11-15 Tokyo 11R quinella 7-3,4 100');
    await user.clear(dialog.getByRole('textbox', { name: 'Yen on each combination' }));
    await user.type(dialog.getByRole('textbox', { name: 'Yen on each combination' }), '250');
    expect(dialog.getByText('A multiple of 100 yen')).toBeDefined();
    await user.clear(dialog.getByRole('textbox', { name: 'Yen on each combination' }));
    await user.type(dialog.getByRole('textbox', { name: 'Yen on each combination' }), '300');
    await user.click(dialog.getByRole('button', { name: 'Add to the list' }));
    await dialog.findByText('1 line was added to “November”.');
    expect(given.kept.get('a')?.text).toBe('05264811 win 3\n2026-11-15 Tokyo 11R quinella 7-3,4 300\n');
    await user.click(dialog.getByRole('button', { name: 'Open the list' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toEqual({ screen: 'bets' });
  });
});
