import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportOn, type BetReport } from '#shared/betting/report.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import { MissingPayoffs } from './MissingPayoffs.tsx';
import { isOpenOn, openRaces } from './open-races.ts';
import type { MissingRace, Requested } from './use-bet-report.ts';

const LATER = '05265611';
const EARLIER = '05265601';

const program = (racekey: string, post_time: string) => ({ racekey, racedate: TODAY, post_time });
const PROGRAMS = [program(EARLIER, '1005'), program(LATER, '1530')];
/** Noon in Tokyo. */
const NOON = Date.parse('2026-11-20T03:00:00Z');

const bet = (
  racekey: string | undefined,
  racedate = TODAY,
  reason: 'to_come' | 'no_payoffs' = 'to_come',
) => ({
  racekey,
  racedate,
  racecourse_cd: '05',
  raceNumber: Number(racekey?.slice(6) ?? '11'),
  reasons: [{ reason, count: 1 }],
});

const MISSING: readonly MissingRace[] = [{ racedate: TODAY, racekey: LATER }, { racedate: '20261115' }];

describe('the races without an outcome', () => {
  const at = { racedate: TODAY, programs: PROGRAMS, now: NOON };

  it('of today are awaited once they are run, and no race of a day that is stored is called missing', () => {
    expect(openRaces([bet(LATER)], MISSING, at)).toMatchObject({
      coming: [{ racekey: LATER, program: { post_time: '1530' } }],
      missing: [{ racedate: '20261115' }],
    });
    expect(openRaces([bet(LATER), bet(EARLIER)], MISSING, at)).toMatchObject({
      coming: [{ racekey: LATER }],
      awaited: [{ racekey: EARLIER }],
      ofToday: [MISSING[0]],
      missing: [MISSING[1]],
    });
    expect(openRaces([bet(LATER, TODAY, 'no_payoffs')], MISSING, at).missing).toHaveLength(1);
  });

  it('are found by course and number where the list has no race key', () => {
    expect(openRaces([bet(undefined)], MISSING, at).coming).toMatchObject([{ program: PROGRAMS[1] }]);
  });

  it('of another day to come are named once, however many bets are on them', () => {
    const tomorrow = bet('05265711', '20261121');
    expect(openRaces([tomorrow, tomorrow], [], at).coming).toHaveLength(1);
  });

  it('of today can be fetched if the post time is not known, but not before the program was read', () => {
    expect(openRaces([bet(LATER)], MISSING, { ...at, programs: [] }).ofToday).toEqual([MISSING[0]]);
    const unread = openRaces([bet(LATER)], MISSING, { ...at, programs: undefined });
    expect([unread.awaited, unread.ofToday, unread.missing]).toEqual([[], [], [MISSING[1]]]);
  });

  it('need the program of today only with a bet on it', () => {
    expect(isOpenOn([bet(LATER)], TODAY)).toBe(true);
    expect(isOpenOn([bet(LATER, '20261121')], TODAY)).toBe(false);
  });
});

describe('the notice above the report', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const reportOf = (racekey: string, racedate: string): BetReport =>
    reportOn(
      [
        {
          line: 1,
          text: `${racekey} win 1`,
          read: {
            is: 'bet',
            race: { by: 'key', racekeys: [racekey], racedate },
            bet: 'win',
            combinations: [[1]],
            shown: '1',
            stake: 100,
            isStakeWritten: true,
          },
        },
      ],
      () => ({ is: 'open', reason: racedate < TODAY ? 'not_stored' : 'to_come', racekey, racedate }),
    );

  const drawNotice = (report: BetReport, missing: readonly MissingRace[], requested: Requested = new Map()) =>
    draw(
      <MissingPayoffs
        report={report}
        missing={missing}
        fetch={{
          isRunning: false,
          requested,
          done: 0,
          total: 0,
          thrown: null,
          start: () => undefined,
          stop: () => undefined,
        }}
      />,
      fakeBridge({
        results: { read: readTables((table) => (table === 't_ra' ? PROGRAMS : []), TODAY) },
      }),
    );

  it('says of a race that is not run yet when it is, without a button', async () => {
    await drawNotice(reportOf(LATER, TODAY), [{ racekey: LATER, racedate: TODAY }]);
    await screen.findByText('1 race is not run yet');
    expect(screen.getByText(/2026-11-20 \(Fri\) Tokyo 11R \(post 15:30\)$/)).toBeTruthy();
    expect(screen.queryByText(/not stored/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names a race of today that was run by itself: payoffs of the day may be stored', async () => {
    await drawNotice(reportOf(EARLIER, TODAY), [{ racekey: EARLIER, racedate: TODAY }]);
    await screen.findByText('1 race today has no payoffs yet');
    expect(screen.getByText(/2026-11-20 \(Fri\) Tokyo 1R \(post 10:05\)/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download payoffs' })).toBeTruthy();
    expect(screen.queryByText(/not stored/)).toBeNull();
  });

  it('offers the payoffs of days before, in the plural of what is missing', async () => {
    await drawNotice(reportOf('05264811', '20261115'), [
      { racedate: '20261114' },
      { racedate: '20261115' },
      { racekey: '05264811' },
    ]);
    await screen.findByText('Payoffs of 2 days and 1 race are not stored');
    expect(screen.getByRole('button', { name: 'Download payoffs' })).toBeTruthy();
    expect(screen.queryByText(/not run yet/)).toBeNull();
  });

  const ofTwo = [{ racedate: '20261108' }, { racedate: '20261115', racekey: '05264811' }];
  const failure = { code: 'UNREACHABLE', values: {} } as const;

  it.each<[of: string, requested: Requested, has: RegExp, hasNot: RegExp]>([
    ['all of it was answered', new Map([['20261108', null], ['20261115', null]]), /had none/, /reached/],
    ['only a part was requested', new Map([['20261115', null]]), /in none of the sums/, /had none/],
    ['a part failed', new Map([['20261108', failure], ['20261115', null]]), /cannot be reached/, /had none/],
    ['nothing was requested', new Map(), /in none of the sums/, /had none/],
  ])('says that the service had none only if %s, or why not', async (_, requested, has, hasNot) => {
    await drawNotice(reportOf('05264811', '20261115'), ofTwo, requested);
    const notice = await screen.findByText(/in none of the sums/);
    expect(notice.textContent).toMatch(has);
    expect(notice.textContent).not.toMatch(hasNot);
  }); // prettier-ignore

  it('says of today’s races nothing that is known of other days only', async () => {
    const races = [{ racekey: EARLIER, racedate: TODAY }];
    await drawNotice(reportOf(EARLIER, TODAY), races, new Map([['20261115', null]]));
    await screen.findByText('1 race today has no payoffs yet');
    expect(screen.queryByText(/had none/)).toBeNull();
    cleanup();
    await drawNotice(reportOf(EARLIER, TODAY), races, new Map([[TODAY, null]]));
    expect(await screen.findByText(/had none/)).toBeTruthy();
  });
});
