import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import { ERRORS } from '#shared/errors.ts';
import { codedError } from '../../testing/coded-error.ts';
import { FIRST_CHOICE } from './export-choice.ts';
import { commandOf } from './SavedExports.tsx';
import { atTheDialog, draw, ON_SCREEN, source } from './testing/export-dialog.tsx';

const SHOTS: SavedExport = {
  id: 's',
  name: 'Long shots',
  source: { kind: 'table', table: 'd_se', filter: { start_racedate: '20260101', end_racedate: '20260131' } },
  columns: ['margin'],
  sort: [{ column: 'racekey', direction: 'ascending' }],
  filters: [{ column: 'margin', text: '>=20' }],
  style: { format: 'csv', form: 'shown', header: 'label' },
  language: 'ja',
  names: 'latin',
};

/** What the window remembers of the last export. */
const remembering = async () => ({ json: JSON.stringify({ ...FIRST_CHOICE, saved: SHOTS.id }) });

/** The dialog with a saved export chosen, whose filters differ from those on screen. */
async function chosen(resultId?: string) {
  const { main, user } = draw({ resultId });
  main.saved.push(SHOTS);
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  await screen.findByRole('option', { name: SHOTS.name });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), SHOTS.name);
  return { main, user };
}

atTheDialog();

describe('an export', () => {
  it('is saved under a name with its columns in their order, and chosen again', async () => {
    const { main, user } = draw({ resultId: 'r1' });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), 'R and pandas');
    await user.click(screen.getByText('Save these choices'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Weekend');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main.saved).toHaveLength(1));
    expect(main.saved[0]).toMatchObject({
      name: 'Weekend',
      source,
      columns: ['racekey', 'horse_name'],
      sort: [{ column: 'margin', direction: 'descending' }],
      style: { format: 'csv', form: 'values', header: 'name' },
    });
    const preset = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' });
    await waitFor(() => expect(preset.selectedOptions[0]?.textContent).toBe('Weekend'));
  });

  it('that was saved and is chosen again has the rows, order, columns and words of the saved one', async () => {
    const { main, user } = await chosen('r1');
    expect(await screen.findByText(/3 of 18 records match the saved filters/)).toBeTruthy();
    expect(main.counted).toEqual([{ resultId: 'r1', filters: SHOTS.filters }]);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests).toHaveLength(1));
    const { columns, sort, filters, style, language, names } = SHOTS;
    expect(main.requests[0]).toEqual({ resultId: 'r1', columns, sort, filters, ...style, language, names });
  });

  it('that was saved counts no rows of a result that is not open, and says what is written', async () => {
    const { main } = await chosen();
    expect(await screen.findByText('The records that match the saved filters.')).toBeTruthy();
    expect(main.counted).toEqual([]);
  });

  it.each([
    [SHOTS.source, 'Weekend', 'railbird export "Weekend" --from YYYY-MM-DD --to YYYY-MM-DD'],
    [{ ...SHOTS.source, filter: { racekey: '05264101' } }, 'R', 'railbird export "R" --racekey KEY'],
    [
      { kind: 'table', table: 't_se', filter: { racedate: '20261121' } },
      'Day',
      'railbird export "Day" --racedate YYYY-MM-DD',
    ],
    [{ kind: 'subject', subject: 'runs', horse_id: '20230001' }, 'H', 'railbird export "H" --horse-id ID'],
    [{ kind: 'sql', sql: 'select 1' }, "Bob's $5", String.raw`railbird export 'Bob'\''s $5'`],
  ] as const)('of %j says how a terminal writes the next one', (of, name, command) => {
    expect(commandOf(name, of)).toBe(command);
  });

  it('that is overwritten with another style keeps its own filters, order and source', async () => {
    const { main, user } = await chosen('r1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'tsv');
    await user.click(screen.getByText('Save these choices'));
    expect(screen.getByText(/stay those of “Long shots”/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(main.saved).toEqual([{ ...SHOTS, style: { ...SHOTS.style, format: 'tsv' } }]));
  });

  it('that is overwritten from the screen says so first', async () => {
    const { main, user } = await chosen('r1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), 'Excel');
    await user.click(screen.getByText('Save these choices'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), SHOTS.name);
    expect(screen.getByText(/gets the columns, filters and sort on screen/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(main.saved).toMatchObject([{ id: SHOTS.id, source, filters: ON_SCREEN }]));
  });

  it('is saved with the way in which names are written', async () => {
    const { main, user } = draw({ resultId: 'r1', names: 'latin' });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByRole('radio', { name: /^As shown every cell/ }));
    await user.click(screen.getByText('Save these choices'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Latin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main.saved[0]?.names).toBe('latin'));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]?.names).toBe('latin'));
  });

  it('waits for the saved export that was chosen last', async () => {
    const { main, user } = draw({ resultId: 'r1', recall: remembering });
    const arrived = Promise.withResolvers<void>();
    main.saved.push(SHOTS);
    main.listing.until = arrived.promise;
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await screen.findByRole('option', { name: 'Saved export…' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(main.requests).toEqual([]);
    arrived.resolve();
    await screen.findByRole('option', { name: SHOTS.name });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]?.columns).toEqual(SHOTS.columns));
  });

  it('says that the saved export which was chosen last is gone, until another is chosen', async () => {
    const { user } = draw({ resultId: 'r1', recall: remembering });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    expect(await screen.findByText(/chosen last is not here/)).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), 'Excel');
    expect(screen.queryByText(/chosen last is not here/)).toBeNull();
  });

  it('writes nothing else if the saved exports cannot be read', async () => {
    const { main, user } = draw({ resultId: 'r1', recall: remembering });
    main.listing.failure = codedError('ARCHIVE_FAILED', { problem: 'x' });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    expect(await screen.findByText(ERRORS.ARCHIVE_FAILED.title.en)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), 'Excel');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests).toHaveLength(1));
  });

  it('that another window saved meanwhile is not overwritten, and the choices stay', async () => {
    const { main, user } = draw({ resultId: 'r1' });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByText('Save these choices'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Weekend');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main.saved).toHaveLength(1));
    const replace = await screen.findByRole('button', { name: 'Overwrite' });
    const [theirs] = main.saved.map((each) => ({ ...each, columns: ['race_name'] }));
    if (theirs !== undefined) main.saved.splice(0, 1, theirs);
    await user.click(replace);
    await screen.findByText('Another window has changed it meanwhile');
    expect(main.saved).toEqual([theirs]);
  });

  it('of groups is saved with its grouping, which is written when it is chosen again', async () => {
    const groups = { by: ['jockey_name'], order: { by: 'win', descending: true } } as const;
    const { main, user } = draw({ resultId: 'r1', groups: { ...groups, by: [...groups.by] } });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByText('Save these choices'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Jockeys');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main.saved[0]).toMatchObject({ name: 'Jockeys', source, groups }));
    const preset = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' });
    await waitFor(() => expect(preset.selectedOptions[0]?.textContent).toBe('Jockeys'));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(main.requests[0]).toMatchObject({ groups }));
  });

  it('of cells that the screen composed is not saved under a name, which would write others', async () => {
    const cells = { columns: [{ name: 'x', label: { en: 'X', ja: 'X' } }], rows: [['F5']] };
    const { user } = draw({ resultId: 'r1', composed: () => cells });
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(screen.getByText('Save these choices'));
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^As shown every cell/ }));
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    expect(screen.getByText(/This screen composes the cells/)).toBeTruthy();
  });
});
