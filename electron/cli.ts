// Railbird from a terminal: the composition root of the command line. npm run -s railbird -- help

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SIGNAL_NUMBERS } from './cli/exit-codes.ts';
import { processTerminal } from './cli/terminal.ts';
import { endProcess } from './keychain/keychain.ts';
import { onStopSignal } from './launch/stop-signals.ts';
import { dataDirOf } from './settings/data-dir.ts';
import { runInApp } from './socket/run-in-app.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** The launcher of the packaged program starts it in this form (build/package-cli.mjs). */
const isBuilt = import.meta.url.endsWith('.js');
const { env, platform } = process;
const argv = process.argv.slice(2);
const folder = process.cwd();
const dataDirNamed = (given: string | undefined) =>
  dataDirOf({ platform, homeDir: homedir(), env, folder, given });
const stopped = new AbortController();
onStopSignal(
  (signal) => stopped.abort(signal),
  (signal) => 128 + SIGNAL_NUMBERS[signal],
);

const shared = {
  program: isBuilt ? 'railbird' : 'npm run -s railbird --',
  version: versionOf(join(home, 'package.json')),
  terminal: processTerminal(process, stopped.signal),
  folder,
  signal: stopped.signal,
  env,
};
const namedDataDir = dataDirIn(argv);
const inApp = await runInApp({
  ...shared,
  argv,
  dataDir: dataDirNamed(namedDataDir),
  namedDataDir,
  onAppEnded: async (appProcess) => {
    const { afterAppEnded } = await import('./cli/after-app-ended.ts');
    return afterAppEnded(argv, { ...shared, appProcess });
  },
});
const code = inApp ?? (await runHere());
// The last message may still be in the pipe.
process.stderr.write('', () => endProcess(code));

/** What a command needs to open the archive itself is loaded only then: the app has it in memory already. */
async function runHere(): Promise<number> {
  const { runLocally } = await import('./cli/local.ts');
  const sampleMain = join(home, 'service', isBuilt ? 'main.js' : 'main.ts');
  return runLocally(argv, { ...shared, dataDirNamed, sampleMain, platform });
}

/** Only to find the app: what executes the command parses everything, and checks that it finds the same. */
function dataDirIn(args: readonly string[]): string | undefined {
  const options = { 'data-dir': { type: 'string' } } as const;
  const named = parseArgs({ args: [...args], strict: false, options }).values['data-dir'];
  return typeof named === 'string' ? named : undefined;
}

function versionOf(packageFile: string): string {
  const schema = z.object({ version: z.string() });
  return schema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
}
