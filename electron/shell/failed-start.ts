// If the app cannot start, the user gets a message with a way out instead of a stack trace.

import { app, dialog } from 'electron';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';

/** Call after the app is ready. */
export function explainFailedStart(error: unknown): void {
  const language: Language = app.getLocale().startsWith('ja') ? 'ja' : 'en';
  const coded =
    error instanceof RailbirdError
      ? error
      : new RailbirdError('INTERNAL', { id: error instanceof Error ? error.message : 'start' });
  const { title, advice } = wordsOf(coded.code, coded.values, language);
  dialog.showErrorBox(title, advice);
  app.exit(1);
}

/** Before the app is ready: where there is no screen it never gets ready. The language is that of the terminal. */
export function explainOnTerminal(
  { code, values }: RailbirdError,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const { title, advice } = wordsOf(code, values, locale.startsWith('ja') ? 'ja' : 'en');
  process.stderr.write(`${title}\n${advice}\n`);
  app.exit(1);
}
