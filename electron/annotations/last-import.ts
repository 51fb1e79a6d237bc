// What the last import of marks and notes changed, in a file beside them, so that it can be undone after a restart too.

import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { annotationFrom, type Annotation } from '#shared/annotations/annotation.ts';
import { replaceFile } from '../files/atomic-file.ts';
import { lineOf, parsed } from './annotation-text.ts';

const VERSION = 1;

/** One annotation that an import added or changed. */
export interface ImportedChange {
  /** Undefined if there was none; one that says nothing had been removed. */
  readonly before: Annotation | undefined;
  readonly after: Annotation;
}

export interface LastImport {
  /** The name of the imported file. */
  readonly name: string;
  /** When it was imported, in epoch milliseconds. */
  readonly at: number;
  readonly changes: readonly ImportedChange[];
}

const headerSchema = z.object({
  railbird: z.literal('import'),
  version: z.literal(VERSION),
  name: z.string(),
  at: z.number(),
});

const annotationSchema = z.unknown().transform((value, context) => {
  const read = annotationFrom(value);
  if (read === undefined) context.addIssue({ code: 'custom', message: 'no annotation' });
  return read ?? z.NEVER;
});

const changeSchema = z.object({ before: annotationSchema.optional(), after: annotationSchema });

/** Resolves once it is on disk, in place of the import before. Errors: those of node:fs. */
export async function writeLastImport(path: string, { name, at, changes }: LastImport): Promise<void> {
  const header = { railbird: 'import', version: VERSION, name, at };
  await replaceFile(path, [header, ...changes].map(lineOf).join(''));
}

/**
 * Undefined if there is none, or if its file is damaged or of a later version: half of an import is not undone. Errors:
 * those of node:fs.
 */
export async function readLastImport(path: string): Promise<LastImport | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const [first, ...lines] = text.trimEnd().split('\n').map(parsed);
  const header = headerSchema.safeParse(first);
  const changes = z.array(changeSchema).safeParse(lines);
  if (!header.success || !changes.success) return undefined;
  const { name, at } = header.data;
  return { name, at, changes: changes.data.map(({ before, after }) => ({ before, after })) };
}

/** Errors: those of node:fs. */
export const removeLastImport = (path: string): Promise<void> => rm(path, { force: true });
