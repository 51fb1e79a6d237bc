// Imports one drop: all its files in one transaction, each once, however often and by whomever they are found.

import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type { BulkWriter, ImportedFile, Publication } from '../../../store/bulk-writer.ts';
import { readFile } from '../open-file.ts';
import { DamagedFileError, importFiles, type ImportCounts, type PassedOver } from '../import-files.ts';
import { Rejects } from '../rejects.ts';
import type { Drop, DroppedFile } from './drops.ts';
import { DONE, FAILED, stateOf, tableOfName } from './drops.ts';

/** The file cannot be imported as it is; the message is for the operator. */
class UnusableFile extends Error {}

/** The import was stopped; nothing of the drop was published. */
export class Stopped extends Error {}

/** What became of one file. */
export type FileOutcome = {
  readonly file: string;
  readonly table: TableCode;
  readonly digest: string;
} & ({ readonly event: 'known' } | ({ readonly event: 'imported' } & ImportCounts));

export type DropOutcome =
  | { readonly kind: 'published'; readonly files: readonly FileOutcome[]; readonly movedTo: string }
  | { readonly kind: 'failed'; readonly problem: string; readonly movedTo: string }
  /** Another process has taken it, or it is being written again. */
  | { readonly kind: 'gone' };

export interface PublishDeps {
  readonly folder: string;
  readonly bulkWriter: BulkWriter;
  /** The table of every file; without it each file's name begins with its table. */
  readonly table: TableCode | undefined;
  readonly stopping: AbortSignal;
}

interface DatedFile extends DroppedFile, ImportedFile {
  readonly name: string;
}

/**
 * Publishes a drop and moves it, with its rejects, to the folder of the imported or of the failed ones.
 *
 * @throws Stopped; the store's error, after which the drop is as it was and can be tried again
 */
export async function publishDrop(drop: Drop, deps: PublishDeps): Promise<DropOutcome> {
  let digest = '';
  try {
    const read = await Promise.all(drop.files.map((file) => digestOf(file.path, deps.stopping)));
    digest = drop.isFolder ? createHash('sha256').update(read.join('\n')).digest('hex') : (read[0] ?? '');
    const place = placeOf(drop, digest, deps.folder);
    const files = drop.files.map((file, at): DatedFile => {
      return { ...file, digest: read[at] ?? '', table: deps.table ?? tableOfFile(file.name) };
    });
    const outcomes = await publish(files, place.work, deps);
    moveTo(DONE, drop, place, deps.folder);
    return { kind: 'published', files: outcomes, movedTo: join(DONE, place.name) };
  } catch (error) {
    if (isGone(error, deps.folder)) return { kind: 'gone' };
    if (!(error instanceof UnusableFile)) throw error;
    const place = placeOf(drop, digest, deps.folder);
    moveTo(FAILED, drop, place, deps.folder);
    writeFileSync(join(deps.folder, FAILED, `${place.name}.error.txt`), `${error.message}\n`, {
      mode: 0o600,
    });
    return { kind: 'failed', problem: error.message, movedTo: join(FAILED, place.name) };
  }
}

async function publish(
  files: readonly DatedFile[],
  work: string,
  { bulkWriter, stopping }: PublishDeps,
): Promise<FileOutcome[]> {
  const rejects = new Rejects({ folder: work });
  try {
    return await bulkWriter.publish(async (publication) => {
      const outcomes: FileOutcome[] = [];
      // A race may be in several files of one drop.
      const passedOver = new Map<TableCode, PassedOver>();
      for (const file of files) {
        const own = passedOver.get(file.table) ?? new Map();
        passedOver.set(file.table, own);
        outcomes.push(await importFile(file, { publication, rejects, stopping, passedOver: own }));
      }
      return outcomes;
    });
  } finally {
    rejects.close();
  }
}

interface FileDeps {
  readonly publication: Publication;
  readonly rejects: Rejects;
  readonly stopping: AbortSignal;
  readonly passedOver: PassedOver;
}

