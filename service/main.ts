// The Horse-Racing Data Query Service on the command line: npm run -s service -- --help

import { setFlagsFromString } from 'node:v8';
import { processTerminal, runCommand } from './admin/command.ts';
import { commandOf } from './admin/commands.ts';
import { isDiskFull } from './store/store.ts';
import { StandardError, exitAfterLog, newLog } from './log.ts';
import { OptionsError, parseOptions, usage } from './options.ts';
import { startService } from './service.ts';
import { onShutdown } from './shutdown.ts';

// A request leaves almost no objects behind, so letting the young generation grow to the size of a burst wastes tens of
// megabytes: after the minute of bench/service-storm.ts memory was at 1.16 times its initial size, and at 1.45 without
// this setting in the same run, at no cost in speed.
setFlagsFromString('--semi-space-growth-factor=1');

const destination = new StandardError();
const log = newLog(destination);

const [word, ...rest] = process.argv.slice(2);
const command = commandOf(word);

try {
  if (command) {
    process.exitCode = await runCommand(command, rest, processTerminal());
  } else if (process.argv.includes('--help')) {
    process.stdout.write(usage());
  } else {
    await serve();
  }
} catch (error) {
  if (isDiskFull(error)) {
    // The first line is for the program that started the service, the second for a user.
    process.stdout.write(`${JSON.stringify({ event: 'failed', reason: 'STORAGE_FULL' })}\n`);
    process.stderr.write('The disk of the data folder is full: free some space on it and start again.\n');
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : 'The service could not start.'}\n`);
  }
  if (error instanceof OptionsError) process.stderr.write(usage());
  process.exitCode = error instanceof OptionsError ? 2 : 1;
}

async function serve(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  const service = await startService(options, { now: () => new Date(), log });
  onShutdown(
    (milliseconds) => {
      log.info('stopping');
      // Ends the process even if something hangs.
      setTimeout(() => process.exit(1), milliseconds + 3_000).unref();
      void service.close(milliseconds).then(
        () => exitAfterLog(destination, 0),
        (error: unknown) => {
          log.error({ failure: String(error) }, 'could not stop cleanly');
          exitAfterLog(destination, 1);
        },
      );
    },
    { withParent: options.exitWithParent },
  );

  // The program that started the service may stop reading after the first line.
  process.stdout.on('error', () => {});
  process.stdout.write(`${JSON.stringify({ event: 'listening', url: service.url, ...service.keys })}\n`);
  log.info(
    {
      url: service.url,
      dashboard: service.dashboardUrl,
      metrics: service.metricsUrl,
      sample: options.sample,
      limits: options.limits,
    },
    'listening',
  );
}
