// The app on an archive with half a million rows: started, driven and measured as in a user's browser.

import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { startApp, type App } from '../../e2e/app-process.ts';

export interface Opened {
  readonly page: Page;
  readonly app: App;
  /** Memory of the window after garbage collection, in MB. */
  heap(): Promise<number>;
  /** Memory of the main process, in MB. */
  memory(): number;
  close(): Promise<void>;
}

/**
 * `sampleFolder`: the sample racing, made in advance so that nothing is generated during a measurement. `before`: run in
 * the page before anything else.
 */
export async function openApp(
  browser: Browser,
  dataDir: string,
  sampleFolder: string,
  before?: () => void,
): Promise<Opened> {
  mkdirSync(dirname(join(dataDir, 'sample-service')), { recursive: true });
  cpSync(sampleFolder, join(dataDir, 'sample-service'), { recursive: true });
  const app = await startApp({ dataDir, args: ['--sample'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(app.url);
  await page.locator('[data-app-state="ready"]').waitFor();
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return {
    page,
    app,
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    memory: () => residentOf(app.pid),
    async close() {
      await page.close();
      await app.stop();
    },
  };
}

/** RSS of a process in MB, as Linux counts it. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_000;
}
