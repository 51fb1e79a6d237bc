// A file "as shown" beside the screen that it was written from: the page is read as it stands, the file with another
// project's reader.

import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Language } from '#shared/text.ts';
import { exports as words } from '../../renderer/text/exports.ts';
import { rowsOnScreen, type ShownHead, type ShownRows } from './on-screen.ts';
import { jump } from './tour.ts';

const SWITCH: { readonly [language in Language]: string } = { en: '言語: English', ja: 'Language: 日本語' };

/** From the other language, on whatever screen. */
export async function switchTo(page: Page, language: Language): Promise<void> {
  await jump(page, SWITCH[language]);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Cells are drawn one by one, so only their parts could stand closer or wider in the file. */
const unspaced = (text: string): string => text.replaceAll(/\s/gu, '');

/** A dash stands for no value. */
const cellOf = (text: string): string => (text === '–' ? '' : unspaced(text));

/** The head has the unit beside its short label, or in it. */
function headOf({ label, short, unit }: ShownHead, inFile: string): string {
  if (unit !== '') return unspaced(`${label} (${unit})`);
  const inLabel = inFile.startsWith(`${label} (`) ? inFile.slice(label.length + 2, -1) : '';
  return unspaced(inLabel !== '' && short.includes(inLabel) ? `${label} (${inLabel})` : label);
}

/** Expects that the file has these rows. */
export function expectSameCells(
  inFile: readonly (readonly string[])[],
  shown: readonly (readonly string[])[],
): void {
  expect(inFile.map((cells) => cells.map(unspaced))).toEqual(shown.map((cells) => cells.map(cellOf)));
}

/** Exports what is on screen as CSV with labels, through the dialog. */
export async function exportShown(
  page: Page,
  language: Language,
  part: Locator = page.getByRole('main'),
): Promise<readonly string[][]> {
  const word = words[language];
  await part.getByRole('button', { name: word.export, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: word.title });
  // Not `check`: the choice is shown once the window has stored it, a moment after the click.
  const choose = async (question: string, answer: string): Promise<void> => {
    const option = dialog.getByRole('group', { name: question }).locator(`input[value="${answer}"]`);
    if (!(await option.isChecked())) await option.click();
    await expect(option).toBeChecked();
  };
  await choose(word.form, 'shown');
  await choose(word.header, 'label');
  await dialog.getByRole('button', { name: word.start, exact: true }).click();
  const path = await dialog.locator('.export-facts code').first().innerText();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  return parse(await readFile(path), { bom: true, relax_column_count: true });
}

const sameRows = (a: ShownRows, b: ShownRows | undefined): boolean =>
  JSON.stringify([a.heads, a.rows]) === JSON.stringify([b?.heads, b?.rows]);

/** So many rows of a longer list are drawn at least. */
const FIRST_ROWS = 10;

/**
 * The screen once all of its columns are drawn, and its rows: all, or the first of many. `before`: what was on screen;
 * until that is gone, another screen is not there.
 */
export async function wholeScreen(page: Page, before?: ShownRows): Promise<ShownRows> {
  let shown = await rowsOnScreen(page);
  const isWhole = ({ rows, heads, of, isLoading }: ShownRows): boolean => {
    if (isLoading || rows.length === 0 || sameRows(shown, before)) return false;
    return of === undefined || (of.columns === heads.length && rows.length >= Math.min(of.rows, FIRST_ROWS));
  };
  const look = async (): Promise<boolean> => isWhole((shown = await rowsOnScreen(page)));
  if (!isWhole(shown))
    await expect.poll(look, { message: 'columns and rows are drawn', intervals: [50, 100] }).toBe(true);
  return shown;
}

/** How often a file is written anew because the screen changed meanwhile: what is beside the records arrives later. */
const ATTEMPTS = 3;

/** Compares the screen with its file, header and cells; returns what it shows. */
export async function expectSameFile(page: Page, language: Language, before?: ShownRows): Promise<ShownRows> {
  for (let attempt = 1; ; attempt += 1) {
    const shown = await wholeScreen(page, before);
    const [header = [], ...rows] = await exportShown(page, language);
    const after = await rowsOnScreen(page);
    if (attempt < ATTEMPTS && !sameRows(shown, after)) continue;
    expect(header.map(unspaced)).toEqual(shown.heads.map((head, at) => headOf(head, header[at] ?? '')));
    expect(rows).toHaveLength(shown.of?.rows ?? shown.rows.length);
    // Of a long list the first rows are drawn.
    expectSameCells(rows.slice(0, shown.rows.length), shown.rows);
    // Meanwhile nothing changed on screen, though panels below may still be loading.
    expect(after).toEqual({ ...shown, isLoading: expect.any(Boolean) });
    return shown;
  }
}
