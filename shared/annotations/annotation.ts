// What the user adds to the data: marks on runners, notes, and horses to watch.

import { z } from 'zod';
import { ANNOTATION_TARGETS } from '#shared/annotations/target.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { Person } from '#shared/racing/person.ts';
import { parseRacekey, serviceSpelling } from '#shared/racing/racekey.ts';

/** The codes of the user's own marks, the strongest first: ◎ ○ ▲ △ × ☆ 注 消. */
export const MARKS: readonly string[] = Object.keys(CODE_TABLES.own_mark.codes).toSorted();

/** "◎" for the code of a mark. */
export const glyphOfMark = (mark: string): string => CODE_TABLES.own_mark.codes[mark]?.glyph ?? mark;

/** The longest note, in characters: about two pages. */
export const LONGEST_NOTE = 4000;

/** No clock is later, and times are written with a year of four digits: epoch milliseconds. */
const LAST_TIME = Date.UTC(9999, 0, 1);

const timeSchema = z.number().int().nonnegative().max(LAST_TIME);

/** Half of a character that takes two code units cannot be stored: it becomes U+FFFD. */
const text = z.string().overwrite((typed) => typed.toWellFormed());

const noteSchema = text.trim().max(LONGEST_NOTE);

const targetSchema = z.object({
  target: z.enum(ANNOTATION_TARGETS),
  /** As the functions below make it: the values of the key, with a blank between them. */
  id: text.min(1).max(120),
});

/** What an annotation is about, by its key. */
export type AnnotationKey = z.infer<typeof targetSchema>;

export const annotationKeySchema = targetSchema;

export const annotationSchema = targetSchema.extend({
  mark: z.enum(MARKS).optional(),
  note: noteSchema.optional(),
  watched: z.literal(true).optional(),
  /** Of a runner or a race: the day it runs, YYYYMMDD. */
  racedate: z
    .string()
    .regex(/^\d{8}$/)
    .optional(),
  /** The name of the horse, the person or the race when it was set, so that a list needs no archive. */
  name: text.max(200).optional(),
  /** When it was last changed, in epoch milliseconds. */
  at: timeSchema,
  /** When its mark was last changed, or 0 if it never had one; absent if that was the last change. */
  markedAt: timeSchema.optional(),
});

export type Annotation = z.infer<typeof annotationSchema>;

/** A change of one annotation: what is absent stays, null removes. */
export const annotationChangeSchema = targetSchema.extend({
  mark: annotationSchema.shape.mark.nullable(),
  note: annotationSchema.shape.note.nullable(),
  watched: z.boolean().optional(),
  racedate: annotationSchema.shape.racedate,
  name: annotationSchema.shape.name,
});

export type AnnotationChange = z.infer<typeof annotationChangeSchema>;

/** A change of a note that someone edits, made from this one; null if there was none. */
export const annotationEditSchema = annotationChangeSchema.extend({
  noteBefore: annotationSchema.shape.note.nullable(),
});

export type AnnotationEdit = z.infer<typeof annotationEditSchema>;

/** When the mark became what it is, in epoch milliseconds: a note or a watch that is added later says nothing about it. */
export const markTime = ({ at, markedAt = at }: Annotation): number => markedAt;

/**
 * What it is known to have said at a time, in epoch milliseconds: its mark by the time of the mark, all else by its own.
 * Undefined if nothing: what was changed later may have been anything then.
 */
export function annotationAt(annotation: Annotation, time: number): Annotation | undefined {
  if (annotation.at <= time) return annotation;
  const { target, id, mark, racedate, name } = annotation;
  const at = markTime(annotation);
  if (mark === undefined || at > time) return undefined;
  return {
    target,
    id,
    mark,
    ...(racedate === undefined ? {} : { racedate }),
    ...(name === undefined ? {} : { name }),
    at,
  };
}

/** Whether it says nothing any more: it was removed, and its time is when. */
export const isEmptyAnnotation = ({ mark, note, watched }: Annotation): boolean =>
  mark === undefined && note === undefined && watched === undefined;

/**
 * An annotation as it is kept, from whatever a file or a caller has: its id as the functions below make it, no note of
 * blanks only, and nothing but its time once it was removed. Undefined for what is none.
 */
export function annotationFrom(value: unknown): Annotation | undefined {
  const read = annotationSchema.safeParse(value);
  const key = read.success ? ownKey(read.data) : undefined;
  if (!read.success || key === undefined) return undefined;
  const { note, markedAt, ...others } = read.data;
  const kept = {
    ...others,
    ...key,
    ...(note ? { note } : {}),
    ...(markedAt !== undefined && markedAt < others.at ? { markedAt } : {}),
  };
  return isEmptyAnnotation(kept) ? { ...key, at: kept.at } : kept;
}

