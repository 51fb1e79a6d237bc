// Runs one command line to its exit code: parses it, opens the core when it is first needed, and prints the account of
// what was delivered as the last line on standard error.

import { ERRORS, RailbirdError, wordsOf, type ErrorCode } from '#shared/errors.ts';
import type { Activity } from '#shared/bridge/app.ts';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { AttemptLog } from '../service-client/api-client.ts';
import type { CommandCore, DataCoreOptions } from '../data-core.ts';
import { mentionOf } from './commands/notices.ts';
import { NOTHING, type CliCommand, type Context, type CliArguments, type CommandOutcome } from './command.ts';
import { readArguments } from './commands.ts';
import type { Notices } from '../files/notices.ts';
import type { StopSignal } from '../launch/stop-signals.ts';
import { EXIT, SIGNAL_NUMBERS } from './exit-codes.ts';
import { OutputError } from './output.ts';
import type { Terminal } from './terminal.ts';
import { CommandError, ExplainedError, UsageError } from './command-error.ts';
import { SqlError } from '../sql/select.ts';

export interface OpenCoreOptions extends Pick<DataCoreOptions, 'startWith' | 'offline' | 'onAttempt'> {
  /** The value of --data-dir. */
  readonly dataDir?: string;
}

export interface CliEnvironment {
  /** What the user types in front of a command. */
  readonly program: string;
  readonly terminal: Terminal;
  /** Relative paths start here. */
  readonly folder: string;
  /** Its reason is the name of the signal that stops the run, or a RailbirdError. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly openCore: (options: OpenCoreOptions) => Promise<CommandCore>;
  /** Of the folder given with --data-dir, or of the default one. */
  readonly openNotices: (dataDir: string | undefined) => Notices;
}

/** The end of a run, for its exit code and the account. */
interface End {
  readonly code: number;
  readonly outcome: CommandOutcome;
  readonly reasons: readonly (Incompleteness | { readonly reason: string; readonly where: string })[];
}

/** Never rejects: every failure is reported and has an exit code. */
export async function runCli(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const { terminal } = environment;
  try {
    const request = readArguments(argv, environment.program);
    if (request.kind === 'run') return await runCommand(request.command, request.given, environment);
    await terminal.write(request.text);
    return EXIT.complete;
  } catch (error) {
    return failed(error, environment, false).code;
  }
}

async function runCommand(
  command: CliCommand,
  given: CliArguments,
  outside: CliEnvironment,
): Promise<number> {
  let opened: CommandCore | undefined;
  // A service may quote the keys that it received, and a system error an address that contains one.
  const say = (text: string) => outside.terminal.say(opened?.secrets.hideIn(text) ?? text);
  const environment = { ...outside, terminal: { ...outside.terminal, say } };
  const { terminal } = environment;
  const tally = { requests: 0, retries: 0 };
  const dataDir = given.values['data-dir'];
  const notices = environment.openNotices(typeof dataDir === 'string' ? dataDir : undefined);
  let opening: Promise<CommandCore> | undefined;
  let offline = false;
  const context: Context = {
    ...environment,
    notices,
    progress: (progress, what) => terminal.bar.show(progress, what),
    open: (options = {}) => {
      offline = options.offline === true;
      return (opening ??= environment
        .openCore({ ...coreOptions(command, given, tally), ...options })
        .then((core) => (opened = core)));
    },
  };
  let end: End;
  try {
    const outcome = await command.run(given, context);
    const { reasons } = outcome ?? NOTHING;
    const { activity } = (await opening)?.client ?? {};
    end = delivered(
      outcome ?? NOTHING,
      isOfService(reasons, tally, offline) ? activity?.current() : undefined,
    );
    terminal.bar.clear();
    for (const line of causeLines(reasons, offline)) terminal.say(line);
  } catch (error) {
    end = failed(error, environment, offline, await opening?.catch(() => undefined));
  }
  terminal.bar.clear();
  const closed = await close(opening, environment);
  if (command.name !== 'notices') {
    // The core also has notices that it could not write to disk.
    const core = await opening?.catch(() => undefined);
    const mention = mentionOf(await (core?.notices ?? notices).list(), environment.program);
    if (mention !== undefined) terminal.say(mention);
  }
  const code = end.code === EXIT.complete ? closed : end.code;
  // An invalid command line has started nothing.
  if (command.isAccounted && code !== EXIT.usage) terminal.say(accountOf(end, code, tally));
  return code;
}

/** Why windows could not be fetched, one line per cause. The JSON account does not have the causes. */
function causeLines(reasons: readonly Incompleteness[], offline: boolean): string[] {
  const causes = Map.groupBy(
    reasons.filter(({ because }) => because !== undefined),
    ({ because }) => JSON.stringify(because),
  );
  return [...causes.values()].flatMap((some) => {
    const because = some[0]?.because;
    if (because === undefined) return [];
    const shown = some.slice(0, MOST_WHERES).map(({ where }) => where);
    const more = some.length > shown.length ? ` and ${some.length - shown.length} more` : '';
    return [`Not fetched: ${shown.join(', ')}${more}. ${causeText(because, offline)}`];
  });
}

