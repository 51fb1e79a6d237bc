// The Horse-Racing Data Query Service on the command line: npm run -s service -- --help

import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { processTerminal, runCommand } from './admin/command.ts';
import { commandOf } from './admin/commands.ts';
import { isDiskFull } from './store/store.ts';
import { StandardError, exitAfterLog, newLog } from './log.ts';
import type { ServiceOptions } from './options.ts';
import { OptionsError, parseOptions, usage } from './options.ts';
import type { ServiceDeps } from './service.ts';
import { prepareStorage, startService } from './service.ts';
import { onShutdown } from './shutdown.ts';
import { startWorkers } from './workers/primary.ts';
import { WorkerLine, processLine } from './workers/worker.ts';

// A request leaves almost no objects behind, so letting the young generation grow to the size of a burst wastes tens of
// megabytes: after the minute of bench/service-storm.ts memory was at 1.16 times its initial size, and at 1.45 without
// this setting in the same run, at no cost in speed.
setFlagsFromString('--semi-space-growth-factor=1');
// So little survives that other threads cost more to wake than they save: with them a request of a worker took 55 µs
// of helpers' time, without them 30, and the main thread no more than before.
setFlagsFromString('--no-parallel-scavenge');

const destination = new StandardError({ shared: cluster.isWorker || process.argv.includes('--workers') });
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
  // The line to the primary would keep a worker alive.
  cluster.worker?.disconnect();
}

async function serve(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  const deps = { now: () => new Date(), log };
  if (cluster.isWorker) return serveAsWorker(options, deps);
  if (options.workers > 1) await prepareStorage(options, deps);
  const service =
    options.workers > 1 ? await startWorkers({ ...options, log }) : await startService(options, deps);
  onShutdown(
    (milliseconds) => {
      log.info('stopping');
      end(service.close(milliseconds), milliseconds);
    },
    { withParent: options.exitWithParent },
  );

  // The program that started the service may stop reading after the first line.
  process.stdout.on('error', () => {});
  const { url, keys, dashboardUrl: dashboard, metricsUrl: metrics, workers } = service;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url, ...keys })}\n`);
  const { sample, limits } = options;
  log.info({ url, dashboard, metrics, sample, limits, workers }, 'listening');
}

/** One of several processes, which its primary starts and stops. */
async function serveAsWorker(options: ServiceOptions, deps: ServiceDeps): Promise<void> {
  // Signals reach all processes of a group; the primary stops its workers itself.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  const line = new WorkerLine(processLine, options.workers);
  const service = await startService(options, { ...deps, line });
  line.listening(service.url, {
    metrics: () => service.metrics(),
    stop: (milliseconds) => end(service.close(milliseconds), milliseconds),
  });
}

/** Ends the process after the service, or after that many milliseconds and a few more if something hangs. */
function end(closed: Promise<void>, milliseconds: number): void {
  setTimeout(() => process.exit(1), milliseconds + 3_000).unref();
  void closed.then(
    () => exitAfterLog(destination, 0),
    (error: unknown) => {
      log.error({ failure: String(error) }, 'could not stop cleanly');
      exitAfterLog(destination, 1);
    },
  );
}
