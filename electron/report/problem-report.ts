// The text of "Report a problem": what this installation is, and what it did last. The user reads it, changes it as they
// like, and saves it; the app sends it nowhere.

import { open, readdir, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import type { Notice } from '#shared/bridge/notices.ts';
import { RailbirdError } from '#shared/errors.ts';
import { lastAccountOf } from '../connection/accounts.ts';
import type { State } from '../settings/state-schema.ts';

export interface ReportSource {
  readonly dataDir: string;
  readonly version: string;
  readonly host: string;
  readonly log: string;
  readonly settings: () => State;
  /** What the archive of the connected service stores. */
  readonly usage: () => Promise<{ readonly tables: readonly TableUsage[] }>;
  readonly notices: () => Promise<readonly Notice[]>;
  /** Removes every known key from a text. */
  readonly hide: (text: string) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Of the log, its end. */
const LOG_BYTES = 64 * 1024;

/** A part that cannot be read says why. Never fails. */
export async function problemReport(source: ReportSource): Promise<string> {
  const { version, host, dataDir, hide } = source;
  const parts: readonly (readonly [title: string, read: () => string | Promise<string>])[] = [
    ['Railbird', () => `${version}, ${host}, ${new Date(source.now()).toISOString()}`],
    ['System', systemText],
    ['Settings', () => settingsText(source.settings())],
    ['Data folder', () => folderText(dataDir)],
    ['Stored records', async () => usageText((await source.usage()).tables)],
    [
      'Notices',
      async () => (await source.notices()).map(({ at, what }) => `${isoOf(at)} ${what.en}`).join('\n'),
    ],
    ['Log, the last lines', () => logText(source.log)],
  ];
  const texts = await Promise.all(
    parts.map(async ([title, read]) => {
      const text = await Promise.resolve().then(read).catch(whyNot);
      return `## ${title}\n\n${text.trim() === '' ? 'None.' : text.trim()}\n`;
    }),
  );
  return withoutPlaces(hide(withoutKeys(texts.join('\n'), source.settings())));
}

const isoOf = (at: number): string => new Date(at).toISOString();

const whyNot = (error: unknown): string =>
  `Not readable: ${error instanceof RailbirdError ? error.code : error instanceof Error ? error.message : String(error)}`;

function systemText(): string {
  const { node, electron, chrome } = process.versions;
  const programs = Object.entries({ node, electron, chrome }).filter(([, version]) => version !== undefined);
  return [
    `${os.type()} ${os.release()} ${process.arch}, ${os.version()}`,
    programs.map(([name, version]) => `${name} ${version}`).join(', '),
    `${os.availableParallelism()} processors, ${megabytes(os.totalmem())} memory, ${megabytes(process.memoryUsage.rss())} in use by this process`,
    `time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}, proxy ${hasProxy() ? 'set' : 'not set'} in the environment`,
  ].join('\n');
}

const hasProxy = (): boolean =>
  ['https_proxy', 'HTTPS_PROXY'].some((name) => (process.env[name] ?? '') !== '');

/** Not what the window remembers, which names horses and races; of the connection neither key. */
function settingsText({ settings, connection, paces, memory }: State): string {
  const { mode } = connection;
  const account = mode === 'account' ? lastAccountOf(connection) : undefined;
  return [
    ...Object.entries(settings).map(([name, value]) => `${name}: ${value}`),
    `connection: ${mode}${account === undefined ? '' : `, ${hostOf(account.baseUrl)}`}`,
    ...Object.entries(paces).map(([address, pace]) => `pace: ${hostOf(address)}, ${pace.perSecond} a second`),
    `remembered by the window: ${memory.length} values`,
  ].join('\n');
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? 'no address';

async function folderText(dataDir: string): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const folders = new Map<string, { files: number; bytes: number }>();
  for (const entry of names.filter((each) => each.isFile())) {
    // The window's own folder is Chromium's; of the others the first one below the data folder counts.
    const folder = entry.parentPath.slice(dataDir.length + 1).split(/[\\/]/u)[0] ?? '';
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    const { files, bytes } = folders.get(folder) ?? { files: 0, bytes: 0 };
    folders.set(folder, { files: files + 1, bytes: bytes + (file?.size ?? 0) });
  }
  return [
    `${dataDir}, ${megabytes(bavail * bsize)} free`,
    ...[...folders].map(
      ([folder, { files, bytes }]) => `${folder || '(itself)'}: ${files} files, ${megabytes(bytes)}`,
    ),
  ].join('\n');
}

const usageText = (tables: readonly TableUsage[]): string =>
  tables
    .map(
      ({ table, records, days, bytes }) => `${table}: ${records} records, ${days} days, ${megabytes(bytes)}`,
    )
    .join('\n');

/** Its last lines; the first of them may be cut, and is left out then. */
async function logText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - LOG_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from });
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

/** The application key of the settings, which is in use only while its service is connected. */
/** Of every account. */
function withoutKeys(text: string, { connection: { apiKey, accounts } }: State): string {
  const keys = [apiKey, ...accounts.map((account) => account.apiKey)].filter((key) => key !== undefined);
  return keys.filter((key) => key.length >= 6).reduce((hidden, key) => hidden.replaceAll(key, '•••'), text);
}

/** Where the program is installed: it may be below the user's own folder, or name a company. */
const PROGRAM = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');

/** Neither the name of the user's account nor the folder of the program is a matter of the report. */
const withoutPlaces = (text: string): string =>
  [
    [PROGRAM, '(program)'],
    [os.homedir(), '~'],
  ].reduce(
    (shown, [place = '', name = '']) =>
      place.length < 2
        ? shown
        : shown.replaceAll(place, name).replaceAll(JSON.stringify(place).slice(1, -1), name),
    text,
  );

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
