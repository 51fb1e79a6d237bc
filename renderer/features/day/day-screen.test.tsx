import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RaceDay } from '#shared/bridge/days.ts';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import { addDays, dayOfWeek } from '#shared/racing/racedate.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import type { CalendarRange } from './calendar.ts';
import { DayScreen } from './DayScreen.tsx';
import { bridge, day, daysIn, race, TABLES, Window } from './testing/raced-day.tsx';

const AFTER_THE_RACES = new Date('2026-11-15T08:00Z');

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('the day screen', () => {
  it('opens the nearest race day, by course, with winners and payoffs', async () => {
    const requests: string[] = [];
    await draw(<Window />, bridge(requests), 'ja');
    const first = await screen.findByRole('button', {
      name: /1R.*2歳未勝利.*5 カゼノサンプル.*ダ1800.*16頭/,
    });
    expect(first.textContent).toContain('単 1,540円');
    expect(screen.getByRole('region', { name: '5回東京6日' }).textContent).toContain('芝良');
    expect(screen.getByRole('region', { name: '5回京都6日' })).toBeDefined();
    expect(requests).toEqual(expect.arrayContaining(['d_ra', 'd_ka', 'd_hj', 'd_se']));
  });

  it('shows a stored day by one read, while the calendar around it is still being read', async () => {
    const read = readTables((table) => TABLES[table] ?? [], TODAY);
    const others: string[] = [];
    const client = fakeBridge({
      days: {
        list: () => new Promise<never>(() => undefined),
        page: async ({ racedate, sheets }: { racedate: string; sheets: readonly WantedSheet[] }) => ({
          sheets: await Promise.all(
            sheets.map(async ({ record, columns }) => ({
              record,
              columns,
              sheet: await read({ source: { kind: 'day', record, racedate } }),
            })),
          ),
        }),
      },
      results: {
        read: readTables((table) => {
          others.push(table);
          return [];
        }, TODAY),
      },
    });
    await draw(<Window />, client, 'ja');
    navigation.go({ screen: 'day', racedate: '20261114' });
    expect(await screen.findByRole('button', { name: /1R.*5 カゼノサンプル/ })).toBeDefined();
    expect(screen.getByRole('region', { name: '5回東京6日' }).textContent).toContain('芝良');
    expect(others).toEqual([]);
  });

  it('moves between races by arrow keys and comes back to the race that was opened', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge());
    await waitFor(() => expect(document.activeElement?.textContent).toContain('1R'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('秋風特別');
    await user.keyboard('{Enter}');
    expect(screen.getByText('race card')).toBeDefined();
    navigation.back();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('秋風特別'));
  });

  it('keeps the strip of days as it is while one of them is chosen, and ignores the second click', async () => {
    const weekends = ({ from, to }: CalendarRange): RaceDay[] => {
      const found: RaceDay[] = [];
      for (let racedate = from; racedate <= to; racedate = addDays(racedate, 1))
        if (dayOfWeek(racedate) % 6 === 0) found.push(day(racedate));
      return found;
    };
    const client = fakeBridge({
      days: { list: async (period: CalendarRange) => ({ days: weekends(period), unknown: [] }) },
      results: { read: readTables((table) => TABLES[table] ?? [], TODAY) },
    });
    await draw(<Window />, client);
    const strip = await screen.findByRole('navigation', { name: 'Race days' });
    const shown = (): string[] =>
      within(strip)
        .getAllByRole('button')
        .map((each) => each.title.slice(0, 10));
    const around = ['2026-11-07', '2026-11-08', '2026-11-14', '2026-11-15', '2026-11-21', '2026-11-22'];
    await waitFor(() => expect(shown()).toEqual([...around, '2026-11-28', '2026-11-29']));
    const before = shown();

    await userEvent.click(within(strip).getByTitle(/^2026-11-15/));
    expect(await screen.findByRole('heading', { level: 1, name: /2026-11-15/ })).toBeDefined();
    expect(shown()).toEqual(before);
    fireEvent.click(within(strip).getByTitle(/^2026-11-08/), { detail: 2 });
    expect(screen.getByRole('heading', { level: 1, name: /2026-11-15/ })).toBeDefined();

    // The days before those of the strip are known too.
    await userEvent.click(within(strip).getByTitle(/^2026-11-07/));
    expect(shown()).toEqual(before);
    const previous = screen.getByRole('button', { name: /Previous race day/ });
    await waitFor(() => expect(previous.hasAttribute('disabled')).toBe(false));
    await userEvent.click(previous);
    expect(await screen.findByRole('heading', { level: 1, name: /2026-11-01/ })).toBeDefined();
    await waitFor(() => expect(shown()).toContain('2026-11-01'));
  });

  it.each([
    ['en', '2026-11-15T01:04Z', ['Pre-race', 'Card', 'Card', 'Card · at the post']],
    ['en', '2026-11-15T01:15Z', Array(4).fill('No result yet')],
    ['ja', '2026-11-15T01:04Z', ['直前', '出馬表', '出馬表', '出馬表 · 発走時刻']],
    ['ja', '2026-11-15T01:15Z', Array(4).fill('結果待ち')],
  ] as const)('says how far each race is (%s, %s)', async (language, now, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const tables: typeof TABLES = {
      ...TABLES,
      t_ra: [...(TABLES['t_ra'] ?? []), race('08265602', { post_time: '1003' })],
      t_pd: [{ racekey: '05265601', horse_number: '05', win_odds: '3.0' }],
      t_hj: [],
    };
    const read = readTables((table) => tables[table] ?? [], '20261115');
    await draw(<Window />, bridge([], '20261115', fakeAnnotations(), new Map(), read), language);
    const shown = document.getElementsByClassName('race-row-result');
    await waitFor(() => expect(Array.from(shown, (each) => each.textContent)).toEqual(words));
  });

  it.each([
    ['en', '２歳新馬', 'A1', '11', '2yo Newcomer', 'Newcomer'],
    ['en', '障害３歳以上未勝利', 'A3', '13', '3yo+ Jump Maiden', 'Maiden'],
    ['ja', '障害３歳以上未勝利', 'A3', '13', '障害３歳以上未勝利', '未勝利'],
  ] as const)('says the class once of a race without a name of its own (%s %s)', async (...row) => {
    const [language, race_name, condition_cd, class_cd, title, kind] = row;
    const races = [race('05265601', { race_name, condition_cd, class_cd })];
    const read = readTables((table) => (table === 'd_ra' ? races : []), TODAY);
    await draw(<Window />, bridge([], TODAY, fakeAnnotations(), new Map(), read), language);
    const shown = await screen.findByRole('button', { name: /^1R/ });
    expect(shown.textContent).toContain(title);
    expect(shown.textContent?.split(kind)).toHaveLength(2);
  });

  it('reads today’s tables, and waits for missing results', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: AFTER_THE_RACES });
    const requests: string[] = [];
    await draw(<Window />, bridge(requests, '20261115'));
    expect(await screen.findByRole('heading', { level: 1, name: '2026-11-15 (Sun) Today' })).toBeDefined();
    await waitFor(() =>
      expect(requests.toSorted()).toEqual(['t_hj', 't_ka', 't_ky', 't_pd', 't_ra', 't_se']),
    );
    expect(await screen.findAllByText('No result yet')).toHaveLength(2);
  });

  it.each([
    ['en', 'Called off', 'No result yet'],
    ['ja', '中止', '結果待ち'],
  ] as const)('says of a race that it was called off (%s)', async (language, calledOff, waiting) => {
    vi.useFakeTimers({ toFake: ['Date'], now: AFTER_THE_RACES });
    const refunds = Object.fromEntries([1, 2, 3, 4, 5].map((slot) => [`refund_number_${slot}`, `0${slot}`]));
    const tables: typeof TABLES = { ...TABLES, t_hj: [{ racekey: '05265602', ...refunds }] };
    const read = readTables((table) => tables[table] ?? [], '20261115');
    await draw(<Window />, bridge([], '20261115', fakeAnnotations(), new Map(), read), language);
    expect(await screen.findAllByText(calledOff)).toHaveLength(1);
    expect(screen.getAllByText(waiting)).toHaveLength(2);
  });

  it('keeps one tab stop among all races', async () => {
    await draw(<Window />, bridge());
    await screen.findByText(/秋風特別/);
    const stops = document.querySelectorAll('.race-row[tabindex="0"]');
    expect(stops).toHaveLength(1);
  });

  it('lists all races by post time, sorts and filters them, and opens the focused one', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge());
    await screen.findByText(/秋風特別/);
    await user.click(screen.getByRole('button', { name: 'List' }));
    const table = await screen.findByRole('table', { name: 'Races by post time' });
    const races = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getByRole('button').getAttribute('aria-label'));
    expect(races()).toHaveLength(3);
    expect(table.textContent).toContain('5 カゼノサンプル fav. 6');
    await user.click(within(table).getByRole('button', { name: 'Win payoff' }));
    expect(races()[0]).toBe('Tokyo 1R 2yo Maiden');
    await user.click(within(table).getByRole('button', { name: 'Name' }));
    expect(races().at(-1)).toBe('Tokyo 2R 秋風特別');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Payoffs');
    expect(races()).toEqual(['Tokyo 1R 2yo Maiden']);
    expect(screen.getByText('1 of 3 races')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Surface' }));
    within(table).getByRole('button', { name: 'Tokyo 1R 2yo Maiden' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByText('race card')).toBeDefined();
    navigation.back();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('秋風特別'));
  });

  it('names the biggest payoffs, says of how many races, and opens the payoffs of one', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge());
    const panel = await screen.findByRole('region', { name: /Biggest payoffs/ });
    expect(panel.textContent).toContain('1 of 3 races. 2 races have no payoffs yet.');
    await user.click(within(panel).getByRole('link', { name: '¥1,540 Win 5 Tokyo 1R' }));
    expect(screen.getByText('race payoffs')).toBeDefined();
  });

  it('lists what changed on today since it was last seen, until it is marked as seen', async () => {
    const user = userEvent.setup();
    const remembered = new Map<string, string>();
    await draw(<Window />, bridge([], '20261115', undefined, remembered));
    await screen.findByText(/first look at this day/);
    await waitFor(() => expect(remembered.has('day.seen')).toBe(true));
    cleanup();
    // As if the day had been seen with another jockey on number 7.
    const seen = remembered.get('day.seen') ?? '';
    expect(seen).toContain('次の騎手');
    remembered.set('day.seen', seen.replace('次の騎手', '前の騎手'));
    await draw(<Window />, bridge([], '20261115', undefined, remembered));
    const panel = await screen.findByRole('region', { name: 'Changes 1' });
    expect(
      within(panel).getByRole('link', { name: 'Tokyo 2R 7 ナナバンメ 前の騎手 → 次の騎手' }),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'One change' }));
    expect(document.activeElement?.textContent).toContain('Changes');
    await user.click(within(panel).getByRole('button', { name: 'Mark as seen' }));
    expect(panel.textContent).toContain('Nothing has changed since');
    // The button is gone; the focus is not.
    expect(document.activeElement?.textContent).toContain('Changes');
    expect(remembered.get('day.seen')).toContain('次の騎手');
  });

  it('shows the day in the form that was chosen last', async () => {
    const kept = new Map([['day.form', '"list"']]);
    await draw(<Window />, bridge([], TODAY, undefined, kept));
    await screen.findByRole('table', { name: 'Races by post time' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Courses' }));
    expect(screen.getByRole('region', { name: 'Tokyo, meeting 5, day 6' })).toBeDefined();
    expect(kept.get('day.form')).toBe('"courses"');
  });

  it('shows that a day has no racing, and links to its neighbors', async () => {
    await draw(<DayScreen racedate="20261118" />, bridge());
    expect(await screen.findByText('No racing on 2026-11-18 (Wed)')).toBeDefined();
    expect(screen.getByRole('button', { name: '2026-11-15 (Sun)' })).toBeDefined();
  });

  it('shows a day that only the present tables have yet', async () => {
    const requests: string[] = [];
    const read = readTables((table) => {
      requests.push(table);
      return table.startsWith('d_') ? [] : (TABLES[table] ?? []);
    }, TODAY);
    await draw(<Window />, bridge([], TODAY, undefined, new Map(), read));
    expect(await screen.findByText(/秋風特別|2R/)).toBeDefined();
    expect(screen.queryByText(/has no races/)).toBeNull();
    expect(requests).toEqual(expect.arrayContaining(['t_ra', 't_ka', 't_hj', 't_se']));
  });

  it.each([
    ['en', 'No races of this day could be read', 'Incomplete', 'Try again', '1R'],
    ['ja', 'この日のレースを読み取れませんでした', '不完全', '再試行', '1R'],
  ] as const)(
    'says how complete an empty day is, and requests it again (%s)',
    async (language, title, incomplete, retry, first) => {
      const published: Record<string, readonly Row[]> = {};
      const refreshed: string[] = [];
      const tables = readTables(
        (table) => published[table] ?? [],
        TODAY,
        (table) =>
          published[table] === undefined
            ? { complete: false, reasons: [{ reason: 'day_missing', where: '20261115' }] }
            : {},
      );
      const read = (input: Parameters<typeof tables>[0] & { refresh?: boolean }) => {
        if (input.refresh === true && input.source.kind === 'day') refreshed.push(input.source.record);
        return tables(input);
      };
      await draw(<Window />, bridge([], TODAY, undefined, new Map(), read), language);
      expect(await screen.findByText(title)).toBeDefined();
      expect(screen.getByText(incomplete)).toBeDefined();
      Object.assign(published, TABLES);
      await userEvent.setup().click(screen.getByRole('button', { name: retry }));
      expect((await screen.findAllByText(first)).length).toBeGreaterThan(0);
      expect(refreshed.toSorted()).toEqual(['meeting', 'payoff', 'race', 'result']);
    },
  );

  it('does not call an empty day canceled while its records may still come', async () => {
    await draw(
      <Window />,
      bridge(
        [],
        TODAY,
        undefined,
        new Map(),
        readTables(() => [], TODAY),
      ),
    );
    expect(await screen.findByText('The service has no races for this day')).toBeDefined();
    expect(screen.getByText(/records of a day may come some time after it/)).toBeDefined();
    expect(screen.getByText('Complete')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('keeps the races on screen if they cannot be read again, and says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: AFTER_THE_RACES });
    let fails = false;
    const answered = readTables((table) => TABLES[table] ?? [], '20261115');
    const read: typeof answered = (...given) =>
      fails ? Promise.reject(new Error('no disk')) : answered(...given);
    const { cache } = await draw(<Window />, bridge([], '20261115', fakeAnnotations(), new Map(), read));
    expect(await screen.findAllByText('No result yet')).toHaveLength(2);
    fails = true;
    void cache.refetchQueries();
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getAllByText('No result yet')).toHaveLength(2);
  });

  it('offers a retry if the races cannot be read', async () => {
    const client = fakeBridge({
      days: { list: async (period: CalendarRange) => ({ days: daysIn(period), unknown: [] }) },
    });
    await draw(<Window />, client);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0);
  });
});
