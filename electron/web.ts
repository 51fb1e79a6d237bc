// The app in a browser window: the composition root without Electron. npm start -- --host=web

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import { systemClock } from './service-client/clock.ts';
import { createUndiciTransport } from './service-client/undici-transport.ts';
import { openLoopbackHost } from './bridge/loopback-host.ts';
import { createCore } from './core.ts';
import { createFolderDestination } from './exports/destination.ts';
import { endProcess, loadKeytar, openKeychain } from './keychain/keychain.ts';
import { browserCommand, openBrowser } from './launch/open-browser.ts';
import { sampleCommandOf } from './launch/sample-command.ts';
import { onStopSignal } from './launch/stop-signals.ts';
import { parseWebOptions, WEB_USAGE, WebOptionsError } from './launch/web-options.ts';
import { keepMemorySmall } from './launch/small-memory.ts';
import { dataDirOf } from './settings/data-dir.ts';
import { openCommandHost } from './socket/command-host.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** In dist, beside the window (vite.config.ts). */
const isBuilt = import.meta.url.endsWith('.js');
const { env, platform } = process;

try {
  await open();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof WebOptionsError ? 2 : 1);
}

async function open(): Promise<void> {
  const options = parseWebOptions(process.argv.slice(2));
  const dataDir = options.dataDir ?? dataDirOf({ platform, homeDir: homedir(), env });
  const transport = createUndiciTransport();
  const version = versionOf(join(home, 'package.json'));
  const core = await createCore({
    dataDir,
    version,
    host: 'web',
    env,
    platform,
    clock: systemClock,
    transport: transport.send,
    keychain: openKeychain(loadKeytar),
    destination: createFolderDestination(join(dataDir, 'exports')),
    sampleCommand: sampleCommandOf({
      node: process.execPath,
      main: join(home, 'service', isBuilt ? 'main.js' : 'main.ts'),
      dataDir,
      env,
    }),
    sample: options.sample,
  });
  const host = await openLoopbackHost({
    router: core.router,
    windowDir: join(home, isBuilt ? '..' : 'dist', 'renderer'),
    fileOf: (exportId) => core.exports.fileOf(exportId),
    port: options.port,
    onError: core.report,
  });
  const commands = await openCommandHost({ dataDir, version, now: () => systemClock.now(), core });
  core.start();
  closeOnSignals(async () => {
    await commands.close();
    await host.close();
    await core.close();
    await transport.close();
  });

  // The address printed last is always unused.
  const print = (event: 'ready' | 'address') => {
    const url = host.newAddress(() => print('address'));
    process.stdout.write(`${JSON.stringify({ event, url })}\n`);
  };
  print('ready');
  keepMemorySmall();
  const browser = options.open ? browserCommand(platform, env) : undefined;
  if (browser !== undefined) {
    openBrowser({ browser, folder: homedir(), newAddress: host.newAddress });
  }
}

/** The first signal closes the app in order, a later one ends it at once. */
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

function versionOf(packageFile: string): string {
  const schema = z.object({ version: z.string() });
  return schema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
}

function explain(error: unknown): string {
  if (error instanceof WebOptionsError) return `${error.message}\n${WEB_USAGE}`;
  if (!(error instanceof RailbirdError)) return error instanceof Error ? error.message : String(error);
  const { title, advice } = wordsOf(error.code, error.values, 'en');
  return `${title}. ${advice}`;
}
