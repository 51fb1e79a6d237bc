// The command line of the service. No key is ever an option, because every user of the machine can read command lines.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CommandRow, OptionRow, Program } from '#shared/command-line/command-line.ts';
import { readCommand } from '#shared/command-line/command-line.ts';
import type { AddressOf } from './http/client-address.ts';
import { behindProxies } from './http/client-address.ts';
import type { SampleRange } from './sample/loader/range.ts';
import { readRange } from './sample/loader/range.ts';
import type { ServerAddress } from './store/postgres/servers/database-server.ts';
import { primaryOf } from './store/postgres/servers/find-primary.ts';

export interface ServiceOptions {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly host: string;
  /** Serve generated racing instead of imported records. */
  readonly sample: boolean;
  /** Days of generated racing in addition to the current week; undefined for the usual year. */
  readonly sampleRange: SampleRange | 'weeks' | undefined;
  readonly dataDir: string;
  /** The PostgreSQL servers with records, accounts and limits; undefined if these are in the data folder. */
  readonly database: DatabaseAddresses | undefined;
  /** `off` is for benchmarks. */
  readonly limits: 'on' | 'off';
  /** A file of limits that replace the defaults. */
  readonly figures: string | undefined;
  /** Port of the metrics on the loopback address; undefined for none, 0 lets the system choose. */
  readonly metricsPort: number | undefined;
  /** The port of the dashboard; undefined for none, 0 lets the system choose. */
  readonly dashboardPort: number | undefined;
  /** Where browsers reach the dashboard, such as https://dashboard.example.org; undefined for http://localhost. */
  readonly dashboardOrigin: string | undefined;
  /** Processes that answer; 1 for this one alone. */
  readonly workers: number;
  /** Finds a client's address behind the operator's proxies; undefined without proxies. */
  readonly addressOf: AddressOf | undefined;
  /** Stop when standard input closes, so that a child never outlives the app that started it. */
  readonly exitWithParent: boolean;
}

/** An invalid command line; the message is for the user who typed it. */
export class OptionsError extends Error {}

export const PROGRAM: Program = {
  name: 'npm run -s service --',
  typed: 'npm run -s service --',
  options: [],
};

export const DATA_DIR_OPTION = {
  name: 'data-dir',
  value: 'DIR',
  help: `where records and accounts are stored; default ${defaultDataDir('~', {})}`,
} as const satisfies OptionRow;

const SERVE = {
  name: '',
  usage: '[options]',
  summary: 'the Horse-Racing Data Query Service',
  options: [
    { name: 'port', value: 'N', help: 'port to listen on; 0, the default, takes any free one' },
    { name: 'host', value: 'HOST', help: 'address to listen on; default 127.0.0.1' },
    {
      name: 'sample',
      value: '[FROM..TO|weeks]',
      help:
        'serve generated sample racing and print its keys: the last year, the last eight weeks (--sample=weeks), or ' +
        'that range (--sample=2016-01-01..2025-12-31) and the current week',
    },
    DATA_DIR_OPTION,
    {
      name: 'limits',
      value: 'on|off|FILE',
      help: 'rate limits; off only on a loopback address; a .json file sets other limits',
    },
    {
      name: 'metrics-port',
      value: 'N',
      help: 'serve metrics on that port of 127.0.0.1; 0 takes any free one',
    },
    {
      name: 'dashboard-port',
      value: 'N',
      help: 'serve the dashboard on that port of HOST; 0 takes any free one',
    },
    {
      name: 'dashboard-origin',
      value: 'URL',
      help: 'where browsers reach the dashboard: https://dashboard.example.org; default http://localhost:N',
    },
    {
      name: 'workers',
      value: 'N',
      help: 'processes that answer, for a machine with many cores; default 1; not for the sample',
    },
    {
      name: 'trust-proxy',
      value: 'LIST',
      help: 'addresses or networks of proxies, separated by commas: X-Forwarded-For is trusted only from these',
    },
    { name: 'exit-with-parent', help: 'stop when standard input closes' },
  ],
  notes: [
    `DATABASE_URL in the environment, postgresql://..., keeps records, accounts and limits in PostgreSQL instead; the
sample stays in DIR. DATABASE_READ_URLS, separated by spaces, are its replicas, which answer while they are at most
DATABASE_MAX_AGE seconds behind (default 30).`,
    `Other commands, each with --help of its own:
  keys      issue, rotate, revoke and list the keys that open the service
  plans     set and list until when a user may ask
  invite    invite a user or an operator to the dashboard
  import    load records from files
  migrate   make the schema of this release in PostgreSQL`,
  ],
} as const satisfies CommandRow;

/** The help text for serving. */
export function usage(): string {
  const line = readCommand(['--help'], SERVE, PROGRAM);
  return line.kind === 'help' ? line.text : '';
}

