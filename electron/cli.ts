// Railbird from a terminal: the composition root of the command line. npm run -s railbird -- help

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { systemClock } from './service-client/clock.ts';
import { createUndiciTransport } from './service-client/undici-transport.ts';
import { SIGNAL_NUMBERS } from './cli/exit-codes.ts';
import { runCli, type OpenCoreOptions } from './cli/run.ts';
import { processTerminal } from './cli/terminal.ts';
import { createDataCore } from './data-core.ts';
import { chooseKeyStore, KEYCHAIN_LIMIT_MS, loadKeytar } from './keychain/choose-key-store.ts';
import { sampleCommandOf } from './launch/sample-command.ts';
import { onStopSignal } from './launch/stop-signals.ts';
import { openNotices } from './files/notices.ts';
import { dataDirOf } from './settings/data-dir.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** The launcher of the packaged program starts it in this form (build/package-cli.mjs). */
const isBuilt = import.meta.url.endsWith('.js');
const { env, platform } = process;
const stopped = new AbortController();
onStopSignal(
  (signal) => stopped.abort(signal),
  (signal) => 128 + SIGNAL_NUMBERS[signal],
);

const code = await runCli(process.argv.slice(2), {
  program: isBuilt ? 'railbird' : 'npm run -s railbird --',
  terminal: processTerminal(process, stopped.signal),
  signal: stopped.signal,
  now: () => systemClock.now(),
  openCore,
  openNotices: (dataDir) =>
    openNotices({
      dataDir: dataDir ?? usualDataDir(),
      now: () => systemClock.now(),
      report: () => undefined,
    }),
});
// The last message may still be in the pipe.
process.stderr.write('', () => process.exit(code));

function usualDataDir(): string {
  return dataDirOf({ platform, homeDir: homedir(), env });
}

async function openCore(options: OpenCoreOptions) {
  const dataDir = options.dataDir ?? usualDataDir();
  const transport = createUndiciTransport();
  const core = await createDataCore({
    ...options,
    dataDir,
    version: versionOf(join(home, 'package.json')),
    host: 'terminal',
    env,
    platform,
    clock: systemClock,
    transport: transport.send,
    chooseKeyStore: () => chooseKeyStore({ loadKeytar, timeoutMs: KEYCHAIN_LIMIT_MS, platform }),
    sampleCommand: sampleCommandOf({
      node: process.execPath,
      main: join(home, 'service', isBuilt ? 'main.js' : 'main.ts'),
      dataDir,
      env,
    }),
  });
  return {
    ...core,
    close: async () => {
      await core.close();
      await transport.close();
    },
  };
}

function versionOf(packageFile: string): string {
  const schema = z.object({ version: z.string() });
  return schema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
}
