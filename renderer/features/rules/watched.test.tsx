// Today by a rule: the runners that watched rules pick, before the race and never after it, with the rule's record.

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { sheetOf, type Row } from '../../testing/sheet-of.ts';
import { PickedRunners } from './PickedRunners.tsx';
import { RuleChips } from './RuleChips.tsx';

afterEach(cleanup);

const FIGURES = { races: 812, racesHit: 1, bets: 812, hits: 1, stake: 81_200, returned: 70_000, refunded: 0 };

const RUN_AT = Date.UTC(2026, 10, 15);

const watched = [
  {
    id: 'best',
    name: 'Best index',
    records: {
      choosing: { period: { from: '20250101', to: '20251231' }, figures: FIGURES, at: RUN_AT },
      checking: {
        period: { from: '20260101', to: '20261031' },
        figures: { ...FIGURES, returned: 66_000, interval: { low: 70.2, high: 93.1 } },
        complete: false,
        at: RUN_AT,
      },
    },
    runners: [{ racekey: '05264101', horse_number: '07', horse_id: 'HORSE0000007', horse_name: 'ウマ' }],
    racesToCome: 36,
    racesRun: 0,
    awaits: [
      { column: 'prerace_paddock_index', races: 30 },
      { column: 'prerace_win_odds', races: 2 },
    ],
    leftOut: 0,
  },
];

const read = (rows: readonly Row[] = []) => ({ data: rows.length === 0 ? undefined : sheetOf(rows) });

/** What was read of the day: nothing, but for what is given. */
const sheets = (given: Readonly<Record<string, readonly Row[]>> = {}) => ({
  races: read(given['races']),
  entries: read(given['entries']),
  prerace: read(given['prerace']),
  results: read(given['results']),
});

const bridge = (answer: () => Promise<unknown>) => fakeBridge({ rules: { watched: answer } });
const RUNNER = { racedate: TODAY, racekey: '05264101', horse_number: '7' };

it('lists the runners of the day with the record of the checking period, and what the rule waits for', async () => {
  await draw(
    <PickedRunners racedate={TODAY} sheets={sheets()} />,
    bridge(async () => watched),
  );
  const list = await screen.findByRole('region', { name: 'Picked by your rules' });
  expect(list.textContent).toContain('1 runner');
  expect(list.textContent).toContain(
    'Checking period: 81.3 % (70–93), n=812 · incomplete, run on 2026-11-15 (Sun)',
  );
  expect(list.textContent).toContain(
    'waits for Paddock index (pre-race) in 30 of 36 races to come · waits for Win odds (pre-race) in 2 of 36',
  );
  const link = screen.getByRole('link');
  expect(link.textContent).toContain('Tokyo 1R 7');
  act(() => link.click());
  const { route } = currentStep(useNavigationStore.getState().trail);
  expect(route).toEqual({ screen: 'race', racekey: '05264101', tab: 'card', runner: 7 });
});

it('has a dash for the interval of a record without one', async () => {
  const records = {
    choosing: { ...watched[0]?.records.choosing, figures: { ...FIGURES, hits: 0, returned: 0 } },
  };
  await draw(
    <PickedRunners racedate={TODAY} sheets={sheets()} />,
    bridge(async () => watched.map((each) => ({ ...each, records }))),
  );
  const list = await screen.findByRole('region', { name: 'Picked by your rules' });
  expect(list.textContent).toContain('Choosing period: 0.0 % (–), n=812 · run on 2026-11-15 (Sun)');
});

it('says of a rule that cannot be run why, in the language of the window', async () => {
  const problem = { en: 'Runners have no column “gone”.', ja: '出走馬に「gone」という列はありません。' };
  const broken = watched.map((each) => ({ ...each, runners: [], awaits: [], problem }));
  await draw(
    <PickedRunners racedate={TODAY} sheets={sheets()} />,
    bridge(async () => broken),
    'ja',
  );
  const list = await screen.findByRole('region', { name: 'ルールの該当馬' });
  expect(list.textContent).toContain('実行できません: 出走馬に「gone」という列はありません。');
  expect(list.textContent).not.toContain('該当なし');
});

it('marks the runner on its card, and no other', async () => {
  const client = bridge(async () => watched);
  await draw(<RuleChips runner={RUNNER} />, client);
  expect((await screen.findByText('Best index')).closest('[title]')?.getAttribute('title')).toContain(
    '81.3 %',
  );
  cleanup();
  await draw(
    <>
      <RuleChips runner={{ ...RUNNER, horse_number: '8' }} />
      <RuleChips runner={RUNNER} />
    </>,
    client,
  );
  await screen.findByText('Best index');
  expect(screen.getAllByText('Best index')).toHaveLength(1);
});

