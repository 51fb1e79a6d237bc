import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '../text/text.ts';
import { ageText } from './format.ts';
import { Completeness, together, type CompletenessFacts } from './Completeness.tsx';

const whole: CompletenessFacts = {
  records: 36,
  complete: true,
  reasons: [],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
};

afterEach(cleanup);

describe('completeness', () => {
  it('of several sets is that of the least complete, and as old as the oldest', () => {
    const part: CompletenessFacts = {
      ...whole,
      complete: false,
      reasons: [{ reason: 'cut_short', where: '05265601' }],
      fetchedAt: 500,
    };
    expect(together([{ ...whole, fetchedAt: 900 }, part, whole])).toEqual({
      ...part,
      records: 108,
      fetchedAt: 500,
    });
    expect(together([])).toBeUndefined();
  });

  it('shows why a set is not complete, and where', async () => {
    await startI18n('ja');
    render(
      <Completeness
        summary={{
          ...whole,
          complete: false,
          reasons: [
            { reason: 'day_missing', where: '20261115' },
            { reason: 'run_unknown', where: '05264101' },
            { reason: 'not_fetched', where: 'd_ra 20261107-20261114' },
          ],
        }}
      />,
    );
    expect(screen.getByText('不完全')).toBeDefined();
    expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      '開催があった日のデータがありません (2026年11月15日(日))',
      'このレースの成績がサービスにありません (2026年4回東京1日 1R)',
      'まだ取得していません (d_ra 20261107-20261114)',
    ]);
  });

  it('says on paper when it was fetched, which stays true', async () => {
    await startI18n('en');
    render(<Completeness summary={{ ...whole, fetchedAt: Date.UTC(2026, 10, 27, 15, 33) }} />);
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getByText('Fetched 2026-11-28 00:33 (Tokyo)')).toBeDefined();
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByText(/2026-11-28/)).toBeNull();
  });

  it('counts the quarantined records', async () => {
    await startI18n('en');
    render(<Completeness summary={{ ...whole, quarantined: 2, provisional: 1 }} />);
    expect(screen.getByText('2 records quarantined')).toBeDefined();
    expect(screen.getByText('1 provisional')).toBeDefined();
  });

  it('shows why a part could not be fetched, and how many duplicates were removed', async () => {
    await startI18n('en');
    const because = { code: 'NOT_THE_SERVICE', values: { problem: 'it is a web page' } } as const;
    const reasons = [{ reason: 'not_fetched', where: '20261114', because }] as const;
    render(<Completeness summary={{ ...whole, complete: false, reasons: [...reasons], repeated: 3 }} />);
    expect(screen.getByText('3 duplicates removed')).toBeDefined();
    const [listed] = screen.getAllByRole('listitem', { hidden: true });
    expect(listed?.textContent).toContain('it is a web page');
  });

  it('shows an age in whole units', () => {
    expect(ageText(59_000, 'en')).toBe('now');
    expect(ageText(3 * 60_000 + 1, 'en')).toBe('3 minutes ago');
    expect(ageText(26 * 3_600_000, 'ja')).toBe('1 日前');
    expect(ageText(47 * 3_600_000, 'en')).toBe('1 day ago');
  });
});
