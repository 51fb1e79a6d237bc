import { ORPCError } from '@orpc/client';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ExportEvent } from '#shared/bridge/exports.ts';
import type { Summary } from '#shared/bridge/results.ts';
import { ERRORS } from '#shared/errors.ts';
import { FIRST_CHOICE } from './export-choice.ts';
import { useExportJobs } from './export-jobs.ts';
import { atTheDialog, draw, ON_SCREEN, source } from './testing/export-dialog.tsx';

const done: Extract<ExportEvent, { type: 'done' }> = {
  type: 'done',
  path: '/home/me/d_se.csv',
  download: 'files/1',
  records: 18,
  columns: 2,
  bytes: 12_345,
  sha256: 'ab'.repeat(32),
  complete: true,
  formulas: 0,
  formulaColumns: [],
  unreadable: 0,
  unreadableColumns: [],
  replaced: 0,
};

async function begun(...choices: string[]) {
  const { main, user } = draw({ resultId: 'r1' });
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  for (const choice of choices)
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${choice}`) }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(main.requests).toHaveLength(1));
  return { main, user };
}

atTheDialog();

describe('an export', () => {
  it('has the columns on screen in their order, raw, with field names', async () => {
    const { main } = await begun();
    expect(main.requests[0]).toEqual({
      resultId: 'r1',
      columns: ['racekey', 'horse_name'],
      sort: [{ column: 'margin', direction: 'descending' }],
      filters: ON_SCREEN,
      format: 'csv',
      form: 'delivered',
      header: 'name',
      language: 'en',
    });
  });

  it.each(['that was evicted', 'that is not known'])(
    'of a result %s opens the source again, and closes it',
    async (kind) => {
      const { main, user } = draw({ resultId: kind === 'that was evicted' ? 'r1' : undefined });
      main.evicted.add('r1');
      await user.click(screen.getByRole('button', { name: 'Export…' }));
      await user.click(screen.getByRole('button', { name: 'Export' }));
      await waitFor(() => expect(main.requests).toHaveLength(1));
      expect(main.requests[0]).toMatchObject({ resultId: 'r2', columns: ['racekey', 'horse_name'] });
      expect(main.opened).toEqual([{ source }]);
      await waitFor(() => expect(main.closed).toEqual(['r2']));
    },
  );

  it('keeps a choice made before the remembered one has arrived', async () => {
    const recalled = Promise.withResolvers<{ json: string }>();
    const { main, user } = draw({ resultId: 'r1', recall: () => recalled.promise });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByRole('radio', { name: /^As shown every cell/ }));
    recalled.resolve({ json: JSON.stringify(FIRST_CHOICE) });
    await recalled.promise;
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests).toHaveLength(1));
    expect(main.requests[0]).toMatchObject({ form: 'shown' });
  });

  it('of a result that can no longer be read opens the source again, once', async () => {
    const { main } = await begun();
    const closed = new ORPCError('RAILBIRD', {
      defined: true,
      data: { code: 'RESULT_CLOSED', values: {} },
    });
    main.fail(closed);
    await waitFor(() => expect(main.requests.map(({ resultId }) => resultId)).toEqual(['r1', 'r2']));
    expect(main.opened).toEqual([{ source }]);
    main.fail(closed);
    expect(await screen.findByText(ERRORS.RESULT_CLOSED.title.en)).toBeTruthy();
    expect(main.requests).toHaveLength(2);
  });

  it('marks text as UTF-8 for Excel on request, with formulas neutralized', async () => {
    const { main } = await begun('UTF-8 with BOM');
    expect(main.requests[0]).toMatchObject({ encoding: 'utf-8-bom', neutralize: true });
  });

  it('neutralizes formulas for Excel by default, and for programs on request', async () => {
    const excel = await begun('UTF-8 with BOM', 'Leave unchanged');
    expect(excel.main.requests[0]?.neutralize).toBeUndefined();
    cleanup();
    const programs = await begun('Neutralize');
    expect(programs.main.requests[0]).toMatchObject({ neutralize: true });
    expect(programs.main.requests[0]?.encoding).toBeUndefined();
    programs.main.send({ ...done, formulas: 2, formulaColumns: ['horse_name', '=x'] });
    expect(
      await screen.findByText(/2 cells .* prefixed with an apostrophe. Columns: horse_name, =x/),
    ).toBeTruthy();
  });

  it('has the style of the chosen preset', async () => {
    const { main, user } = draw({ resultId: 'r1' });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    const preset = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' });
    expect(preset.value).toBe('delivered');
    await user.selectOptions(preset, 'Excel');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests).toHaveLength(1));
    expect(main.requests[0]).toMatchObject({ format: 'xlsx', form: 'values', header: 'label', labels: true });
  });

  it('lists what the encoding lacks before anything is written, and goes on as the user decides', async () => {
    const { main, user } = await begun('Shift_JIS');
    expect(main.requests[0]).toMatchObject({ encoding: 'cp932', neutralize: true });
    expect(main.requests[0]?.replaceUnwritable).toBeUndefined();
    main.send({ type: 'unwritable', characters: [{ character: '𠮷', count: 3, columns: ['horse_name'] }] });
    const cells = (await screen.findAllByRole('cell')).map((cell) => cell.textContent);
    expect(cells).toEqual(['𠮷', 'U+20BB7', '3', 'horse_name']);
    await user.click(screen.getByRole('button', { name: 'Write 〓 in their place' }));
    await waitFor(() => expect(main.requests).toHaveLength(2));
    expect(main.requests[1]).toMatchObject({ encoding: 'cp932', replaceUnwritable: true });
  });

  it('waits for the choices of the last time', async () => {
    const recalled = Promise.withResolvers<{ json: string }>();
    const { main, user } = draw({ resultId: 'r1', recall: () => recalled.promise });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(main.requests).toEqual([]);
    recalled.resolve({ json: JSON.stringify({ ...FIRST_CHOICE, columns: 'all' }) });
    await screen.findByRole('radio', { name: /^All columns/, checked: true });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]?.columns).toContain('margin'));
  });

  it('goes on when its dialog is closed, and is listed', async () => {
    const { main, user } = await begun();
    await user.click(screen.getByRole('button', { name: 'Continue in background' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    main.send(done);
    await waitFor(() => expect(useExportJobs.getState().jobs[0]?.now.state).toBe('done'));
    expect(main.cancelled).toEqual([]);
  });

  it('has the cells on screen if the screen composed them and the form is “as shown”, and why they are incomplete', async () => {
    const cells = {
      columns: [{ name: 'sex_and_age', label: { en: 'Sex and age', ja: '性齢' } }],
      rows: [['F5']],
    };
    const reasons = [{ reason: 'not_fetched' as const, where: '05264101' }];
    const { main, user } = draw({ resultId: 'r1', composed: () => cells, reasons });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(
      within(screen.getByRole('group', { name: 'Cells' })).getByRole('radio', { name: /^As shown/ }),
    );
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(main.requests[0]).toMatchObject({ form: 'shown', composed: { ...cells, reasons } }),
    );
  });

  it('has the columns on screen in their order if these are all, whatever was chosen where there were more', async () => {
    const recall = async () => ({ json: JSON.stringify({ ...FIRST_CHOICE, columns: 'all' }) });
    const { main, user } = draw({ resultId: 'r1', recall, allColumns: ['horse_name', 'racekey'] });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    expect(screen.queryByRole('radio', { name: /^All columns/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]?.columns).toEqual(['racekey', 'horse_name']));
  });

  it('says if the records cannot have the order on screen', async () => {
    const summary = { resultId: 'r1', records: 18, complete: true, columns: [{ name: 'racekey' }] };
    const { user } = draw({ summary: summary as unknown as Summary });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    expect(await screen.findByText(/^18 records, 2 columns, not in screen order/)).toBeTruthy();
  });

  it('has all columns and both headers on request', async () => {
    const { main } = await begun('All columns', 'Both');
    expect(main.requests[0]?.columns).toEqual(['racekey', 'horse_name', 'margin']);
    expect(main.requests[0]?.header).toBe('both');
  });

  it('has the chosen format; JSON offers no choice of header', async () => {
    const { main, user } = draw();
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'json');
    expect(screen.queryByRole('group', { name: 'Header row' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'parquet');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]).toMatchObject({ format: 'parquet', header: 'name' }));
  });

  it('shows its progress, and finally where the file is and that it is complete', async () => {
    const { main } = await begun();
    main.send({ type: 'progress', written: 9, total: 18 });
    expect(await screen.findByText('9 / 18')).toBeTruthy();
    main.send(done);
    expect(await screen.findByText('The file is complete')).toBeTruthy();
    expect(screen.getByText('/home/me/d_se.csv')).toBeTruthy();
    expect(screen.getByText('12.3 kB')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('files/1');
  });

  it('copies the path of the file to the clipboard', async () => {
    const { main, user } = await begun();
    main.send(done);
    await user.click(await screen.findByRole('button', { name: 'Copy path' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('/home/me/d_se.csv');
  });

  it('never calls an incomplete file done', async () => {
    const { main } = await begun();
    main.send({ ...done, complete: false });
    expect(await screen.findByText('The file is incomplete')).toBeTruthy();
    expect(screen.queryByText('The file is complete')).toBeNull();
  });

  it('can be canceled, and shows that nothing is left', async () => {
    const { main, user } = await begun();
    main.send({ type: 'progress', written: 1, total: 18 });
    await user.click(await screen.findByRole('button', { name: 'Cancel export' }));
    expect(main.cancelled).toEqual(['e1']);
    expect(await screen.findByText(/No file is left/)).toBeTruthy();
  });

  it('shows why it failed', async () => {
    const { main } = await begun();
    main.fail(
      new ORPCError('RAILBIRD', {
        defined: true,
        data: { code: 'ARCHIVE_FAILED', values: { problem: 'x' } },
      }),
    );
    expect(await screen.findByText(ERRORS.ARCHIVE_FAILED.title.en)).toBeTruthy();
  });
});