it('asks nothing about a past day', async () => {
  const answer = vi.fn(async () => watched);
  await draw(
    <>
      <PickedRunners racedate="20261115" sheets={sheets()} />
      <RuleChips runner={{ ...RUNNER, racedate: '20261115' }} />
      <PickedRunners racedate={TODAY} sheets={sheets()} />
    </>,
    bridge(answer),
  );
  await screen.findByRole('region', { name: 'Picked by your rules' });
  expect(answer).toHaveBeenCalledTimes(1);
});

it('says why it failed', async () => {
  await draw(
    <PickedRunners racedate={TODAY} sheets={sheets()} />,
    bridge(() => Promise.reject(new Error('broken'))),
  );
  expect(await screen.findByRole('alert')).toBeDefined();
});

it('has the chip on the horse that was picked, before the draw too', async () => {
  const runners = ['ウマ', 'シカ'].map((horse_name) => ({
    racekey: '05264101',
    horse_number: '00',
    horse_name,
  }));
  await draw(
    <>
      {['ウマ', 'トラ'].map((horse_name) => (
        <p key={horse_name}>
          {horse_name} <RuleChips runner={{ ...RUNNER, horse_number: '', horse_name }} />
        </p>
      ))}
    </>,
    bridge(async () => watched.map((each) => ({ ...each, runners }))),
  );
  const chip = await screen.findByText('Best index');
  expect(chip.closest('p')?.textContent).toContain('ウマ');
});

it.each([
  ['by the program', 'en', 'Withdrawn', { races: [{ racekey: '05264101', cancel_horse: '000000100000' }] }],
  ['by its card', 'ja', '取消', { entries: [{ ...RUNNER, withdrawn_flag: '1' }] }],
  ['by its pre-race record', 'en', 'Withdrawn', { prerace: [{ ...RUNNER, withdrawn_flag: '1' }] }],
  ['by the result', 'en', 'Scratched', { results: [{ ...RUNNER, trouble_classification: '1' }] }],
] as const)(
  'strikes through a horse that was scratched %s, and does not count it',
  async (_, language, reason, given) => {
    const other = { racekey: '05264101', horse_number: '08', horse_id: 'HORSE0000008', horse_name: 'シカ' };
    await draw(
      <PickedRunners racedate={TODAY} sheets={sheets(given)} />,
      bridge(async () => watched.map((each) => ({ ...each, runners: [...each.runners, other] }))),
      language,
    );
    const list = await screen.findByRole('region');
    expect(list.querySelector('summary')?.textContent).toContain(language === 'en' ? '1 runner ' : '1頭 ');
    const [out, runs] = within(list).getAllByRole('link');
    expect(out?.querySelector('s')?.textContent).toBe('ウマ');
    expect(out?.textContent).toMatch(new RegExp(`ウマ ${reason}`));
    expect(runs?.querySelector('s')).toBeNull();
  },
);

it('says that it is about the races to come once some were run, and which marks came too late', async () => {
  await draw(
    <PickedRunners racedate={TODAY} sheets={sheets()} />,
    bridge(async () =>
      [0, 1].map((picked) => ({
        ...watched[0],
        id: `${picked}`,
        runners: watched[0]?.runners.slice(0, picked),
        racesToCome: 1,
        racesRun: 35,
        awaits: [{ column: 'prerace_win_odds', races: 1 }],
        leftOut: picked,
      })),
    ),
  );
  const list = await screen.findByRole('region', { name: 'Picked by your rules' });
  const [none, one] = [...list.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(none).toContain('none to come');
  expect(none).toContain('waits for Win odds (pre-race) in the race to come');
  expect(one).toContain('1 runner to come');
  expect(one).toContain('1 left out: your mark or note was changed after the decision');
});

it('says nothing of a day that is over since midnight', async () => {
  let today = TODAY;
  const about = async () => ({ version: '0.1.0', host: 'web', today, dataDir: '/data' });
  const client = fakeBridge({ app: { about }, rules: { watched: async () => watched } });
  const { cache } = await draw(
    <>
      <PickedRunners racedate={TODAY} sheets={sheets()} />
      <RuleChips runner={RUNNER} />
    </>,
    client,
  );
  await screen.findByRole('region', { name: 'Picked by your rules' });
  expect(screen.getAllByText('Best index')).toHaveLength(2);
  today = '20261121';
  await act(() => cache.invalidateQueries());
  await waitFor(() => expect(screen.queryByText('Best index')).toBeNull());
});
