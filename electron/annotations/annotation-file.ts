// The user's marks and notes on disk: a line of JSON for each change, the last one of a target counts. A change only
// appends a line, so it takes as long after ten years of marks as on the first day, and a kill loses at most the change
// that was not confirmed.
//
// The archive of the same service is open while the file is: one process at a time writes it.

import { copyFile, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  annotationKey,
  annotationSchema,
  isEmptyAnnotation,
  type Annotation,
} from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from '../files/atomic-file.ts';

const VERSION = 1;

/** The first line. */
const headerSchema = z.object({ railbird: z.literal('annotations'), version: z.number().int() });

/** Lines beyond these are worth a rewrite: as many again as there are annotations, and some. */
const SPARE_LINES = 1000;

export interface AnnotationFile {
  /** Every annotation that says something, by its key. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** Identifies the content of the file, as far as Railbird wrote it. */
  readonly state: string;
  /** Resolves once the annotations are on disk; one call at a time. Errors: FILE_FAILED, and then none of them is kept. */
  append(annotations: readonly Annotation[]): Promise<void>;
}

/** What a text of annotations has. */
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

/**
 * Reads such a text; of two lines about one target the later one counts. Errors: NOT_ANNOTATIONS for a text that does
 * not begin as one, FILE_NEWER.
 */
export function readAnnotations(text: string, path: string): ReadAnnotations {
  // Editors may put a byte order mark in front.
  const all = text.replace(/^\uFEFF/, '').split('\n');
  const [first = '', ...lines] = all.filter((line) => line.trim() !== '');
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw new RailbirdError('NOT_ANNOTATIONS', { path });
  if (header.data.version > VERSION) throw new RailbirdError('FILE_NEWER', { path });
  const annotations = new Map<string, Annotation>();
  let bad = 0;
  for (const line of lines) {
    const read = annotationSchema.safeParse(parsed(line));
    if (!read.success) {
      bad += 1;
      continue;
    }
    const key = annotationKey(read.data);
    if (isEmptyAnnotation(read.data)) annotations.delete(key);
    else annotations.set(key, read.data);
  }
  return { annotations, lines: lines.length, bad };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
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
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Reads the file; without one there are no annotations. Errors: FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS. */
export async function openAnnotationFile(options: AnnotationFileOptions): Promise<AnnotationFile> {
  const { path } = options;
  try {
    const text = await textOf(path);
    const annotations = text === undefined ? new Map<string, Annotation>() : await readWhole(text, options);
    return new Appending(path, annotations, await stateOf(path));
  } catch (cause) {
    throw cause instanceof RailbirdError ? cause : new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

/** Mends what a kill or a damaged disk left, and shortens a file of mostly outdated lines. */
async function readWhole(
  text: string,
  { path, onDamaged, now }: AnnotationFileOptions,
): Promise<Map<string, Annotation>> {
  const end = text.lastIndexOf('\n') + 1;
  // A change whose writing was cut short was never confirmed. Editors may leave out only the last end of line.
  const isCutShort = !annotationSchema.safeParse(parsed(text.slice(end))).success;
  const whole = isCutShort ? text.slice(0, end) : `${text}\n`;
  if (whole === '') {
    // The writing of the very first line was cut short.
    if (!annotationText([]).startsWith(text)) throw new RailbirdError('NOT_ANNOTATIONS', { path });
    await replaceFile(path, annotationText([]));
    return new Map();
  }
  const { annotations, lines, bad } = readAnnotations(whole, path);
  if (bad > 0) {
    const copy = `${path}.damaged-${now()}`;
    await copyFile(path, copy);
    await onDamaged({ path, copy, lines: bad });
  }
  if (bad > 0 || whole !== text || lines > 2 * annotations.size + SPARE_LINES)
    await replaceFile(path, annotationText(annotations.values()));
  return new Map(annotations);
}

class Appending implements AnnotationFile {
  readonly #path: string;
  readonly #annotations: Map<string, Annotation>;
  #state: string;
  /** Whether a change that failed may be at the end, in part or whole: the next one writes the file anew. */
  #hasRemains = false;

  constructor(path: string, annotations: Map<string, Annotation>, state: string) {
    this.#path = path;
    this.#annotations = annotations;
    this.#state = state;
  }

  get annotations(): ReadonlyMap<string, Annotation> {
    return this.#annotations;
  }

  get state(): string {
    return this.#state;
  }

  async append(annotations: readonly Annotation[]): Promise<void> {
    const path = this.#path;
    try {
      await mkdir(dirname(path), { recursive: true });
      if (this.#hasRemains || (await isEmpty(path)))
        await replaceFile(path, annotationText([...this.#annotations.values(), ...annotations]));
      else await this.#appendLines(annotations.map(lineOf).join(''));
      this.#hasRemains = false;
      this.#state = await stateOf(path);
    } catch (cause) {
      throw new RailbirdError('FILE_FAILED', { path }, { cause });
    }
    for (const annotation of annotations) {
      if (isEmptyAnnotation(annotation)) this.#annotations.delete(annotationKey(annotation));
      else this.#annotations.set(annotationKey(annotation), annotation);
    }
  }

  async #appendLines(lines: string): Promise<void> {
    const handle = await open(this.#path, 'a', 0o600);
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
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
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
