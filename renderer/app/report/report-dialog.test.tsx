import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { openReport, ReportDialog } from './ReportDialog.tsx';

afterEach(cleanup);

async function open(write: (input: { text: string }) => Promise<object>) {
  const app = { report: async () => ({ text: '## Railbird\n\n1.2.3\n' }), writeReport: write };
  await draw(<ReportDialog />, fakeBridge({ app }));
  openReport();
  await screen.findByRole('dialog', { name: 'Report a problem' });
  return userEvent.setup();
}

it('the report is shown before anything is written, and saved as the user left it', async () => {
  const written: string[] = [];
  const user = await open(async ({ text }) => {
    written.push(text);
    return { path: '/exports/railbird-report.txt' };
  });
  const facts = await screen.findByRole('textbox', { name: /About this installation/ });
  await waitFor(() => expect((facts as HTMLTextAreaElement).value).toContain('1.2.3'));
  expect(written).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'It froze.');
  await user.clear(facts);
  await user.type(facts, 'only this');
  await user.click(screen.getByRole('button', { name: 'Save as a file' }));
  expect(await screen.findByText(/Written to \/exports\/railbird-report\.txt/)).toBeDefined();
  expect(written).toEqual(['# What happened\n\nIt froze.\n\nonly this']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a report that cannot be written says why, and stays', async () => {
  const user = await open(() => Promise.reject(new RailbirdError('FILE_FAILED', { path: '/full' })));
  const save = screen.getByRole('button', { name: 'Save as a file' });
  await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
  await user.click(save);
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('dialog')).toBeDefined();
});
