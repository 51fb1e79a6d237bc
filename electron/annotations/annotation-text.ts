// Marks and notes as text: a header, then a line of JSON for each. The user's own file has it, and what is exported and
// imported.

import { z } from 'zod';
import { annotationFrom, annotationKey, type Annotation } from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ServiceIdentity } from '../service-client/service-identity.ts';

const VERSION = 1;

/** Whose races it is about: the sample's are invented, and their keys are those of real races. */
export type ServiceKind = ServiceIdentity['kind'];

/** The first line. That of an earlier version says nothing of the service. */
const headerSchema = z.object({
  railbird: z.literal('annotations'),
  version: z.number().int(),
  service: z.enum(['sample', 'account']).optional().catch(undefined),
});

type Header = z.infer<typeof headerSchema>;

/** The text of a file with these annotations, also for a copy that the user keeps or gives away. */
export const annotationText = (annotations: Iterable<Annotation>, service?: ServiceKind): string =>
  [{ railbird: 'annotations', version: VERSION, service }, ...annotations].map(lineOf).join('');

/** U+FFFD is escaped: where it is found in a text that is imported, bytes were damaged. */
export const lineOf = (written: object): string =>
  `${JSON.stringify(written).replaceAll('\uFFFD', String.raw`\ufffd`)}\n`;

/** Whether it is the beginning of a header of ours, and no more. */
export const isCutHeader = (text: string): boolean =>
  [undefined, 'sample' as const, 'account' as const].some((service) =>
    annotationText([], service).startsWith(text),
  );

/** What the user's own file has, those that were removed included. */
export interface OwnAnnotations {
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly lines: number;
  /** Lines that are no annotations. */
  readonly bad: number;
}

/**
 * Reads the lines of the user's own file; of those about one target the last one counts. A line is undefined if it is no
 * text. A header that says the same as the first, as in two files joined by hand, is passed over; below another one the
 * marks may be of another kind of service. Errors: NOT_ANNOTATIONS, FILE_NEWER.
 */
export function readOwnLines(all: readonly (string | undefined)[], path: string): OwnAnnotations {
  const [first, ...lines] = all.filter((line) => line?.trim() !== '');
  const header = headerFrom(parsed(first), path);
  if (header === undefined) throw new RailbirdError('NOT_ANNOTATIONS', { path });
  const annotations = new Map<string, Annotation>();
  let bad = 0;
  for (const line of lines) {
    const value = parsed(line);
    const read = annotationFrom(value);
    if (read !== undefined) annotations.set(annotationKey(read), read);
    else if (!isSameHeader(value, header)) bad += 1;
  }
  return { annotations, lines: lines.length, bad };
}

/** What a text that is imported has, those that were removed included. */
export interface ImportedAnnotations {
  /** In a file joined from several, one target may be there again for each of them. */
  readonly annotations: readonly Annotation[];
  /** How many lines are no annotations. */
  readonly bad: number;
  /** The numbers of the first of these lines, from 1. */
  readonly badLines: readonly number[];
}

const MOST_BAD_LINES = 10;

/** Between the last line of one file, without its end, and the header of the next. A text in JSON has no such quotes. */
const JOINT = /(?<=\})\s*(?=\{"railbird":"annotations")/;

/**
 * Reads a text that is imported. Each header begins a part, as of a file of its own: `cat desk laptop`. Within a part the
 * latest change of a target counts, in whatever order its lines are. Errors: NOT_ANNOTATIONS for a text that does not
 * begin as one, FILE_NEWER; ANNOTATIONS_OF_SAMPLE and ANNOTATIONS_OF_ACCOUNT if it is of the other kind of service.
 */
export function readAnnotations(text: string, path: string, service?: ServiceKind): ImportedAnnotations {
  const parts: Map<string, Annotation>[] = [];
  const bad = new Set<number>();
  for (const [at, line] of text.split('\n').entries())
    for (const joined of line.split(JOINT)) {
      // With blanks, `trim` removes the byte order mark that editors may put in front.
      const written = joined.trim();
      if (written === '') continue;
      const value = parsed(written);
      const header = headerFrom(value, path);
      if (header !== undefined) {
        requireService(header, path, service);
        parts.push(new Map());
        continue;
      }
      const part = parts.at(-1);
      if (part === undefined) throw new RailbirdError('NOT_ANNOTATIONS', { path });
      const read = written.includes('\uFFFD') ? undefined : annotationFrom(value);
      if (read === undefined) bad.add(at + 1);
      else addLatest(part, read);
    }
  if (parts.length === 0) throw new RailbirdError('NOT_ANNOTATIONS', { path });
  return {
    annotations: parts.flatMap((part) => [...part.values()]),
    bad: bad.size,
    badLines: [...bad].slice(0, MOST_BAD_LINES),
  };
}

function addLatest(part: Map<string, Annotation>, read: Annotation): void {
  const key = annotationKey(read);
  const before = part.get(key);
  if (before === undefined || read.at >= before.at) part.set(key, read);
}

/** Undefined for what is none. Errors: FILE_NEWER. */
function headerFrom(value: unknown, path: string): Header | undefined {
  if (typeof value !== 'object' || value === null || !('railbird' in value)) return undefined;
  const read = headerSchema.safeParse(value);
  if (read.success && read.data.version > VERSION) throw new RailbirdError('FILE_NEWER', { path });
  return read.data;
}

function isSameHeader(value: unknown, { version, service }: Header): boolean {
  const { data } = headerSchema.safeParse(value);
  return data !== undefined && data.version === version && data.service === service;
}

function requireService(header: Header, path: string, service: ServiceKind | undefined): void {
  if (service === undefined || header.service === undefined || header.service === service) return;
  throw new RailbirdError(header.service === 'sample' ? 'ANNOTATIONS_OF_SAMPLE' : 'ANNOTATIONS_OF_ACCOUNT', {
    path,
  });
}

/** Undefined for what is no JSON. */
export function parsed(line: string | undefined): unknown {
  try {
    return line === undefined ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}
