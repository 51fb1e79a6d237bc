// What the page is told as it is served (shared/bridge/page-start.ts), read from the settings file itself: the page is
// requested while the core, which checks and repairs that file, is still being loaded.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appearanceChoicesOf } from '#shared/bridge/appearance-choices.ts';
import { pageWith, type PageStart } from '#shared/bridge/page-start.ts';

export interface PageOptions {
  /** Where the built window is. */
  readonly windowDir: string;
  readonly dataDir: string;
  /** The sample service is connected in this run, whatever was connected before. */
  readonly sample: boolean;
}

/** The window's page as it is served. Errors: those of node:fs if the window is not built. */
export async function readPage({ windowDir, dataDir, sample }: PageOptions): Promise<string> {
  const [html, start] = await Promise.all([
    readFile(join(windowDir, 'index.html'), 'utf8'),
    readPageStart(dataDir, sample),
  ]);
  return pageWith(html, start);
}

async function readPageStart(dataDir: string, sample: boolean): Promise<PageStart> {
  const { settings, connection } = await readSettings(dataDir);
  const mode: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'mode') : undefined;
  return { ...appearanceChoicesOf(settings), hasFrame: sample || mode === 'sample' || mode === 'account' };
}

/** Of a missing or damaged file nothing is known; the core reports damage. */
async function readSettings(
  dataDir: string,
): Promise<{ readonly settings?: unknown; readonly connection?: unknown }> {
  try {
    const state: unknown = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
    return typeof state === 'object' && state !== null ? state : {};
  } catch {
    return {};
  }
}
