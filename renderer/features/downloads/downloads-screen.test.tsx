import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job, DownloadSelection, TableCalendar, TablePlan } from '#shared/bridge/downloads.ts';
import { shell } from '../../text/shell.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing } from '../../testing/fake-bridge.ts';
import { DownloadsScreen } from './DownloadsScreen.tsx';
import type { DownloadsScreenProps } from './selection.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SELECTION: DownloadsScreenProps = {
  from: '20261101',
  to: '20261115',
  tables: ['d_ra', 'd_se'],
};

const plan = (table: 'd_ra' | 'd_se' | 'd_ka', requests: number): TablePlan => ({
  table,
  requests,
  days: requests * 4,
  storedDays: 3,
  estimatedRecords: requests * 1_000,
  estimatedSeconds: requests,
  isCalendarKnown: true,
});

const job = (more: Partial<Job>): Job => ({
  id: 'j',
  kind: 'period',
  tables: ['d_se'],
  from: '20261101',
  to: '20261115',
  state: 'running',
  windowsDone: 1,
  windowsTotal: 4,
  records: 1_234,
  bytes: 2_500_000,
  recordsPerSecond: 400,
  remainingSeconds: 90,
  reasons: [],
  createdAt: 1,
  ...more,
});

const calendar: TableCalendar[] = [
  {
    table: 'd_ra',
    days: [
      { racedate: '20261114', state: 'complete', records: 24, fetchedAt: 1 },
      { racedate: '20261115', state: 'missing', records: 0 },
    ],
  },
];

function bridge(jobs: readonly Job[], answers: Readonly<Record<string, (input: never) => unknown>> = {}) {
  return fakeBridge({
    downloads: {
      plan: async () => [plan('d_ra', 0), plan('d_se', 3)],
      watch: async () => standing({ jobs: [...jobs], gone: [] }),
      calendar: async () => calendar,
      usage: async () => ({
        tables: [
          {
            table: 'd_ra' as const,
            records: 24,
            bytes: 1_000,
            days: 1,
            firstDay: '20261114',
            lastDay: '20261114',
          },
        ],
        fileBytes: 3_000_000,
      }),
      ...answers,
    },
  });
}

