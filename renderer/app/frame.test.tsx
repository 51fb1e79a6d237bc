import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppGone } from '../client/failure.ts';
import { runCommandsByKey } from './commands/keyboard.ts';
import { PageHeader } from '../components/PageHeader.tsx';
import { navigation, useNavigationStore, useRoute } from './navigation/navigation.ts';
import type { FoundAnswer } from '#shared/bridge/find.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Route } from './screens.tsx';
import { currentStep } from './navigation/trail.ts';
import { draw } from '../testing/draw.tsx';
import { sheetOf } from '../testing/sheet-of.ts';
import { fakeBridge, IDLE, SAMPLE, standing } from '../testing/fake-bridge.ts';
import { NameStyleContext } from '../text/name-style.ts';
import { Frame } from './Frame.tsx';

const place = (): Route => currentStep(useNavigationStore.getState().trail).route;

const frame = (
  <Frame connection={SAMPLE}>
    <label>
      Field <input />
    </label>
  </Frame>
);

let stop = (): void => undefined;
beforeEach(() => {
  stop = runCommandsByKey(window);
});
afterEach(() => {
  stop();
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the frame', () => {
  it('marks the data as a sample', async () => {
    await draw(frame, fakeBridge());
    expect(screen.getByText('Sample data: fictional horses and results')).toBeDefined();
  });

  it('links from a rejected key to the settings', async () => {
    const client = fakeBridge({
      app: { activity: async () => standing({ ...IDLE, blockedBy: 'UNAUTHORIZED' as const }) },
    });
    await draw(frame, client);
    const status = await screen.findByText(/Keys rejected \(401\)/);
    expect(status.getAttribute('role')).toBe('status');
    await userEvent.setup().click(screen.getAllByRole('button', { name: 'Settings' }).at(-1) ?? status);
    expect(place()).toEqual({ screen: 'settings' });
  });

  it('shows after a restart that the session’s key is lost', async () => {
    const account = { ...SAMPLE, mode: 'account', userKey: 'absent' } as const;
    await draw(<Frame connection={account}>{null}</Frame>, fakeBridge());
    expect(await screen.findByText(/No user key/)).toBeDefined();
    expect(screen.queryByText(/Sample data/)).toBeNull();
  });

  it('shows that the app has ended instead of "Idle"', async () => {
    const activity = () => Promise.reject(new AppGone('no answer'));
    await draw(frame, fakeBridge({ app: { activity } }));
    const status = await screen.findByText(/Railbird is no longer running/);
    expect(status.getAttribute('role')).toBe('status');
    expect(screen.queryByText('Idle')).toBeNull();
  });

  it('counts down while the service requests a pause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const client = fakeBridge({
      app: { activity: async () => standing({ ...IDLE, queued: 4, pausedUntil: Date.now() + 60_000 }) },
    });
    await draw(frame, client);
    expect(await screen.findByText(/Paused by the service, 1 min left/)).toBeDefined();
    expect(screen.getByText('4 queued')).toBeDefined();
  });

  it('shows that requests to a failing service are paused, and counts down to the next attempt', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const down = (ms: number, reachable: boolean) =>
      fakeBridge({
        app: { activity: async () => standing({ ...IDLE, reachable, downUntil: Date.now() + ms }) },
      });
    await draw(frame, down(30_000, true));
    const status = await screen.findByText('The service keeps failing');
    expect(status.getAttribute('role')).toBe('status');
    const countdown = screen.getByText('next try in 30 sec');
    expect(countdown.closest('[role="status"]')).toBeNull();
    cleanup();
    await draw(frame, down(-1, false));
    expect(await screen.findByText('next try with your next request')).toBeDefined();
    expect(screen.getByText('The service cannot be reached')).toBeDefined();
  });
});

describe('the keyboard', () => {
  it('opens screens and goes back', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('gp');
    expect(place()).toEqual({ screen: 'payoffs' });
    await user.keyboard('{Control>}7{/Control}');
    expect(place()).toEqual({ screen: 'downloads' });
    await user.keyboard('{Escape}');
    expect(place()).toEqual({ screen: 'payoffs' });
  });

  it('ignores typing, and the Enter or Esc that ends a Japanese candidate', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    navigation.go({ screen: 'payoffs' });
    await user.type(screen.getByLabelText('Field'), 'gs{Backspace}');
    fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
    expect(place()).toEqual({ screen: 'payoffs' });
  });
});

