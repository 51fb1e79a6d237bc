// The app in a browser window: the composition root without Electron. npm start -- --host=web

import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import { openLoopbackHost } from './bridge/loopback-host.ts';
import { endProcess } from './keychain/keychain.ts';
import { checkDataFolder } from './launch/check-data-folder.ts';
import { browserCommand, openBrowser } from './launch/open-browser.ts';
import { loadCoreParts } from './launch/core-parts.ts';
import { PageRequests } from './launch/page-requests.ts';
import { readPage } from './launch/page-start.ts';
import { onStopSignal } from './launch/stop-signals.ts';
import { parseWebOptions, WEB_USAGE, WebOptionsError } from './launch/web-options.ts';
import { keepMemorySmall } from './launch/small-memory.ts';
import { dataDirOf } from './settings/data-dir.ts';
import type { WebCore } from './web-core.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** In dist, beside the window (vite.config.ts). */
const isBuilt = import.meta.url.endsWith('.js');
const { env, platform } = process;

// The program that started the app may stop reading, and a log that it writes to may fill the disk.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  await open();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof WebOptionsError ? 2 : 1);
}

async function open(): Promise<void> {
  const options = parseWebOptions(process.argv.slice(2));
  const folder = process.cwd();
  const dataDir = dataDirOf({ platform, homeDir: homedir(), env, folder, given: options.dataDir });
  checkDataFolder({ dataDir, uid: process.getuid?.(), env });
  const windowDir = join(home, isBuilt ? '..' : 'dist', 'renderer');
  const opened = Promise.withResolvers<WebCore>();
  const requests = new PageRequests();
  const host = await openLoopbackHost({
    core: opened.promise,
    requests,
    windowDir,
    page: () => readPage({ windowDir, dataDir, sample: options.sample }),
    port: options.port,
    onError: (error) => void reportTo(opened.promise, error),
  });
  // A browser's page is removed at an end in order alone, so a signal counts from here on.
  closeOnSignals(async () => {
    const core = await opened.promise;
    await core.endCommands();
    await host.close();
    await core.close();
  });
  // The address printed last is always unused. It opens the window as soon as it is printed; `ready` says that the core
  // is there as well.
  let unused = '';
  const print = (event: 'ready' | 'address') =>
    void process.stdout.write(`${JSON.stringify({ event, url: unused })}\n`);
  const renew = () => {
    unused = host.newAddress(renew);
    print('address');
  };
  renew();
  const browser = options.open ? browserCommand(platform, env) : undefined;
  if (browser !== undefined) {
    openBrowser({ browser, folder: homedir(), newAddress: host.newAddress });
  }

  // Its code is most of the app's: the browser loads the page meanwhile.
  await loadCoreParts(requests);
  const { openWebCore } = await import('./web-core.ts');
  const core = await openWebCore({ home, isBuilt, dataDir, sample: options.sample });
  opened.resolve(core);
  print('ready');
  keepMemorySmall(() => core.releaseMemory());
}

async function reportTo(opened: Promise<WebCore>, error: unknown): Promise<void> {
  const { report } = await opened;
  report(error);
}

/** The first signal closes the app in order, one that is still starting once its core is there; a later one ends it at once. */
function closeOnSignals(close: () => Promise<void>): void {
  onStopSignal(
    () => {
      close().then(
        () => endProcess(0),
        (error: unknown) => {
          process.stderr.write(`${explain(error)}\n`);
          endProcess(1);
        },
      );
    },
    () => 1,
  );
}

function explain(error: unknown): string {
  if (error instanceof WebOptionsError) return `${error.message}\n${WEB_USAGE}`;
  if (!(error instanceof RailbirdError)) return error instanceof Error ? error.message : String(error);
  const { title, advice } = wordsOf(error.code, error.values, 'en');
  return `${title}. ${advice}`;
}
