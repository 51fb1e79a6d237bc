// If the app cannot start, the user gets a message with a way out instead of a stack trace.

import { app, dialog } from 'electron';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';

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
