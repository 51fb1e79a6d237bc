// The user's marks, notes and watched horses on one service's racing: kept in their own file, and copied into the
// archive's table, with which subjects are read.

import {
  annotationKey,
  changedAnnotation,
  isEmptyAnnotation,
  type Annotation,
  type AnnotationEdit,
  type AnnotationKey,
} from '#shared/annotations/annotation.ts';
import type { AnnotationTarget } from '#shared/annotations/target.ts';
import type { Archive } from '../archive/archive.ts';
import type { Connection } from '../archive/connection.ts';
import { annotationState, fillAnnotations } from '../archive/annotation-table.ts';
import { requireBasis } from '../files/revision.ts';
import type { AnnotationFile } from './annotation-file.ts';

/** From about so many annotations on, filling the archive's whole table takes less time than replacing single rows. */
const MANY = 200;

/** What an import did. */
export interface Imported {
  /** Annotations that were new. */
  readonly added: number;
  /** Older ones that were replaced. */
  readonly replaced: number;
  /** Those left as they were, because they were changed later or are the same. */
  readonly kept: number;
}

export class Annotations {
  readonly #file: AnnotationFile;
  readonly #archive: Archive;
  readonly #now: () => number;
  /** A change builds on the one before it, even if both are on their way at once. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: AnnotationFile, archive: Archive, now: () => number) {
    this.#file = file;
    this.#archive = archive;
    this.#now = now;
  }

  /** Those of the keys that say something. */
  read(keys: readonly AnnotationKey[]): Annotation[] {
    return keys.flatMap((key) => this.#file.annotations.get(annotationKey(key)) ?? []);
  }

  /** All of them, or those about one kind of target, the latest change first. */
  list(target?: AnnotationTarget): Annotation[] {
    return [...this.#file.annotations.values()]
      .filter((each) => target === undefined || each.target === target)
      .toSorted((a, b) => b.at - a.at);
  }

  /**
   * Resolves once the change is on disk, and subjects are read with it. Errors: FILE_FAILED, and CHANGED_ELSEWHERE if the
   * note is not the one that was edited, and then nothing has changed; ARCHIVE_FAILED, and then it is on disk and the archive takes it in when it is next opened.
   */
  change(change: AnnotationEdit): Promise<Annotation> {
    return this.#inTurn(() => this.#change(change));
  }

  /** Adds those of another file; of two about one target the later change stays. Errors: as for `change`. */
  import(annotations: Iterable<Annotation>): Promise<Imported> {
    return this.#inTurn(() => this.#import(annotations));
  }

  /** Resolves once no change is in progress. Never fails. */
  async idle(): Promise<void> {
    await this.#changing;
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#changing.then(act);
    this.#changing = turn.catch(() => undefined);
    return turn;
  }

  async #change({ noteBefore, ...change }: AnnotationEdit): Promise<Annotation> {
    const before = this.#file.annotations.get(annotationKey(change));
    const after = changedAnnotation(before, change, this.#now());
    const wanted = after.note ?? '';
    const name = after.name ?? after.id;
    if (noteBefore !== undefined)
      requireBasis({ name, stored: before?.note ?? '', basis: noteBefore ?? '', wanted });
    if (before === undefined && isEmptyAnnotation(after)) return after;
    await this.#put([after]);
    return after;
  }

  async #import(annotations: Iterable<Annotation>): Promise<Imported> {
    let [added, replaced, kept] = [0, 0, 0];
    const wanted: Annotation[] = [];
    for (const annotation of annotations) {
      const own = this.#file.annotations.get(annotationKey(annotation));
      if (own !== undefined && own.at >= annotation.at) {
        kept += 1;
        continue;
      }
      if (own === undefined) added += 1;
      else replaced += 1;
      wanted.push(annotation);
    }
    if (wanted.length > 0) await this.#put(wanted);
    return { added, replaced, kept };
  }

  async #put(annotations: readonly Annotation[]): Promise<void> {
    await this.#file.append(annotations);
    const isMany = annotations.length > MANY;
    const rows = isMany ? [...this.#file.annotations.values()] : annotations;
    await this.#archive.annotate(rows, this.#file.state, isMany ? 'all' : 'some');
  }
}

/** Fills the archive's table from the file, unless it is a copy of the file as it is. */
export async function copyIntoArchive(connection: Connection, file: AnnotationFile): Promise<void> {
  if ((await annotationState(connection)) === file.state) return;
  await connection.run('begin');
  try {
    await fillAnnotations(connection, [...file.annotations.values()], file.state);
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback').catch(() => undefined);
    throw error;
  }
}