describe('Option in a field', () => {
  const pressed = async (platform: string, target: () => Element): Promise<string> => {
    vi.spyOn(window.navigator, 'platform', 'get').mockReturnValue(platform);
    await draw(frame, fakeBridge());
    navigation.go({ screen: 'payoffs' });
    navigation.go({ screen: 'bets' });
    fireEvent.keyDown(target(), { key: 'ArrowLeft', altKey: true });
    return place().screen;
  };
  const field = (): Element => screen.getByLabelText('Field');

  it.each([
    ['moves by words on a Mac', 'MacIntel', field, 'bets'],
    ['goes back outside a field', 'MacIntel', () => document.body, 'payoffs'],
    ['is Alt elsewhere, and goes back', 'Win32', field, 'payoffs'],
  ])('%s', async (_name, platform, target, shown) => {
    expect(await pressed(platform, target)).toBe(shown);
  });
});

describe('the palette', () => {
  it('shows every command with its keys', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    const option = await screen.findByRole('option', { name: /Payoffs.*g p/ });
    expect(option).toBeDefined();
  });

  const NAMED: FoundAnswer = {
    items: [
      { kind: 'horse', name: 'リュマ', key: '12E345678901', seen: '20261115', match: 'exact', stored: true },
      { kind: 'sire', name: 'リュマ', key: 'リュマ 2004', seen: '20261121', match: 'exact', stored: true },
      { kind: 'dam', name: 'リュマ', key: 'リュマ 2004', seen: '20261108', match: 'exact', stored: true },
      { kind: 'race', name: '水仙賞', key: '05265611', seen: '20261115', match: 'word', stored: true },
    ],
    total: 30,
  };

  it('finds what is stored by name, with what tells equals apart, and says how many more there are', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge({ find: { search: async () => NAMED } }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュマ');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Horseリュマlast seen 2026-11-15 (Sun)',
      'Sireリュマborn 2004, on the card of 2026-11-21 (Sat)',
      'Damリュマborn 2004, last seen 2026-11-08 (Sun)',
      'Race水仙賞2026-11-15 (Sun) Tokyo 11R',
    ]);
    expect(screen.getByText('26 more match: type more of the name')).toBeDefined();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place()).toEqual({ screen: 'horse', horse_id: '12E345678901' }));
  });

  it('reads what is stored of the row that Enter would open, and requests nothing for it', async () => {
    const user = userEvent.setup();
    const asked: string[] = [];
    const client = fakeBridge({
      find: { search: async () => ({ ...NAMED, items: NAMED.items.toReversed() }) },
      races: {
        page: async ({ racekey }: { racekey: string }) => {
          asked.push(racekey);
          return { sheets: [] };
        },
        rivals: async ({ horse_ids }: { horse_ids: readonly string[] }) => {
          asked.push(...horse_ids);
          return [];
        },
      },
      results: {
        read: async ({ source, stored }: { source: ResultSource; stored?: boolean }) => {
          asked.push(
            stored === true && source.kind === 'table' ? source.table : 'requests what is not stored',
          );
          return sheetOf([]);
        },
      },
    });
    await draw(frame, client);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュマ');
    await waitFor(() => expect(asked).toEqual(['05265611']));
    await user.keyboard('{End}{ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(asked.toSorted()).toEqual(['05265611', '12E345678901', 'm_uk']));
    expect(place()).toEqual({ screen: 'day' });
  });

  it('names the kinds in Japanese, and shows names in Latin letters if that is chosen', async () => {
    const user = userEvent.setup();
    const client = fakeBridge({ find: { search: async () => NAMED } });
    await draw(<NameStyleContext value="beside">{frame}</NameStyleContext>, client, 'ja');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュマ');
    const horse = await screen.findByRole('option', { name: /^馬 ?リュマ \(Ryuma\).*最終 2026年11月15日/ });
    expect(horse.querySelector('.palette-group')?.textContent).toBe('馬');
    expect(screen.getByText('種牡馬')).toBeDefined();
  });

  it.each([
    ['en', '3yo+ 2-win class'],
    ['ja', '3歳以上2勝クラス'],
  ] as const)('names a race by its class in the language on screen (%s)', async (language, label) => {
    const user = userEvent.setup();
    const race = {
      ...NAMED.items[3],
      kind: 'race',
      name: '3歳以上2勝クラス',
      match: 'word',
      stored: true,
    } as const;
    await draw(frame, fakeBridge({ find: { search: async () => ({ items: [race], total: 1 }) } }), language);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), '2勝');
    expect(await screen.findByText(label)).toBeDefined();
  });

  it('opens the page of a sire, which its birth year tells from namesakes', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge({ find: { search: async () => NAMED } }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュマ');
    await user.click(await screen.findByRole('option', { name: /^Sire/ }));
    await waitFor(() => expect(place()).toEqual({ screen: 'person', kind: 'sire', id: 'リュマ 2004' }));
  });

  it('opens the runners out of a dam with its name as a filter', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge({ find: { search: async () => NAMED } }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュマ');
    await user.click(await screen.findByRole('option', { name: /^Dam/ }));
    await waitFor(() => expect(place()).toEqual({ screen: 'table', table: 'runners', filter: {} }));
    const { memory } = currentStep(useNavigationStore.getState().trail);
    expect(memory['rows']).toMatchObject({
      filters: [
        { column: 'mare_name', text: '=リュマ', on: true },
        { column: 'mare_birth_year', text: '=2004', on: true },
      ],
    });
  });

  it('waits with Enter for the answer to what was typed last', async () => {
    const user = userEvent.setup();
    const waiting = new Map<string, (answer: FoundAnswer) => void>();
    const search = ({ text }: { text: string }) =>
      new Promise<FoundAnswer>((resolve) => waiting.set(text, resolve));
    await draw(frame, fakeBridge({ find: { search } }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'リュ{Enter}');
    waiting.get('リ')?.({ ...NAMED, items: NAMED.items.slice(2) });
    await waitFor(() => expect(waiting.has('リュ')).toBe(true));
    expect(place()).toEqual({ screen: 'day' });
    waiting.get('リュ')?.(NAMED);
    await waitFor(() => expect(place()).toEqual({ screen: 'horse', horse_id: '12E345678901' }));
  });

  it('says that a text is no date, and why the names could not be read', async () => {
    const user = userEvent.setup();
    let answer: () => Promise<FoundAnswer> = async () => ({ items: [], total: 0, problem: 'not_a_date' });
    await draw(frame, fakeBridge({ find: { search: () => answer() } }));
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox');
    await user.type(box, '20261399');
    expect(await screen.findByText('20261399 is not a date.')).toBeDefined();
    answer = () => Promise.reject(new Error('no disk'));
    await user.type(box, '1');
    expect(await screen.findByRole('alert')).toBeDefined();
  });

  it('has no list while nothing matches', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox');
    expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).not.toBeNull();
    await user.type(box, 'zzzz');
    expect(await screen.findByText(/^Nothing that is downloaded matches/)).toBeDefined();
    expect(box.getAttribute('aria-controls')).toBeNull();
    expect(box.getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    ['dark', /^テーマ: ダーク/],
    ['high contrast', /^テーマ: ハイコントラスト/],
    ['language: eng', /^言語: English/],
    ['開催', /^開催日/],
  ])('finds %s in a Japanese window', async (typed, name) => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge(), 'ja');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), typed);
    expect(screen.getAllByRole('option')[0]?.querySelector('.palette-label')?.textContent).toMatch(name);
  });

  it('focuses the heading of the screen that a command opened', async () => {
    const user = userEvent.setup();
    function Window() {
      const here = useRoute();
      return <PageHeader key={here.screen} title={here.screen} />;
    }
    await draw(
      <Frame connection={SAMPLE}>
        <Window />
      </Frame>,
      fakeBridge(),
    );
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'payoffs{Enter}');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    expect(document.activeElement?.textContent).toBe('payoffs');
  });

  it.each([
    ['カコノセイセキ', undefined],
    ['過去の成績', { screen: 'table', table: 'd_se' }],
    ['ｔｚｋ', { screen: 'table', table: 't_zk' }],
  ])('leads from %s to its place', async (typed, wanted) => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), `${typed}{Enter}`);
    await waitFor(() => expect(place()).toEqual(wanted ?? { screen: 'day' }));
  });
});
