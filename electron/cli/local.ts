// A command in its own process, because no app runs on the data folder: it opens the archive itself.

import { systemClock } from '../service-client/clock.ts';
import { createUndiciTransport } from '../service-client/undici-transport.ts';
import { createDataCore, type CommandCore } from '../data-core.ts';
import { openNotices } from '../files/notices.ts';
import { loadKeytar, openKeychain } from '../keychain/keychain.ts';
import { checkDataFolder } from '../launch/check-data-folder.ts';
import { sampleCommandOf } from '../launch/sample-command.ts';
import { runCli, type CliEnvironment, type OpenCoreOptions } from './run.ts';

export interface LocalOptions extends Pick<CliEnvironment, 'program' | 'terminal' | 'folder' | 'signal'> {
  /** The data folder of a value of --data-dir, and without one; absolute. */
  readonly dataDirNamed: (given: string | undefined) => string;
  readonly version: string;
  /** The program of the sample service. */
  readonly sampleMain: string;
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
}

/** The exit code. Never rejects. */
export function runLocally(argv: readonly string[], options: LocalOptions): Promise<number> {
  const { dataDirNamed, program, terminal, folder, signal } = options;
  const now = () => systemClock.now();
  return runCli(argv, {
    program,
    terminal,
    folder,
    signal,
    now,
    openCore: (choice) => openCore(choice, options),
    openNotices: (given) => openNotices({ dataDir: dataDirNamed(given), now, report: () => undefined }),
  });
}

async function openCore(choice: OpenCoreOptions, options: LocalOptions): Promise<CommandCore> {
  const { version, sampleMain, env, platform } = options;
  const dataDir = options.dataDirNamed(choice.dataDir);
  checkDataFolder({ dataDir, uid: process.getuid?.(), env });
  const transport = createUndiciTransport();
  const core = await createDataCore({
    ...choice,
    dataDir,
    version,
    host: 'terminal',
    env,
    platform,
    clock: systemClock,
    transport: transport.send,
    keychain: openKeychain(loadKeytar),
    sampleCommand: sampleCommandOf({ node: process.execPath, main: sampleMain, dataDir, env }),
  });
  return {
    ...core,
    close: async () => {
      await core.close();
      await transport.close();
    },
  };
}
