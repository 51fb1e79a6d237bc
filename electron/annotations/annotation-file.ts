// The user's marks and notes on disk: a line of JSON for each change, the last one of a target counts. A change only
// appends a line, so it takes as long after ten years of marks as on the first day, and a kill loses at most the change
// that was not confirmed.
//
// The archive of the same service is open while the file is: one process at a time writes it.

import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { annotationFrom, annotationKey, type Annotation } from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import { makeFolder, replaceFile } from '../files/atomic-file.ts';
import { quarantineCopy } from '../files/quarantine-copy.ts';

const VERSION = 1;

/** The first line. */
const headerSchema = z.object({ railbird: z.literal('annotations'), version: z.number().int() });

/** Lines beyond these are worth a rewrite: as many again as there are annotations, and some. */
const SPARE_LINES = 1000;

export interface AnnotationFile {
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
}

/** What a text of annotations has, those that were removed included. */
export interface ReadAnnotations {
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly lines: number;
  /** Lines that are no annotations. */
  readonly bad: number;
}

/** The text of a file with these annotations, also for a copy that the user keeps or gives away. */
export const annotationText = (annotations: Iterable<Annotation>): string =>
  [{ railbird: 'annotations', version: VERSION }, ...annotations].map(lineOf).join('');

const lineOf = (written: object): string => `${JSON.stringify(written)}\n`;

/** Which of several lines about one target counts: the last one, or the one of the latest change. */
type Counting = 'last line' | 'latest change';

/**
 * Reads a text that is imported; of lines about one target that of the latest change counts, since files may be joined in
 * any order. Errors: NOT_ANNOTATIONS for a text that does not begin as one, FILE_NEWER.
 */
export const readAnnotations = (text: string, path: string): ReadAnnotations =>
  // Editors may put a byte order mark in front.
  readLines(text.replace(/^\uFEFF/, '').split('\n'), path, 'latest change');

/** A line is undefined if it is no text. Errors: NOT_ANNOTATIONS, FILE_NEWER. */
function readLines(all: readonly (string | undefined)[], path: string, counting: Counting): ReadAnnotations {
  const [first, ...lines] = all.filter((line) => line?.trim() !== '');
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw new RailbirdError('NOT_ANNOTATIONS', { path });
  if (header.data.version > VERSION) throw new RailbirdError('FILE_NEWER', { path });
  const annotations = new Map<string, Annotation>();
  let bad = 0;
  for (const line of lines) {
    const read = annotationFrom(parsed(line));
    if (read === undefined) {
      bad += 1;
      continue;
    }
    const key = annotationKey(read);
    const before = annotations.get(key);
    if (counting === 'last line' || before === undefined || read.at >= before.at) annotations.set(key, read);
  }
  return { annotations, lines: lines.length, bad };
}

function parsed(line: string | undefined): unknown {
  try {
    return line === undefined ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface AnnotationFileOptions {
  readonly path: string;
  /** Called if lines could not be read, once a copy of the file as it was lies at `copy`. */
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
    const annotations = await readOwn(options);
    return new Appending(options, annotations ?? new Map(), await stateOf(path));
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

/**
 * Mends what a kill or a damaged disk left, and shortens a file of mostly outdated lines. Undefined if there is no file.
 */
async function readOwn({
  path,
  onDamaged,
}: AnnotationFileOptions): Promise<Map<string, Annotation> | undefined> {
  const bytes = await bytesOf(path);
  if (bytes === undefined) return undefined;
  const end = bytes.lastIndexOf(END_OF_LINE) + 1;
  if (end === 0 && annotationText([]).startsWith(bytes.toString())) {
    // The writing of the very first line was cut short.
    await replaceFile(path, annotationText([]));
    return new Map();
  }
  const isCut = isCutShort(bytes.toString('utf8', end));
  const { annotations, lines, bad } = readLines(
    linesOf(isCut ? bytes.subarray(0, end) : bytes),
    path,
    'last line',
  );
  if (bad > 0) await onDamaged({ path, copy: await quarantineCopy(path, bytes), lines: bad });
  // The next change is appended to a whole line: editors may leave out the last end of line.
  if (bad > 0 || end < bytes.length || lines > 2 * annotations.size + SPARE_LINES)
    await replaceFile(path, annotationText(annotations.values()));
  return new Map(annotations);
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
  #annotations: Map<string, Annotation>;
  #state: string;
  /** Whether a change that failed may be at the end, in part or whole: the next one writes the file anew. */
  #hasRemains = false;

  constructor(options: AnnotationFileOptions, annotations: Map<string, Annotation>, state: string) {
    this.#options = options;
    this.#annotations = annotations;
    this.#state = state;
  }

  get annotations(): ReadonlyMap<string, Annotation> {
    return this.#annotations;
  }

  get state(): string {
    return this.#state;
  }

  async refresh(): Promise<void> {
    const { path } = this.#options;
    await coded(path, async () => {
      // What a failed change left is no content; an empty file has lost it, like one that was removed.
      if (this.#hasRemains || (await isEmpty(path)) || (await stateOf(path)) === this.#state) return;
      this.#annotations = (await readOwn(this.#options)) ?? this.#annotations;
      this.#state = await stateOf(path);
    });
  }

  async append(annotations: readonly Annotation[]): Promise<void> {
    const { path } = this.#options;
    await coded(path, async () => {
      await makeFolder(dirname(path));
      if (this.#hasRemains || (await isEmpty(path)))
        await replaceFile(path, annotationText([...this.#annotations.values(), ...annotations]));
      else await this.#appendLines(annotations.map(lineOf).join(''));
      this.#hasRemains = false;
      this.#state = await stateOf(path);
    });
    for (const annotation of annotations) this.#annotations.set(annotationKey(annotation), annotation);
  }

  async #appendLines(lines: string): Promise<void> {
    const handle = await open(this.#options.path, 'a', 0o600);
    try {
      const { size } = await handle.stat();
      try {
        await handle.appendFile(lines);
        await handle.sync();
      } catch (error) {
        // What was not confirmed must not come back at the next start.
        await handle.truncate(size).catch(() => {
          this.#hasRemains = true;
        });
        throw error;
      }
    } finally {
      await handle.close();
    }
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
