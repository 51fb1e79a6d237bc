// The user's marks and notes on disk: a line of JSON for each change, the last one of a target counts. A change only
// appends a line, so it takes as long after ten years of marks as on the first day, and a kill loses at most the change
// that was not confirmed.
//
// The archive of the same service is open while the file is: one process at a time writes it.

import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { annotationKey, type Annotation } from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import { makeFolder, replaceFile } from '../files/atomic-file.ts';
import { quarantineOnce } from '../files/quarantine-copy.ts';
import { readLastImport, removeLastImport, writeLastImport, type LastImport } from './last-import.ts';
import {
  annotationText,
  isCutHeader,
  lineOf,
  parsed,
  readOwnLines,
  type ServiceKind,
} from './annotation-text.ts';

/** Lines beyond these are worth a rewrite: as many again as there are annotations, and some. */
const SPARE_LINES = 1000;

export interface AnnotationFile {
  readonly service: ServiceKind;
  /** Every annotation by its key; one that says nothing was removed, and is kept for when. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** Identifies the content of the file, as far as Railbird wrote or read it. */
  readonly state: string;
  /**
   * Reads the file again if another program has replaced it; without a file nothing changes. Errors: as for opening, and
   * then the annotations are those from before.
   */
  refresh(): Promise<void>;
  /** Resolves once the annotations are on disk; one call at a time. Errors: FILE_FAILED, and then none of them is kept. */
  append(annotations: readonly Annotation[]): Promise<void>;
  /**
   * Keeps annotations whose notes are about to give way, in a file beside that can be imported like any other. Resolves
   * once they are on disk. Errors: FILE_FAILED.
   */
  keepBeside(annotations: readonly Annotation[]): Promise<void>;
  /** Resolves once the file has these annotations and no others. Errors: FILE_FAILED, and then it has those from before. */
  replace(annotations: ReadonlyMap<string, Annotation>): Promise<void>;
  /** What `keepImport` kept last; undefined if nothing, or if its file is damaged. Errors: FILE_FAILED. */
  lastImport(): Promise<LastImport | undefined>;
  /** Keeps in a file beside what an import is about to change; without one, nothing. Errors: FILE_FAILED. */
  keepImport(imported: LastImport | undefined): Promise<void>;
}

export interface AnnotationFileOptions {
  readonly path: string;
  readonly service: ServiceKind;
  /**
   * Called if lines could not be read, once a copy of the file as it was lies at `copy`; again with the same copy at
   * each start if the file cannot be replaced.
   */
  readonly onDamaged: (damaged: {
    readonly path: string;
    readonly copy: string;
    readonly lines: number;
  }) => Promise<void>;
}

/** Reads the file; without one there are no annotations. Errors: FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS. */
export async function openAnnotationFile(options: AnnotationFileOptions): Promise<AnnotationFile> {
  const { path } = options;
  return coded(path, async () => {
    const content = await readOwn(options);
    return new Appending(options, content ?? { annotations: new Map(), isWhole: true }, await stateOf(path));
  });
}

/** Errors: FILE_FAILED for those of node:fs, and coded ones. */
async function coded<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw cause instanceof RailbirdError ? cause : new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

interface Content {
  readonly annotations: Map<string, Annotation>;
  /** Whether lines can be appended: the file has no others than whole ones. */
  readonly isWhole: boolean;
}

/**
 * Mends what a kill or a damaged disk left, and shortens a file of mostly outdated lines; a file that cannot be replaced
 * now is read all the same. Undefined if there is no file.
 */
async function readOwn({ path, service, onDamaged }: AnnotationFileOptions): Promise<Content | undefined> {
  const bytes = await bytesOf(path);
  if (bytes === undefined) return undefined;
  const replaced = (annotations: Iterable<Annotation>): Promise<boolean> =>
    replaceFile(path, annotationText(annotations, service)).catch(() => false);
  const end = bytes.lastIndexOf(END_OF_LINE) + 1;
  // The writing of the very first line was cut short.
  if (end === 0 && isCutHeader(bytes.toString()))
    return { annotations: new Map(), isWhole: await replaced([]) };
  const isCut = isCutShort(bytes.toString('utf8', end));
  const { annotations, lines, bad } = readOwnLines(linesOf(isCut ? bytes.subarray(0, end) : bytes), path);
  if (bad > 0) await onDamaged({ path, copy: await quarantineOnce(path, bytes), lines: bad });
  // The next change is appended to a whole line: editors may leave out the last end of line.
  const isWhole = bad === 0 && end === bytes.length;
  const isLong = lines > 2 * annotations.size + SPARE_LINES;
  const isReplaced = (!isWhole || isLong) && (await replaced(annotations.values()));
  return { annotations: new Map(annotations), isWhole: isWhole || isReplaced };
}

const END_OF_LINE = 0x0a;

/** How each line that Railbird writes begins, after the first. */
const START_OF_LINE = '{"target":"';

