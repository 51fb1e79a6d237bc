import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Notice } from '#shared/bridge/notices.ts';
import { RailbirdError } from '#shared/errors.ts';
import { App } from './App.tsx';
import { draw } from '../testing/draw.tsx';
import { fakeBridge, SAMPLE } from '../testing/fake-bridge.ts';
import { NoticeBar } from './NoticeBar.tsx';

afterEach(cleanup);

const notice: Notice = {
  id: 'n1',
  at: Date.UTC(2026, 10, 22, 8, 1),
  subject: 'archive',
  what: { en: 'The archive was damaged', ja: '保存データが壊れていました' },
  file: '/data/archive/sample.duckdb',
  movedTo: '/data/archive/sample.duckdb.damaged-1',
  saved: [{ en: '15 tables are whole.', ja: '15テーブルは無事です。' }],
  gone: [{ en: 'Results of 2026-11-07.', ja: '2026-11-07の成績。' }],
  advice: { en: 'Download these days again.', ja: 'この日を取得し直してください。' },
};

/** A main process that removes dismissed notices. */
function bridgeWith(given: readonly Notice[], dismiss?: () => Promise<never>) {
  let notices = given;
  let changed = Promise.withResolvers<void>();
  async function* watch() {
    for (;;) {
      yield [...notices];
      await changed.promise;
    }
  }
  return fakeBridge({
    connection: { status: async () => ({ ...SAMPLE, mode: 'none' as const }) },
    notices: {
      watch: async () => watch(),
      dismiss:
        dismiss ??
        (async ({ id }: { id: string }) => {
          notices = notices.filter((each) => each.id !== id);
          changed.resolve();
          changed = Promise.withResolvers();
          return {};
        }),
    },
  });
}

it('shows what was quarantined, what was saved, what was lost, what to do and where the file is', async () => {
  await draw(<NoticeBar />, bridgeWith([notice]));
  const bar = await screen.findByRole('status');
  for (const words of [
    'The archive was damaged',
    '15 tables are whole.',
    'Results of 2026-11-07.',
    'Download these days again.',
    '/data/archive/sample.duckdb.damaged-1',
  ])
    expect(bar.textContent).toContain(words);
});

it('is in Japanese if the window is', async () => {
  await draw(<NoticeBar />, bridgeWith([notice]), 'ja');
  const bar = await screen.findByRole('status');
  expect(bar.textContent).toContain('保存データが壊れていました');
  expect(bar.textContent).toContain('2026-11-07の成績。');
});

it('shows one notice at a time, each until it is dismissed', async () => {
  const second = { ...notice, id: 'n2', what: { en: 'The views were damaged', ja: 'ビュー' } };
  await draw(<NoticeBar />, bridgeWith([notice, second]));
  await screen.findByText('1 more');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await screen.findByText('The views were damaged');
  expect(screen.queryByText('The archive was damaged')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('stays, with the reason, if it cannot be dismissed', async () => {
  const dismiss = () => Promise.reject(new RailbirdError('FILE_FAILED', { path: '/data/notices/n1.json' }));
  await draw(<NoticeBar />, bridgeWith([notice], dismiss));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await screen.findByRole('alert');
  expect(screen.getByText('The archive was damaged')).toBeDefined();
});

it('is also above the welcome screen, where the app starts after its settings were lost', async () => {
  await draw(<App onReady={() => undefined} />, bridgeWith([notice]));
  await screen.findByText('The archive was damaged');
  expect(screen.getByRole('heading', { name: 'Railbird' })).toBeDefined();
});

it('shows a notice that is about no file without one', async () => {
  const { file: _file, movedTo: _movedTo, ...clock } = notice;
  await draw(<NoticeBar />, bridgeWith([clock]));
  const bar = await screen.findByRole('status');
  await waitFor(() => expect(bar.textContent).toContain('Download these days again.'));
  expect([...bar.querySelectorAll('dt')].map(({ textContent }) => textContent)).not.toContain('File');
});
