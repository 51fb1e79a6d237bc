// The app under Electron, or under the stand-in for it: started by Playwright, which also has its main process.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, type Page } from '@playwright/test';
import { electronBinary } from '../build/setup/electron.mjs';
import { endings, environment, type App, type AppOptions } from './app-process.ts';

export type Desktop = 'stand-in' | 'electron';

export interface DesktopOptions extends AppOptions {
  /** The folder of another app than this one. */
  readonly app?: string;
  /** Of the window and the app's own words; Electron takes it from the system, or from a flag. */
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The program that runs the app: Electron's binary, or the stand-in. */
export function programFor(desktop: Desktop): string {
  const binary = desktop === 'electron' ? electronBinary() : path.join(ROOT, 'e2e/electron-stand-in/run.ts');
  if (binary === undefined) throw new Error("Electron's binary is not there: npm start fetches it.");
  return binary;
}

export function desktopEnvironment({ env, timezone }: DesktopOptions): Record<string, string> {
  const all = {
    ...environment(),
    // The stand-in finds Node there.
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    ...(timezone === undefined ? {} : { TZ: timezone }),
    ...env,
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

export const desktopArguments = ({ app = ROOT, dataDir, args = [], locale }: DesktopOptions): string[] => [
  app,
  '--data-dir',
  dataDir,
  ...(locale === undefined ? [] : [`--lang=${locale}`]),
  ...args,
];

/** Files are saved where the dialog suggests, but below the data folder, as in a browser window. */
export async function startDesktop(desktop: Desktop, options: DesktopOptions): Promise<App> {
  const electron = await _electron.launch({
    executablePath: programFor(desktop),
    args: desktopArguments(options),
    env: desktopEnvironment(options),
  });
  const child = electron.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exports = path.join(options.dataDir, 'exports');
  mkdirSync(exports, { recursive: true });
  await electron.evaluate(({ dialog }, folder) => {
    let saved = 0;
    const save = async (...given: readonly unknown[]) => {
      const { defaultPath = '' } = given.at(-1) as { readonly defaultPath?: string };
      saved += 1;
      const name = defaultPath.slice(defaultPath.lastIndexOf('/') + 1);
      return { canceled: false, filePath: `${folder}/${saved}-${name}` };
    };
    dialog.showSaveDialog = save;
  }, exports);
  return {
    url: 'app://railbird/',
    newestUrl: () => 'app://railbird/',
    pid: child.pid ?? 0,
    output: () => output,
    ...endings(child, () => output),
    electron,
  };
}

/** The app's window, ready to be used. */
export async function desktopWindow(
  app: App,
  viewport: { readonly width: number; readonly height: number } | null,
): Promise<Page> {
  if (app.electron === undefined) throw new Error('This app has no window of its own.');
  const page = await app.electron.firstWindow();
  if (viewport !== null) await page.setViewportSize(viewport);
  await expect(page.locator('[data-app-state="ready"]')).toBeAttached({ timeout: 30_000 });
  return page;
}