/** Whether it is the beginning of a line of ours, and no more: such a change was never confirmed. */
const isCutShort = (rest: string): boolean =>
  START_OF_LINE.startsWith(rest.slice(0, START_OF_LINE.length)) && parsed(rest) === undefined;

/** The lines of a file in UTF-8; undefined for one that is not. */
function linesOf(bytes: Buffer): readonly (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(END_OF_LINE, from);
    const to = end < 0 ? bytes.length : end;
    lines.push(decoded(bytes.subarray(from, to)));
    from = to + 1;
  }
  return lines;
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

class Appending implements AnnotationFile {
  readonly #options: AnnotationFileOptions;
  /** What the file has that can be read. If it could not be mended, the next change writes it anew. */
  #content: Content;
  #state: string;
  /** Whether a change that failed may be at the end, in part or whole: the next one writes the file anew. */
  #hasRemains = false;

  constructor(options: AnnotationFileOptions, content: Content, state: string) {
    this.#options = options;
    this.#content = content;
    this.#state = state;
  }

  get service(): ServiceKind {
    return this.#options.service;
  }

  get annotations(): ReadonlyMap<string, Annotation> {
    return this.#content.annotations;
  }

  get state(): string {
    return this.#state;
  }

  async refresh(): Promise<void> {
    const { path } = this.#options;
    await coded(path, async () => {
      // What a failed change left is no content; an empty file has lost it, like one that was removed.
      if (this.#hasRemains || (await isEmpty(path)) || (await stateOf(path)) === this.#state) return;
      this.#content = (await readOwn(this.#options)) ?? this.#content;
      this.#state = await stateOf(path);
    });
  }

  async append(annotations: readonly Annotation[]): Promise<void> {
    const { path, service } = this.#options;
    const { annotations: all, isWhole } = this.#content;
    await coded(path, async () => {
      await makeFolder(dirname(path));
      if (this.#hasRemains || !isWhole || (await isEmpty(path)))
        await replaceFile(path, annotationText([...all.values(), ...annotations], service));
      else
        await appendText(path, annotations.map(lineOf).join(''), () => {
          this.#hasRemains = true;
        });
      this.#hasRemains = false;
      this.#state = await stateOf(path);
    });
    for (const annotation of annotations) all.set(annotationKey(annotation), annotation);
    this.#content = { annotations: all, isWhole: true };
  }

  async keepBeside(annotations: readonly Annotation[]): Promise<void> {
    const { path, service } = this.#options;
    const beside = besideOf(path, 'notes-left');
    await coded(beside, async () => {
      await makeFolder(dirname(beside));
      // With a header each time: a part of its own, whatever was kept before. A kill may have cut that short.
      const start = (await isEmpty(beside)) ? '' : '\n';
      await appendText(beside, `${start}${annotationText(annotations, service)}`);
    });
  }

  async replace(annotations: ReadonlyMap<string, Annotation>): Promise<void> {
    const { path, service } = this.#options;
    await coded(path, async () => {
      await replaceFile(path, annotationText(annotations.values(), service));
      this.#hasRemains = false;
      this.#content = { annotations: new Map(annotations), isWhole: true };
      this.#state = await stateOf(path);
    });
  }

  async lastImport(): Promise<LastImport | undefined> {
    const beside = besideOf(this.#options.path, 'last-import');
    return coded(beside, () => readLastImport(beside));
  }

  async keepImport(imported: LastImport | undefined): Promise<void> {
    const beside = besideOf(this.#options.path, 'last-import');
    await coded(beside, () =>
      imported === undefined ? removeLastImport(beside) : writeLastImport(beside, imported),
    );
  }
}

/** Another file about the same marks. */
const besideOf = (path: string, what: string): string => path.replace(/(\.jsonl)?$/, `.${what}.jsonl`);

/**
 * Resolves once the text is on disk. If that fails, what was written of it is taken back: what was not confirmed must not
 * come back at the next start. `onRemains`: it could not be. Errors: those of node:fs.
 */
async function appendText(path: string, text: string, onRemains?: () => void): Promise<void> {
  const handle = await open(path, 'a', 0o600);
  try {
    const { size } = await handle.stat();
    try {
      await handle.appendFile(text);
      await handle.sync();
    } catch (error) {
      await handle.truncate(size).catch(() => onRemains?.());
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/** Undefined if there is no file. Errors: those of node:fs. */
async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined if there is no file. Errors: those of node:fs. */
async function sizeAndTime(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isEmpty = async (path: string): Promise<boolean> => ((await sizeAndTime(path))?.size ?? 0) === 0;

/** A file put back from a backup differs from the one before in its size or its time of change. */
async function stateOf(path: string): Promise<string> {
  const found = await sizeAndTime(path);
  return found === undefined ? 'no file' : `${found.size} ${found.mtimeMs}`;
}
