// The user's marks, notes and watched horses on one service's racing: kept in their own file, and copied into the
// archive's table, with which subjects are read.

import {
  annotationFrom,
  annotationKey,
  changedAnnotation,
  isEmptyAnnotation,
  mergedAnnotation,
  ownKey,
  racekeyOfTarget,
  saysTheSame,
  type Annotation,
  type AnnotationEdit,
  type AnnotationKey,
} from '#shared/annotations/annotation.ts';
import type { AnnotationTarget } from '#shared/annotations/target.ts';
import type { Imported, NoteLeft } from '#shared/bridge/annotations.ts';
import type { Archive } from '../archive/archive.ts';
import type { AnnotationUpdate } from '../archive/annotation-table.ts';
import { daysOfRaces } from '../archive/race-day.ts';
import { requireBasis } from '../files/revision.ts';
import type { AnnotationFile } from './annotation-file.ts';

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
    return keys
      .flatMap((key) => this.#file.annotations.get(annotationKey(key)) ?? [])
      .filter((each) => !isEmptyAnnotation(each));
  }

  /** All of them, or those about one kind of target, the latest change first. */
  list(target?: AnnotationTarget): Annotation[] {
    return this.withRemoved().filter(
      (each) => !isEmptyAnnotation(each) && (target === undefined || each.target === target),
    );
  }

  /** All of them with those that were removed, of which only the time is known, the latest change first. */
  withRemoved(): Annotation[] {
    return [...this.#file.annotations.values()].toSorted((a, b) => b.at - a.at);
  }

  /** The annotations, those about a race that is stored with its day as it is now: a race may have been moved. */
  async withDays(annotations: readonly Annotation[]): Promise<Annotation[]> {
    const racekeys = annotations.flatMap((each) => racekeyOfTarget(each) ?? []);
    // Without the archive they have the days that were kept with them.
    const days = await daysOfRaces(this.#archive, racekeys).catch(() => new Map<string, string>());
    return annotations.map((each) => {
      const racedate = days.get(racekeyOfTarget(each) ?? '');
      return racedate === undefined ? each : { ...each, racedate };
    });
  }

  /**
   * Resolves once the change is on disk, and subjects are read with it. Errors: FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS,
   * and CHANGED_ELSEWHERE if the note is not the one that was edited, and then nothing has changed; ARCHIVE_FAILED, and
   * then it is on disk and the archive takes it in with the next change, or when it is next opened.
   */
  change(change: AnnotationEdit): Promise<Annotation> {
    return this.#inTurn(() => this.#change(change));
  }

  /** Adds those of another file, and removes nothing. Errors: as for `change`. */
  import(annotations: Iterable<Annotation>): Promise<Imported> {
    return this.#inTurn(() => this.#import(annotations));
  }

  /** Brings the archive's copy up to date. Errors: ARCHIVE_FAILED. */
  copyIntoArchive(): Promise<void> {
    return this.#inTurn(() => this.#archive.annotate(wholeUpdate(this.#file)));
  }

  /** Resolves once no change is in progress. Never fails. */
  async idle(): Promise<void> {
    await this.#changing;
  }

  /** What another program wrote is taken over before anything is built on it. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#changing.then(() => this.#file.refresh()).then(act);
    this.#changing = turn.catch(() => undefined);
    return turn;
  }

  async #change({ noteBefore, ...typed }: AnnotationEdit): Promise<Annotation> {
    const change = { ...typed, ...ownKey(typed) };
    const before = this.#file.annotations.get(annotationKey(change));
    const after = changedAnnotation(before, change, this.#now());
    const wanted = after.note ?? '';
    const name = after.name ?? after.id;
    if (noteBefore !== undefined)
      requireBasis({ name, stored: before?.note ?? '', basis: noteBefore ?? '', wanted });
    if ((before === undefined || isEmptyAnnotation(before)) && isEmptyAnnotation(after)) return after;
    const [kept = after] = await this.#put([after]);
    return kept;
  }

  async #import(annotations: Iterable<Annotation>): Promise<Imported> {
    let [added, changed, kept] = [0, 0, 0];
    const notesLeft: NoteLeft[] = [];
    const wanted: Annotation[] = [];
    for (const other of annotations) {
      const own = this.#file.annotations.get(annotationKey(other));
      if (own === undefined || isEmptyAnnotation(own)) {
        // What comes back keeps the time of its removal: it was not there in between.
        const after = own === undefined ? other : mergedAnnotation(own, other).annotation;
        if (!isEmptyAnnotation(after)) added += 1;
        else if (after.at === own?.at) continue;
        wanted.push(after);
        continue;
      }
      const { annotation, noteLeft } = mergedAnnotation(own, other);
      const { target, id, name = id } = annotation;
      if (noteLeft !== undefined) notesLeft.push({ target, id, name, note: noteLeft });
      if (saysTheSame(own, annotation)) kept += 1;
      else {
        changed += 1;
        wanted.push(annotation);
      }
    }
    if (wanted.length > 0) await this.#put(wanted);
    return { added, changed, kept, notesLeft };
  }

  /** Resolves to the annotations as they are kept. */
  async #put(wanted: readonly Annotation[]): Promise<readonly Annotation[]> {
    const changed = wanted.map(required);
    const from = this.#file.state;
    await this.#file.append(changed);
    await this.#archive.annotate({ ...wholeUpdate(this.#file), from, changed });
    return changed;
  }
}

/** Nothing is written that could not be read again. */
function required(annotation: Annotation): Annotation {
  const kept = annotationFrom(annotation);
  if (kept === undefined) throw new TypeError(`No annotation: ${JSON.stringify(annotation).slice(0, 200)}`);
  return kept;
}

/** Brings the archive's table up to date with the file as it is. */
export const wholeUpdate = ({ state, annotations }: AnnotationFile): AnnotationUpdate => ({
  from: state,
  state,
  changed: [],
  all: annotations,
});
