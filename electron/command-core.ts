// What a command works with while the app runs: the app's archives, and its connection if the command is about the same
// service; otherwise a connection of its own for as long as it runs.

import type { ConnectionKeeper } from './connection/connection.ts';
import type { EnvironmentConnection } from './connection/environment.ts';
import {
  clientFor,
  connectedParts,
  identityOf,
  type CommandCore,
  type DataCore,
  type DataCoreOptions,
} from './data-core.ts';
import type { Downloads } from './downloads/downloads.ts';
import { InFlight } from './downloads/in-flight.ts';
import type { ServiceCredentials } from './service-client/credentials.ts';
import { serviceName } from './service-client/service-identity.ts';

export interface CommandChoice extends Pick<DataCoreOptions, 'startWith' | 'offline' | 'onAttempt'> {
  /** Of the command, not of the app. */
  readonly environment: EnvironmentConnection;
}

export interface RunningApp {
  readonly data: DataCore;
  readonly downloads: Pick<Downloads, 'runNow'>;
}

/** The commands that are running, so that nothing ends the app under them. */
export class RunningCommands {
  #running = 0;

  get isAny(): boolean {
    return this.#running > 0;
  }

  /** Counts from now until it is closed. */
  async open(app: RunningApp, choice: CommandChoice): Promise<CommandCore> {
    this.#running += 1;
    let isCounted = true;
    const ended = (): void => {
      if (isCounted) this.#running -= 1;
      isCounted = false;
    };
    try {
      const core = await createCommandCore(app, choice);
      return { ...core, close: () => core.close().finally(ended) };
    } catch (error) {
      ended();
      throw error;
    }
  }
}

async function createCommandCore(
  { data, downloads }: RunningApp,
  choice: CommandChoice,
): Promise<CommandCore> {
  const { folder } = data;
  const own = await ownConnection(data, choice);
  const connection = own ?? data.connection;
  const client = clientFor(own === undefined ? data.client : folder.createClient(own), choice);
  // What is shared while it is in flight is fetched with the keys of whoever asked first, or not at all if offline.
  const isShared = own === undefined && choice.offline !== true;
  const parts = connectedParts(folder, connection, client, isShared ? data.inFlight : new InFlight());
  // Reading all names takes a while, and the app has read those of its own archive.
  const finder = own === undefined ? data.finder : parts.finder;
  return {
    ...parts,
    finder,
    secrets: folder.secrets,
    settings: folder.settings,
    savedExports: folder.savedExports,
    notices: folder.notices,
    report: folder.report,
    downloadNow: (job, options) => downloads.runNow(identityOf(connection), job, { ...options, client }),
    close: async () => {
      if (own !== undefined) folder.release(own);
      parts.finder.close();
      await parts.results.closeAll();
    },
  };
}

/** Undefined if the app's connection is the one that the command is about. */
async function ownConnection(
  { connection, folder }: DataCore,
  { startWith, environment }: CommandChoice,
): Promise<ConnectionKeeper | undefined> {
  const present = connection.identity();
  const isEnvironmentSilent = Object.values(environment).every((value) => value === undefined);
  if (startWith === undefined && isEnvironmentSilent) return undefined;
  if (startWith === 'sample' && present?.kind === 'sample') return undefined;
  if (startWith === 'account' && present?.kind === 'account' && isEnvironmentSilent) return undefined;
  const own = folder.connect({ startWith, environment, keepsEnvironment: true });
  if (!(await isSame(own, connection))) return own;
  folder.release(own);
  return undefined;
}

async function isSame(one: ConnectionKeeper, other: ConnectionKeeper): Promise<boolean> {
  const [own, present] = [one.identity(), other.identity()];
  if ((own && serviceName(own)) !== (present && serviceName(present))) return false;
  const [mine, theirs] = await Promise.all([one, other].map(credentialsOf));
  return (
    mine !== undefined &&
    theirs !== undefined &&
    mine.baseUrl === theirs.baseUrl &&
    mine.apiKey === theirs.apiKey &&
    mine.userKey === theirs.userKey
  );
}

/** Undefined if there are none, or the keychain does not answer. */
const credentialsOf = (connection: ConnectionKeeper): Promise<ServiceCredentials | undefined> =>
  connection.credentials().catch(() => undefined);