/** A key in the form that the functions below give it; undefined if nothing can have it. */
export function ownKey({ target, id }: AnnotationKey): AnnotationKey | undefined {
  const trimmed = id.trim();
  if (target !== 'runner' && target !== 'race') return trimmed === '' ? undefined : { target, id: trimmed };
  const [racekey = '', number = '', ...others] = trimmed.split(/\s+/);
  if (parseRacekey(racekey) === undefined || others.length > 0) return undefined;
  if (target === 'race') return number === '' ? ofRace(racekey) : undefined;
  return /^\d{1,2}$/.test(number) && Number(number) > 0 ? ofRunner(racekey, Number(number)) : undefined;
}

/** The annotation after a change; a note of blanks only is none. It is later than the one before, whatever the clock says. */
export function changedAnnotation(
  before: Annotation | undefined,
  change: AnnotationChange,
  now: number,
): Annotation {
  const { target, id } = change;
  const mark = change.mark === undefined ? before?.mark : (change.mark ?? undefined);
  const note = change.note === undefined ? before?.note : change.note?.trim() || undefined;
  const watched = change.watched === undefined ? before?.watched : change.watched || undefined;
  const racedate = change.racedate ?? before?.racedate;
  const name = change.name ?? before?.name;
  const at = Math.min(LAST_TIME, Math.max(now, (before?.at ?? -1) + 1));
  const markedAt = mark === before?.mark ? (before === undefined ? 0 : markTime(before)) : at;
  return {
    target,
    id,
    ...(mark === undefined ? {} : { mark }),
    ...(note === undefined ? {} : { note }),
    ...(watched === undefined ? {} : { watched }),
    ...(racedate === undefined ? {} : { racedate }),
    ...(name === undefined ? {} : { name }),
    at,
    ...(markedAt < at ? { markedAt } : {}),
  };
}

/**
 * Two annotations of one target as one: nothing that either says is removed, and where they differ the later change
 * counts. `noteLeft`: the note that gave way to another one.
 */
export function mergedAnnotation(
  own: Annotation,
  other: Annotation,
): { readonly annotation: Annotation; readonly noteLeft: string | undefined } {
  const [later, earlier] = other.at > own.at ? [other, own] : [own, other];
  const marked = [later, earlier].filter(({ mark }) => mark !== undefined);
  const mark = marked.toSorted((a, b) => markTime(b) - markTime(a))[0]?.mark;
  const { markedAt: _, ...others } = { ...earlier, ...later };
  const markedAt = Math.max(markTime(own), markTime(other));
  const annotation = {
    ...others,
    ...(mark === undefined ? {} : { mark }),
    ...(markedAt < later.at ? { markedAt } : {}),
  };
  return { annotation, noteLeft: earlier.note === annotation.note ? undefined : earlier.note };
}

/** Whether they say the same about the same, whenever they were changed. */
export const saysTheSame = (one: Annotation, other: Annotation): boolean =>
  (['target', 'id', 'mark', 'note', 'watched', 'racedate', 'name'] as const).every(
    (field) => one[field] === other[field],
  );

/** What it is about as one text, for maps. */
export const annotationKey = ({ target, id }: AnnotationKey): string => `${target}:${id}`;

/** A race is kept under one spelling of its key, whichever a record has. */
const spelled = (racekey: string): string => serviceSpelling(racekey.trim()) ?? racekey.trim();

export const ofRunner = (racekey: string, horseNumber: number | string): AnnotationKey => ({
  target: 'runner',
  id: `${spelled(racekey)} ${String(horseNumber).trim().padStart(2, '0')}`,
});

/**
 * The ids that records can give a target: of a race and its runners also with capitals, in which a service may write the
 * tenth or a later day of a meeting.
 */
export function idsInRecords(key: AnnotationKey): readonly string[] {
  const racekey = racekeyOfTarget(key)?.toUpperCase();
  if (racekey === undefined || serviceSpelling(racekey) === undefined) return [key.id];
  return [key.id, key.id.toUpperCase()];
}

/** The race of a runner or a race; undefined for anything else. */
export const racekeyOfTarget = ({ target, id }: AnnotationKey): string | undefined =>
  target === 'runner' || target === 'race' ? id.split(' ')[0] : undefined;

export const ofRace = (racekey: string): AnnotationKey => ({ target: 'race', id: spelled(racekey) });

export const ofHorse = (horseId: string): AnnotationKey => ({ target: 'horse', id: horseId.trim() });

export const ofPerson = ({ kind, id }: Person): AnnotationKey => ({ target: kind, id: id.trim() });
