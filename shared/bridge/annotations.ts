// The user's marks, notes and watched horses.

import { z } from 'zod';
import {
  annotationEditSchema,
  annotationKeySchema,
  annotationSchema,
} from '#shared/annotations/annotation.ts';
import { ANNOTATION_TARGETS } from '#shared/annotations/target.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';

/** A race with its runners and their horses, jockeys, trainers and sires needs about a hundred. */
const MOST_KEYS = 500;
/** In characters: more than ten years of marks. A longer file is imported in a terminal. */
const LONGEST_FILE = 16 * 1024 * 1024;

const noteLeftSchema = annotationKeySchema.extend({
  /** What the note is about, by name if it has one. */
  name: z.string(),
  note: z.string(),
});

/** A note that gave way to a later one about the same. */
export type NoteLeft = z.infer<typeof noteLeftSchema>;

const importedSchema = z.object({
  /** Annotations that were new. */
  added: z.number().int(),
  /** Own ones that say more than before, or something later. */
  changed: z.number().int(),
  /** Own ones that were left as they were. */
  kept: z.number().int(),
  /** Each is in one of the two files only. */
  notesLeft: z.array(noteLeftSchema),
});

/** What an import did. */
export type Imported = z.infer<typeof importedSchema>;

const adoptedSchema = importedSchema.extend({
  /** How many lines are no annotations. */
  bad: z.number().int(),
  /** The numbers of the first of these lines, from 1. */
  badLines: z.array(z.number().int()),
});

/** What an import of a file did. */
export type Adopted = z.infer<typeof adoptedSchema>;

const undoableSchema = z.object({
  /** The name of the imported file. */
  name: z.string(),
  /** When it was imported, in epoch milliseconds. */
  at: z.number(),
  /** How many annotations are still as they were imported. */
  count: z.number().int(),
});

/** An import that can be undone. */
export type Undoable = z.infer<typeof undoableSchema>;

const undoneSchema = z.object({
  /** Annotations that were not there before the import. */
  removed: z.number().int(),
  /** Annotations that are again what they were before. */
  restored: z.number().int(),
  /** Annotations that were changed since the import, and stay as they are. */
  changedSince: z.number().int(),
});

/** What the undoing of an import did. */
export type Undone = z.infer<typeof undoneSchema>;

export const annotations = {
  /** Those of the keys that say something. */
  read: procedure
    .input(z.object({ keys: z.array(annotationKeySchema).max(MOST_KEYS) }))
    .output(z.array(annotationSchema)),
  /** All of them, or those about one kind of target, the latest change first; a race that is stored with its day as it is now. */
  list: procedure
    .input(z.object({ target: z.enum(ANNOTATION_TARGETS).optional() }))
    .output(z.array(annotationSchema)),
  /**
   * Resolves once it is on disk. `noteBefore`: the note that was edited, null if there was none; without it the note is
   * replaced whatever it is. Errors: CHANGED_ELSEWHERE if the note is another one by now; FILE_FAILED.
   */
  change: procedure.input(annotationEditSchema).output(annotationSchema),
  /**
   * Writes all of them to a file that `adopt` reads. Under Electron asks where to save first; a dismissed dialog answers
   * no path. Errors: FILE_FAILED.
   */
  write: procedure.input(z.object({ language: z.enum(['en', 'ja']) })).output(
    z.object({
      path: z.string().optional(),
      /** In a browser window: where the file can be fetched from, relative to the window's own address. */
      download: z.string().optional(),
      count: z.number().int(),
    }),
  ),
  /**
   * Adds those of such a file, and removes nothing. Errors: NOT_ANNOTATIONS, FILE_NEWER, FILE_FAILED;
   * ANNOTATIONS_OF_SAMPLE and ANNOTATIONS_OF_ACCOUNT for a file of the other kind of service.
   */
  adopt: procedure
    .input(z.object({ name: z.string().max(500), text: z.string().max(LONGEST_FILE) }))
    .output(adoptedSchema),
  /** The last import, also of an earlier start or of a terminal; null if nothing is left to undo. Errors: FILE_FAILED. */
  undoable: withoutInput.output(undoableSchema.nullable()),
  /**
   * Undoes the import of this time, but for what was changed since. Errors: CHANGED_ELSEWHERE if it is not the last one any
   * more; FILE_FAILED.
   */
  undoImport: procedure.input(undoableSchema.pick({ at: true })).output(undoneSchema),
};
