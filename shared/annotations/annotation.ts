// What the user adds to the data: marks on runners, notes, and horses to watch.

import { z } from 'zod';
import { ANNOTATION_TARGETS } from '#shared/annotations/target.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { Person } from '#shared/racing/person.ts';

/** The codes of the user's own marks, the strongest first: ◎ ○ ▲ △ × ☆ 注 消. */
export const MARKS: readonly string[] = Object.keys(CODE_TABLES.own_mark.codes).toSorted();

/** "◎" for the code of a mark. */
export const glyphOfMark = (mark: string): string => CODE_TABLES.own_mark.codes[mark]?.glyph ?? mark;

/** The longest note, in characters: about two pages. */
export const LONGEST_NOTE = 4000;

const targetSchema = z.object({
  target: z.enum(ANNOTATION_TARGETS),
  /** As the functions below make it: the values of the key, with a blank between them. */
  id: z.string().min(1).max(120),
});

/** What an annotation is about, by its key. */
export type AnnotationKey = z.infer<typeof targetSchema>;

export const annotationKeySchema = targetSchema;

export const annotationSchema = targetSchema.extend({
  mark: z.enum(MARKS).optional(),
  note: z.string().min(1).max(LONGEST_NOTE).optional(),
  watched: z.literal(true).optional(),
  /** Of a runner or a race: the day it runs, YYYYMMDD. */
  racedate: z
    .string()
    .regex(/^\d{8}$/)
    .optional(),
  /** The name of the horse, the person or the race when it was set, so that a list needs no archive. */
  name: z.string().max(200).optional(),
  /** When it was last changed, in epoch milliseconds. */
  at: z.number().int().nonnegative(),
});

export type Annotation = z.infer<typeof annotationSchema>;

/** A change of one annotation: what is absent stays, null removes. */
export const annotationChangeSchema = targetSchema.extend({
  mark: annotationSchema.shape.mark.nullable(),
  note: z.string().max(LONGEST_NOTE).nullable().optional(),
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

/** Whether it says nothing any more. */
export const isEmptyAnnotation = ({ mark, note, watched }: Annotation): boolean =>
  mark === undefined && note === undefined && watched === undefined;

/** The annotation after a change; a note of blanks only is none. */
export function changedAnnotation(
  before: Annotation | undefined,
  change: AnnotationChange,
  at: number,
): Annotation {
  const { target, id } = change;
  const mark = change.mark === undefined ? before?.mark : (change.mark ?? undefined);
  const note = change.note === undefined ? before?.note : change.note?.trim() || undefined;
  const watched = change.watched === undefined ? before?.watched : change.watched || undefined;
  const racedate = change.racedate ?? before?.racedate;
  const name = change.name ?? before?.name;
  return {
    target,
    id,
    ...(mark === undefined ? {} : { mark }),
    ...(note === undefined ? {} : { note }),
    ...(watched === undefined ? {} : { watched }),
    ...(racedate === undefined ? {} : { racedate }),
    ...(name === undefined ? {} : { name }),
    at,
  };
}

/** What it is about as one text, for maps. */
export const annotationKey = ({ target, id }: AnnotationKey): string => `${target}:${id}`;

export const ofRunner = (racekey: string, horseNumber: number | string): AnnotationKey => ({
  target: 'runner',
  id: `${racekey.trim()} ${String(horseNumber).trim().padStart(2, '0')}`,
});

/** The race of a runner or a race; undefined for anything else. */
export const racekeyOfTarget = ({ target, id }: AnnotationKey): string | undefined =>
  target === 'runner' || target === 'race' ? id.split(' ')[0] : undefined;

export const ofRace = (racekey: string): AnnotationKey => ({ target: 'race', id: racekey.trim() });

export const ofHorse = (horseId: string): AnnotationKey => ({ target: 'horse', id: horseId.trim() });

export const ofPerson = ({ kind, id }: Person): AnnotationKey => ({ target: kind, id: id.trim() });