describe('the downloads screen', () => {
  it('says that nothing was sent only as long as there is no job', async () => {
    await draw(<DownloadsScreen {...SELECTION} />, bridge([]));
    await screen.findByText(/Nothing has been sent yet\.$/);
    cleanup();
    await draw(<DownloadsScreen {...SELECTION} />, bridge([job({ state: 'done' })]));
    await screen.findByText('What this download would request.');
    expect(screen.queryByText(/Nothing has been sent/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Last week' })).toBeDefined();
  });

  it('shows what a download would do before any request, and starts it', async () => {
    const start = vi.fn<(selection: DownloadSelection) => Promise<Job>>(async () => job({}));
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { start }));
    const section = await screen.findByRole('region', { name: 'Plan' });
    const total = within(await within(section).findByRole('row', { name: /^Total/ }));
    expect(total.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '3', '12', '6', '3,000', '3 sec',
    ]); // prettier-ignore
    expect(start).not.toHaveBeenCalled();
    await userEvent.click(within(section).getByRole('button', { name: 'Download' }));
    expect(start.mock.calls[0]?.[0]).toMatchObject({
      tables: ['d_ra', 'd_se'],
      from: '20261101',
      to: '20261115',
    });
  });

  it('downloads again on a retry of that', async () => {
    const start = vi.fn<(asked: DownloadSelection & { readonly refresh: boolean }) => Promise<Job>>();
    start.mockRejectedValue(codedError('UNREACHABLE'));
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { start }));
    const section = within(await screen.findByRole('region', { name: 'Plan' }));
    await userEvent.click(section.getByRole('button', { name: /^Download again/ }));
    await userEvent.click(await section.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(start).toHaveBeenCalledTimes(2));
    expect(start.mock.calls.map(([{ refresh }]) => refresh)).toEqual([true, true]);
  });

  it('reads plan, calendar and disk again when a job that is done leaves the list', async () => {
    const [downloaded, removed] = [Promise.withResolvers<Job>(), Promise.withResolvers<string>()];
    async function* watch() {
      yield { jobs: [], gone: [] };
      yield { jobs: [await downloaded.promise], gone: [] };
      yield { jobs: [], gone: [await removed.promise] };
    }
    let storedDays = 3;
    const reads = vi.fn(async () => [{ ...plan('d_ra', 0), storedDays }]);
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { plan: reads, watch: async () => watch() }));
    const section = within(await screen.findByRole('region', { name: 'Plan' }));
    const days = (count: number) => section.findByRole('cell', { name: `${count}` });
    await days(3);
    storedDays = 7;
    downloaded.resolve(job({ state: 'done', windowsDone: 4 }));
    await days(7);
    removed.resolve('j');
    await waitFor(() => expect(reads).toHaveBeenCalledTimes(3));
    expect(await days(7)).toBeDefined();
  });

  it('names the tables that are downloaded to verify the records', async () => {
    const plans = [plan('d_se', 3), { ...plan('d_ka', 1), isToCheck: true as const }];
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { plan: async () => plans }));
    expect(await screen.findByRole('row', { name: /^Past meetings ?to verify the records/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Total/ }).textContent).toMatch(/^Total4/);
    expect(screen.getByText(/are downloaded too, to verify/)).toBeTruthy();
  });

  it('shows the progress of a job, and the actions that its state allows', async () => {
    const pause = vi.fn<(input: { id: string }) => Promise<Job>>(async () => job({ state: 'paused' }));
    await draw(<DownloadsScreen {...SELECTION} />, bridge([job({})], { pause }));
    const jobs = within(await screen.findByRole('region', { name: 'Jobs' }));
    expect((await jobs.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('1 of 4 requests');
    expect(jobs.getByText('1 min 30 sec')).toBeTruthy();
    expect(jobs.getByText('2.5 MB')).toBeTruthy();
    expect(jobs.queryByRole('button', { name: /^Resume/ })).toBeNull();
    await userEvent.click(jobs.getByRole('button', { name: /^Pause/ }));
    await waitFor(() => expect(pause.mock.calls[0]?.[0]).toEqual({ id: 'j' }));
  });

  it('counts down until a parked job resumes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const parkedUntil = Date.now() + 125_000;
    await draw(<DownloadsScreen {...SELECTION} />, bridge([job({ state: 'parked', parkedUntil })]));
    expect(await screen.findByText('Resumes in 2 min 5 sec')).toBeTruthy();
    vi.setSystemTime(parkedUntil - 65_000);
    expect(await screen.findByText('Resumes in 1 min 5 sec')).toBeTruthy();
  });

  it('shows why the records are incomplete', async () => {
    const reasons = [{ table: 'd_se' as const, reason: 'headcount_differs' as const, where: '05264101' }];
    await draw(
      <DownloadsScreen {...SELECTION} />,
      bridge([job({ state: 'incomplete', finishedAt: 5, reasons })]),
    );
    await userEvent.click(await screen.findByText('Details'));
    const jobs = within(screen.getByRole('region', { name: 'Jobs' }));
    expect(jobs.getByRole('listitem').textContent).toContain(TABLES.d_se.label.en);
    expect(jobs.getByRole('listitem').textContent).toContain(shell.en.incompleteness.headcount_differs);
    expect(screen.getByRole('button', { name: /^Retry: / })).toBeTruthy();
  });

  it('shows the state of each stored day, fills the gaps, and opens a day', async () => {
    const fillGaps = vi.fn<(selection: DownloadSelection) => Promise<Job>>(async () => job({ kind: 'gaps' }));
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { fillGaps }));
    const stored = within(await screen.findByRole('region', { name: 'Stored days' }));
    const missing = await stored.findByRole('button', { name: /2026-11-15.*not stored/ });
    expect(stored.getByText('1 of 2 days')).toBeTruthy();
    await userEvent.click(stored.getByRole('button', { name: /^Fill gaps/ }));
    await waitFor(() => expect(fillGaps).toHaveBeenCalledOnce());
    missing.focus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    const { trail } = useNavigationStore.getState();
    expect(trail.steps[trail.index]?.route).toEqual({
      screen: 'table',
      table: 'd_ra',
      filter: { start_racedate: '20261114', end_racedate: '20261114' },
    });
  });

  it('says why a stored day is incomplete, and what to do', async () => {
    const days: TableCalendar['days'] = [
      { racedate: '20261114', state: 'incomplete', records: 3, fetchedAt: 1, reasons: ['unchecked'] },
    ];
    await draw(
      <DownloadsScreen {...SELECTION} />,
      bridge([], { calendar: async () => [{ table: 'd_ka', days }] }),
    );
    const stored = within(await screen.findByRole('region', { name: 'Stored days' }));
    const cell = await stored.findByRole('button', { name: /2026-11-14.*incomplete/ });
    expect(cell.getAttribute('aria-label')).toMatch(/incomplete: .*the race program, .*not stored/);
    const why = within(stored.getByRole('list', { name: /^Why days are incomplete/ }));
    expect(why.getByRole('listitem').textContent).toMatch(
      /^Past meetings, 2026-11-14 \(Sat\): .*race program/,
    );
    expect(stored.getByText(/Fill gaps downloads/)).toBeTruthy();
  });

  it('deletes the chosen days of a table', async () => {
    const remove = vi.fn<(input: object) => Promise<{ records: number }>>(async () => ({ records: 24 }));
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { remove }));
    const disk = within(await screen.findByRole('region', { name: 'Disk' }));
    await userEvent.click(await disk.findByRole('button', { name: /^Delete records of/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(remove.mock.calls[0]?.[0]).toEqual({ tables: ['d_ra'], from: '20261101', to: '20261115' }),
    );
    expect(await screen.findByText('24 records deleted')).toBeTruthy();
    expect(screen.queryByText(/cannot be downloaded again/)).toBeNull();
  });

  it('says what cannot be downloaded again before it deletes, and that nothing was deleted', async () => {
    const usage = async () => ({ tables: [{ table: 't_ky' as const, records: 24, bytes: 1_000, days: 1 }], fileBytes: 1 }); // prettier-ignore
    const remove = async () => ({ records: 0 });
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { usage, remove }));
    const disk = within(await screen.findByRole('region', { name: 'Disk' }));
    await userEvent.click(await disk.findByRole('button', { name: /^Delete records of/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/cannot be downloaded again/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('0 records deleted')).toBeTruthy();
  });

  it('claims nothing to be stored where nothing has to be requested, and names what fills gaps', async () => {
    await draw(<DownloadsScreen {...SELECTION} />, bridge([], { plan: async () => [plan('d_ra', 0)] }));
    const region = within(await screen.findByRole('region', { name: 'Plan' }));
    const note = await region.findByText(/^Nothing to request/);
    expect(note.textContent).toMatch(/are stored, have no racing, or are still to come\. Fill gaps/);
  });
});
