// The save dialog for exports: the Destination under Electron.

import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import type { Text } from '#shared/text.ts';
import type { Destination } from '../exports/destination.ts';

const TITLE: Text = { en: 'Export', ja: 'エクスポート' };

export const askWhereToSave: Destination = async (suggestedName, language) => {
  const ending = extname(suggestedName).slice(1);
  const options = {
    title: TITLE[language],
    defaultPath: join(app.getPath('downloads'), suggestedName),
    filters: [{ name: ending.toUpperCase(), extensions: [ending] }],
    // GTK's own dialog replaces a file without asking unless it is told to ask.
    properties: ['showOverwriteConfirmation' as const],
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const answer = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return answer.canceled ? undefined : { path: answer.filePath, fetched: false };
};