async function importFile(
  file: DatedFile,
  { publication, rejects, stopping, passedOver }: FileDeps,
): Promise<FileOutcome> {
  const { name, path, digest, table } = file;
  if (await publication.isKnown(file)) return { event: 'known', file: name, table, digest };
  const hash = createHash('sha256');
  const bytes = async function* () {
    for await (const chunk of unlessStopped(path, stopping)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    const counts = await importFiles(tableOf(table), [{ name, bytes }], {
      bulkWriter: publication,
      rejects,
      onlyWhole: true,
      passedOver,
    });
    // Written to since: what was read is neither the earlier nor the later content.
    if (hash.digest('hex') !== digest) throw new Changed();
    if (counts.rejected > 0 && counts.rejected === counts.read) {
      throw new UnusableFile(`${name}: none of its records can be imported; see the file of rejects`);
    }
    await publication.note(file);
    return { event: 'imported', file: name, table, digest, ...counts };
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    throw new UnusableFile(`${name}: ${error.message}. Nothing of it was imported.`, { cause: error });
  }
}

/** The file changed while it was read. */
class Changed extends Error {}

const isMissing = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Something of the folder is gone; a socket of the database or a file with its address is trouble instead. */
const isGone = (error: unknown, folder: string): boolean =>
  error instanceof Changed ||
  (isMissing(error) && 'path' in error && !relative(folder, String(error.path)).startsWith('..'));

function tableOfFile(name: string): TableCode {
  const table = tableOfName(name);
  if (table !== undefined) return table;
  throw new UnusableFile(
    `${name}: its name must begin with its table, such as t_se-20261107.ndjson; tables: ${TABLE_CODES.join(', ')}`,
  );
}

async function digestOf(path: string, stopping: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of unlessStopped(path, stopping)) hash.update(chunk);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EISDIR') throw error;
    throw new UnusableFile(`${path} cannot be read (${code})`, { cause: error });
  }
  return hash.digest('hex');
}

async function* unlessStopped(path: string, stopping: AbortSignal): AsyncGenerator<Buffer, void> {
  for await (const chunk of readFile(path)) {
    if (stopping.aborted) throw new Stopped('stopped');
    yield chunk;
  }
}

interface Place {
  /** The name that the drop gets: its own after the beginning of its digest, so that no two contents share one. */
  readonly name: string;
  /** The folder of its rejects meanwhile. */
  readonly work: string;
}

function placeOf(drop: Drop, digest: string, folder: string): Place {
  const short = digest.slice(0, 12) || 'unread';
  return { name: `${short}.${drop.name}`, work: join(folder, `.importing-${short}`) };
}

/** Moves files and rejects. Whatever is gone was moved by another process, or before a crash. */
function moveTo(kind: typeof DONE | typeof FAILED, drop: Drop, { name, work }: Place, folder: string): void {
  const into = join(folder, kind);
  const target = drop.isFolder ? join(into, name) : into;
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (existsSync(work)) {
    const prefix = drop.isFolder ? '' : name.slice(0, -drop.name.length);
    for (const file of readdirSync(work)) move(join(work, file), join(target, `${prefix}${file}`));
    removeEmpty(work);
  }
  for (const file of drop.files) {
    const to = drop.isFolder ? join(target, file.name) : join(into, name);
    if (move(file.path, to) && stateOf(statSync(to)) !== file.state) putBack(to, file.path, name);
  }
  if (drop.isFolder) removeEmpty(drop.path);
}

function move(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

/** What was moved is not what was read: it was written or replaced meanwhile, and is to be imported too. */
function putBack(moved: string, path: string, unique: string): void {
  try {
    linkSync(moved, path);
  } catch {
    // Yet another file has come under that name.
    linkSync(moved, `${path}.${unique}`);
  }
  unlinkSync(moved);
}

/** A folder into which something was put meanwhile stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