function causeText({ code, values }: Pick<RailbirdError, 'code' | 'values'>, offline: boolean): string {
  if (code === 'OFFLINE_NOT_STORED' && offline) return 'Not downloaded yet. Ask again without --offline.';
  const { title, advice } = wordsOf(code, values, 'en');
  return `${title}. ${advice}`;
}

const MOST_WHERES = 5;

function coreOptions(
  command: CliCommand,
  { values }: CliArguments,
  tally: { requests: number; retries: number },
): OpenCoreOptions {
  const dataDir = values['data-dir'];
  const startWith = values['sample'] === true ? 'sample' : command.ofAccount ? 'account' : undefined;
  return {
    startWith,
    ...(typeof dataDir === 'string' ? { dataDir } : {}),
    onAttempt: ({ attempt }: AttemptLog) => {
      tally.requests += 1;
      if (attempt > 1) tally.retries += 1;
    },
  };
}

/** The activity may be that of the app: it explains nothing that lacks for another reason than the service. */
const isOfService = (
  reasons: readonly Incompleteness[],
  { requests }: { readonly requests: number },
  offline: boolean,
): boolean => !offline && (requests > 0 || reasons.some(({ because }) => because !== undefined));

/** The reason decides the code: a retry does not help after a refusal, but may after a lost network. */
function delivered(outcome: CommandOutcome, activity: Activity | undefined): End {
  const code =
    outcome.reasons.length === 0
      ? EXIT.complete
      : activity?.blockedBy !== undefined
        ? EXIT.refused
        : activity?.reachable === false
          ? EXIT.unreachable
          : EXIT.incomplete;
  return { code, outcome, reasons: outcome.reasons };
}

/** Reports the failure and chooses the exit code. */
function failed(
  error: unknown,
  { terminal, signal, program }: CliEnvironment,
  offline: boolean,
  core?: CommandCore,
): End {
  const end = (code: number, reason: string): End => ({
    code,
    outcome: NOTHING,
    reasons: [{ reason: reason.toLowerCase(), where: '' }],
  });
  terminal.bar.clear();
  if (signal.aborted && signal.reason instanceof RailbirdError) {
    const { code, values } = signal.reason;
    const { title, advice } = wordsOf(code, values, 'en');
    terminal.say(`${title}. ${advice}`);
    return end(EXIT[ERRORS[code].exit], code);
  }
  if (signal.aborted) {
    terminal.say('Stopped. What was downloaded is kept; no half file is left.');
    return end(128 + SIGNAL_NUMBERS[signal.reason as StopSignal], 'stopped');
  }
  if (error instanceof CommandError) {
    terminal.say(error.message);
    if (error instanceof UsageError && !(error instanceof ExplainedError))
      terminal.say(`"${program} help" says what there is.`);
    return end(EXIT[error.exit], error.exit);
  }
  if (error instanceof SqlError) {
    terminal.say(error.message);
    return end(EXIT.usage, 'usage');
  }
  if (error instanceof OutputError) {
    terminal.say(
      error.isClosed
        ? 'The reader closed the pipe before the end.'
        : `Standard output could not be written: ${error.message}`,
    );
    return error.isClosed ? end(EXIT.closedPipe, 'output_closed') : end(EXIT.local, 'output_failed');
  }
  // The details go to the log, from which keys are removed as well.
  core?.report(error);
  if (!(error instanceof RailbirdError)) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.say(`Something went wrong inside Railbird: ${message}`);
    return end(EXIT.internal, 'internal');
  }
  const extra =
    error.code === 'NOT_CONNECTED' ? '\nHere: add --sample, or set your keys with "railbird key set".' : '';
  terminal.say(causeText(error, offline) + extra);
  if (error.code === 'OFFLINE_NOT_STORED' && offline) return end(EXIT.incomplete, error.code);
  return end(EXIT[ERRORS[error.code].exit], error.code);
}

/** Closes the core and its child processes, whatever happened. */
async function close(
  opening: Promise<CommandCore> | undefined,
  { terminal }: CliEnvironment,
): Promise<number> {
  const core = await opening?.catch(() => undefined);
  try {
    await core?.close();
    return EXIT.complete;
  } catch (error) {
    terminal.say(
      `Railbird could not close in order: ${error instanceof Error ? error.message : String(error)}`,
    );
    return EXIT.local;
  }
}

function accountOf(
  { outcome, reasons }: End,
  code: number,
  { requests, retries }: { requests: number; retries: number },
): string {
  return JSON.stringify({
    records: outcome.records,
    complete: code === EXIT.complete,
    windows: outcome.windows,
    requests,
    retries,
    quarantined: outcome.quarantined,
    drift: outcome.drift,
    repeated: outcome.repeated,
    reasons,
  });
}

/** The account of a run that nobody can give: how much was requested is not known. */
export const unknownAccount = (reason: ErrorCode): string =>
  JSON.stringify({
    records: 0,
    complete: false,
    windows: 0,
    requests: null,
    retries: null,
    quarantined: 0,
    drift: 0,
    repeated: 0,
    reasons: [{ reason: reason.toLowerCase(), where: '' }],
  });
