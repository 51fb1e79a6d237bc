// The machine's own Chromium (RAILBIRD_CHROMIUM, otherwise the usual paths), and its launch options: a window without
// prompts.

import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executable = process.env['RAILBIRD_CHROMIUM'] ?? USUAL_PLACES.find((place) => existsSync(place));

export const CHROMIUM: LaunchOptions = {
  ...(executable === undefined ? {} : { executablePath: executable }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
