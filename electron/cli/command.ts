// What a command is, what it receives and what it returns.

import type { CommandRow, OptionValues } from '#shared/command-line/command-line.ts';
import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import type { CommandCore } from '../data-core.ts';
import type { FetchProgress } from '../downloads/fetch/fetched.ts';
import type { Notices } from '../files/notices.ts';
import type { Terminal } from './terminal.ts';

export interface CliCommand extends CommandRow {
  readonly examples: readonly string[];
  /** It delivers records, and prints an account of them as its last line. */
  readonly isAccounted?: true;
  /** It uses the account even if the sample was connected last. */
  readonly ofAccount?: true;
  /** Errors: UsageError, OutputError, coded ones. Undefined if there are no records to account for. */
  readonly run: (given: CliArguments, context: Context) => Promise<CommandOutcome | undefined>;
}

export interface CliArguments {
  readonly words: readonly string[];
  readonly values: OptionValues;
}

export interface Context {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Relative paths start here: the command may run in the app, which has another folder. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Can be read whatever the state of settings and archive. */
  readonly notices: Notices;
  /** Opens the core on the first call; it is closed when the run ends. */
  readonly open: (options?: { readonly offline?: boolean }) => Promise<CommandCore>;
  /** Shows progress on a terminal. */
  readonly progress: (progress: FetchProgress, what?: string) => void;
}

/** What was delivered. */
export interface CommandOutcome {
  readonly records: number;
  readonly windows: number;
  readonly quarantined: number;
  readonly drift: number;
  readonly repeated: number;
  readonly reasons: readonly Incompleteness[];
}

export const outcomeOf = (summary: Summary): CommandOutcome => ({
  records: summary.records,
  windows: summary.windows.fetched + summary.windows.stored,
  quarantined: summary.quarantined,
  drift: summary.drift,
  repeated: summary.repeated,
  reasons: summary.reasons,
});

export const NOTHING: CommandOutcome = {
  records: 0,
  windows: 0,
  quarantined: 0,
  drift: 0,
  repeated: 0,
  reasons: [],
};

/** Merges several outcomes into one. */
export const together = (outcomes: readonly CommandOutcome[]): CommandOutcome => ({
  records: outcomes.reduce((sum, each) => sum + each.records, 0),
  windows: outcomes.reduce((sum, each) => sum + each.windows, 0),
  quarantined: outcomes.reduce((sum, each) => sum + each.quarantined, 0),
  drift: outcomes.reduce((sum, each) => sum + each.drift, 0),
  repeated: outcomes.reduce((sum, each) => sum + each.repeated, 0),
  reasons: outcomes.flatMap((each) => each.reasons),
});
