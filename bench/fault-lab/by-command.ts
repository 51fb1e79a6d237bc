// A query in a terminal: takes a command line and returns records, messages and an exit code. It runs in this process
// with the lab's clock, or in a separate process.

import { spawn } from 'node:child_process';
import { TABLES } from '#shared/catalogue/tables.ts';
import { ERROR_CODES, RailbirdError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { EXIT } from '../../electron/cli/exit-codes.ts';
import { runCli, type CliEnvironment } from '../../electron/cli/run.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { fakeTerminal } from '../../electron/testing/fake-terminal.ts';
import { programOf } from '../../electron/testing/program.ts';
import { writtenOf } from './compare.ts';
import { failed, storedSet, type Outcome, type Reason } from './outcome.ts';
import type { Question } from './scenario.ts';

/** The results of a command. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  /** Lines on standard error. */
  readonly messages: readonly string[];
}

export type RunCommand = (argv: readonly string[]) => Promise<Ended>;

/** `openCore`: the app's core as the lab composes it. */
export const inThisProcess =
  (options: Pick<CliEnvironment, 'openCore' | 'openNotices' | 'now' | 'signal'>): RunCommand =>
  async (argv) => {
    const chunks: Uint8Array[] = [];
    const terminal = fakeTerminal({
      write: async (chunk) =>
        void chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk.slice()),
    });
    const code = await runCli(argv, { program: 'railbird', terminal, folder: process.cwd(), ...options });
    return { code, out: Buffer.concat(chunks).toString('utf8'), messages: terminal.messages };
  };

/** Real milliseconds after which a process is killed: it waits in real time. */
const LONGEST_PROCESS_MS = 120_000;

export const inItsOwnProcess =
  (options: {
    readonly dataDir: string;
    readonly env: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  }): RunCommand =>
  (argv) =>
    new Promise((resolve, reject) => {
      const cli = programOf('electron/cli');
      const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
      const child = spawn(process.execPath, [cli, ...argv, '--data-dir', options.dataDir], {
        env: { PATH, HOME, NODE_COMPILE_CACHE, ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: LONGEST_PROCESS_MS,
        killSignal: 'SIGKILL',
      });
      const stop = () => child.kill('SIGINT');
      options.signal.addEventListener('abort', stop, { once: true });
      const parts: { readonly [name in 'out' | 'messages']: Uint8Array[] } = { out: [], messages: [] };
      child.stdout.on('data', (part: Uint8Array) => parts.out.push(part));
      child.stderr.on('data', (part: Uint8Array) => parts.messages.push(part));
      child.once('error', reject);
      child.once('close', (code, signal) => {
        options.signal.removeEventListener('abort', stop);
        if (code === null) return reject(new Error(`the process was ended by ${String(signal)}`));
        const messages = Buffer.concat(parts.messages).toString('utf8').trimEnd().split('\n');
        resolve({ code, out: Buffer.concat(parts.out).toString('utf8'), messages });
      });
    });

/** Records on standard output. */
export async function query(run: RunCommand, question: Question, refresh = false): Promise<Outcome> {
  const filter = Object.entries(question.filter).flatMap(([name, value]) => [OPTION_OF[name] ?? '', value]);
  const words = ['query', question.table, ...filter, '--format', 'ndjson', ...(refresh ? ['--refresh'] : [])];
  const ended = await run(words);
  const account = accountOf(ended);
  if (account instanceof Error) return failed(account);
  const lines = ended.out.split('\n').filter((line) => line !== '');
  const records = lines.map((line) => JSON.parse(line) as WireRecord);
  const table = TABLES[question.table];
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return {
    kind: 'shown',
    ...account,
    lacksColumns: records.length > 0 && table.columns.some(({ name }) => !names.has(name)),
    written: writtenOf(table, records),
  };
}

/** Loads records into the archive, which is then read. */
export async function downloadByCommand(
  run: RunCommand,
  question: Question,
  read: (use: (core: DataCore) => Promise<Outcome>) => Promise<Outcome>,
  refresh = false,
): Promise<Outcome> {
  const { table, filter } = question;
  const from = filter.start_racedate ?? filter.racedate ?? '';
  const to = filter.end_racedate ?? filter.racedate ?? '';
  const ended = await run(['download', table, '--from', from, '--to', to, ...(refresh ? ['--refresh'] : [])]);
  const account = accountOf(ended);
  if (account instanceof Error) return failed(account);
  // Each reason belongs to a table, which is named before the part.
  const reasons = account.reasons.map(({ reason, where }) => ({
    reason,
    where: where.slice(where.indexOf(' ') + 1),
  }));
  return read(async (core) => ({
    ...(await storedSet(await core.archive(), question)),
    ...account,
    reasons,
  }));
}

const OPTION_OF: Readonly<Record<string, string>> = {
  racedate: '--racedate',
  start_racedate: '--from',
  end_racedate: '--to',
  racekey: '--racekey',
  horse_id: '--horse-id',
};

/** The account, or the error that ended the run. Errors: an account that contradicts the exit code. */
function accountOf({ code, messages }: Ended):
  | {
      readonly reasons: readonly Reason[];
      readonly drift: number;
      readonly quarantined: number;
    }
  | Error {
  const last = messages.at(-1) ?? '';
  const words = `exit ${code}: ${messages.slice(-3).join(' / ')}`;
  if (!last.startsWith('{')) return new Error(words);
  const account = JSON.parse(last) as {
    readonly complete: boolean;
    readonly reasons: readonly Reason[];
    readonly drift: number;
    readonly quarantined: number;
    readonly records: number;
  };
  if (account.complete !== (code === EXIT.complete)) return new Error(`it contradicts itself: ${words}`);
  if (account.complete !== (account.reasons.length === 0))
    return new Error(`a missing reason, or an extra one: ${words}`);
  const [first] = account.reasons;
  if (account.reasons.length === 1 && first?.where === '') {
    if (first.reason === 'stopped') return new RailbirdError('CANCELLED');
    const code = ERROR_CODES.find((each) => each === first.reason.toUpperCase());
    return code === undefined ? new Error(words) : new RailbirdError(code);
  }
  return { reasons: account.reasons, drift: account.drift, quarantined: account.quarantined };
}