/** @throws OptionsError naming what is wrong */
export function parseOptions(argv: readonly string[], environment: NodeJS.ProcessEnv): ServiceOptions {
  const line = readCommand(argv, SERVE, PROGRAM);
  if (line.kind === 'help') throw new OptionsError('--help cannot be combined with serving');
  if (line.kind === 'unusable') {
    throw new OptionsError(
      line.problem === 'wrong number of words'
        ? 'There is no such command. The commands are keys, plans, invite, import and migrate.'
        : line.message,
    );
  }
  const { values } = line;
  const host = values.host ?? '127.0.0.1';
  const limits = values.limits ?? 'on';
  const figures = limits.endsWith('.json') ? limits : undefined;
  if (limits !== 'on' && limits !== 'off' && figures === undefined) {
    throw new OptionsError('--limits takes on, off or a .json file');
  }
  if (limits === 'off' && !isLoopback(host)) {
    throw new OptionsError('--limits=off is only for a loopback address');
  }
  if (values['dashboard-origin'] !== undefined && values['dashboard-port'] === undefined) {
    throw new OptionsError('--dashboard-origin needs --dashboard-port');
  }
  const workers = workersOf(values.workers ?? '1');
  if (workers > 1 && values.sample !== undefined) {
    throw new OptionsError('--workers is not for the sample, which one process generates and answers');
  }
  if (workers > 1 && values['dashboard-port'] !== undefined) {
    throw new OptionsError('--workers and --dashboard-port: serve the dashboard from a process of its own');
  }
  return {
    port: portOf(values.port ?? '0'),
    workers,
    host,
    sample: values.sample !== undefined,
    sampleRange: typeof values.sample === 'string' ? rangeOf(values.sample) : undefined,
    dataDir: dataDirOf(values['data-dir'], environment),
    database: databaseOf(environment),
    limits: limits === 'off' ? 'off' : 'on',
    figures,
    metricsPort:
      values['metrics-port'] === undefined ? undefined : portOf(values['metrics-port'], '--metrics-port'),
    dashboardPort:
      values['dashboard-port'] === undefined
        ? undefined
        : portOf(values['dashboard-port'], '--dashboard-port'),
    dashboardOrigin:
      values['dashboard-origin'] === undefined
        ? undefined
        : originOf(values['dashboard-origin'], '--dashboard-origin'),
    addressOf: values['trust-proxy'] === undefined ? undefined : proxiesOf(values['trust-proxy']),
    exitWithParent: values['exit-with-parent'] ?? false,
  };
}

function rangeOf(text: string): SampleRange | 'weeks' {
  if (text === 'weeks') return text;
  try {
    return readRange(text);
  } catch (error) {
    throw new OptionsError(`--sample ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function proxiesOf(list: string): AddressOf {
  try {
    return behindProxies(list.split(',').map((text) => text.trim()));
  } catch (error) {
    throw new OptionsError(`--trust-proxy ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function portOf(text: string, option = '--port'): number {
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535) {
    throw new OptionsError(`${option} takes a number from 0 to 65535`);
  }
  return port;
}

/**
 * The origin of the dashboard. Passkeys belong to a name and need TLS, except on this machine.
 *
 * @throws OptionsError
 */
export function originOf(text: string, option: string): string {
  const url = URL.parse(text);
  const isSecure = url?.protocol === 'https:' && !/^[\d.]+$|^\[/.test(url.hostname);
  const isLocal = url?.protocol === 'http:' && url.hostname === 'localhost';
  if (url && (isSecure || isLocal) && text.replace(/\/$/, '') === url.origin) return url.origin;
  throw new OptionsError(
    `${option} takes the address of the dashboard without a path: https://dashboard.example.org, or http://localhost:8081`,
  );
}

const MOST_WORKERS = 64;

function workersOf(text: string): number {
  const workers = Number(text);
  if (/^[0-9]{1,2}$/.test(text) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new OptionsError(`--workers takes a number from 1 to ${MOST_WORKERS}`);
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/.test(host);

/** The folder of that option, or the default. */
export const dataDirOf = (option: string | undefined, environment: NodeJS.ProcessEnv): string =>
  option ?? defaultDataDir(homedir(), environment);

/** A database: its servers, the primary first as far as is known, and by how many seconds a replica may be behind. */
export interface DatabaseAddresses {
  readonly servers: readonly ServerAddress[];
  readonly maxAgeSeconds: number;
}

const DEFAULT_MAX_AGE = '30';

/**
 * The servers of DATABASE_URL and DATABASE_READ_URLS, which select PostgreSQL. They are not options, because they may
 * contain a password.
 *
 * @throws OptionsError that does not repeat a URL
 */
export function databaseOf(environment: NodeJS.ProcessEnv): DatabaseAddresses | undefined {
  const { DATABASE_URL: url, DATABASE_READ_URLS: others, DATABASE_MAX_AGE: age } = environment;
  if (!url) {
    if (others) throw new OptionsError('DATABASE_READ_URLS needs DATABASE_URL, the primary');
    return undefined;
  }
  const replicas = (others ?? '').split(/\s+/).filter((text) => text !== '');
  const servers = [
    { name: 'DATABASE_URL', url },
    ...replicas.map((replica, at) => ({ name: `DATABASE_READ_URLS, number ${at + 1}`, url: replica })),
  ];
  for (const server of servers) {
    if (!/^postgres(?:ql)?:\/\//.test(server.url)) {
      throw new OptionsError(`${server.name} must begin with postgresql://`);
    }
  }
  const maxAgeSeconds = Number(age || DEFAULT_MAX_AGE);
  if (!(maxAgeSeconds >= 1 && maxAgeSeconds <= 86_400)) {
    throw new OptionsError('DATABASE_MAX_AGE takes seconds, 1 to 86400');
  }
  return { servers, maxAgeSeconds };
}

/** For a command, which writes: the URL of the primary. @throws OptionsError; also if there is no primary now */
export async function databaseUrlOf(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const database = databaseOf(environment);
  return database && primaryOf(database.servers);
}

function defaultDataDir(home: string, environment: NodeJS.ProcessEnv): string {
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'railbird-service');
}
