// The user's marks, notes and watched horses on one service's racing: kept in their own file, and copied into the
// archive's table, with which subjects are read.

import { basename } from 'node:path';
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
import type { Adopted, Imported, NoteLeft, Undoable, Undone } from '#shared/bridge/annotations.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Archive } from '../archive/archive.ts';
import type { AnnotationUpdate } from '../archive/annotation-table.ts';
import { daysOfRaces } from '../archive/race-day.ts';
import { requireBasis } from '../files/revision.ts';
import type { AnnotationFile } from './annotation-file.ts';
import { annotationText, readAnnotations } from './annotation-text.ts';

export interface AnnotationsOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called if the archive's copy lacks a change that is on disk. Never fails. */
  readonly onNotCopied: () => Promise<void>;
}

export class Annotations {
  readonly #file: AnnotationFile;
  readonly #archive: Archive;
  readonly #options: AnnotationsOptions;
  /** A change builds on the one before it, even if both are on their way at once. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: AnnotationFile, archive: Archive, options: AnnotationsOptions) {
    this.#file = file;
    this.#archive = archive;
    this.#options = options;
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
   * Resolves once the change is on disk. Subjects are read with it, unless the archive could not take it: then a notice
   * says so, and the archive takes it with the next change, or when it is next opened. Errors: FILE_FAILED, FILE_NEWER,
   * NOT_ANNOTATIONS, and CHANGED_ELSEWHERE if the note is not the one that was edited; then nothing has changed.
   */
  change(change: AnnotationEdit): Promise<Annotation> {
    return this.#inTurn(() => this.#change(change));
  }

  /**
   * Adds others as if each came in a file of its own, and removes nothing. `name`: of the file, for `undoable`. Errors: as
   * for `change`.
   */
  import(annotations: Iterable<Annotation>, name = ''): Promise<Imported> {
    return this.#inTurn(() => this.#import(annotations, name));
  }

  /** Adds those of an exported text. Errors: as for `change`, those of `readAnnotations`. */
  async importText(text: string, path: string): Promise<Adopted> {
    const { annotations, bad, badLines } = readAnnotations(text, path, this.#file.service);
    return { ...(await this.import(annotations, basename(path))), bad, badLines: [...badLines] };
  }

  /** The last import, if something of it is still as it was imported. Errors: FILE_FAILED. */
  async undoable(): Promise<Undoable | null> {
    const last = await this.#file.lastImport();
    const count = last?.changes.filter(({ after }) => this.#isStill(after)).length ?? 0;
    return last === undefined || count === 0 ? null : { name: last.name, at: last.at, count };
  }

  /**
   * Makes of everything that the last import added or changed what it was before, but for what was changed since. `at`: its
   * time; nothing changes if it is another one, or none. Errors: as for `change`; CHANGED_ELSEWHERE if there was another
   * import since.
   */
  undoImport(at: number): Promise<Undone> {
    return this.#inTurn(() => this.#undoImport(at));
  }

  /** All of them, those that were removed included, for `importText`. */
  exportText(): string {
    return annotationText(this.withRemoved(), this.#file.service);
  }

  /** Brings the archive's copy up to date. */
  copyIntoArchive(): Promise<void> {
    return this.#inTurn(() => this.#copy(wholeUpdate(this.#file)));
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
    const after = changedAnnotation(before, change, this.#options.now());
    const wanted = after.note ?? '';
    const name = after.name ?? after.id;
    if (noteBefore !== undefined)
      requireBasis({ name, stored: before?.note ?? '', basis: noteBefore ?? '', wanted });
    if ((before === undefined || isEmptyAnnotation(before)) && isEmptyAnnotation(after)) return after;
    const kept = required(after);
    await this.#put([kept]);
    return kept;
  }

  async #import(annotations: Iterable<Annotation>, name: string): Promise<Imported> {
    const all = this.#file.annotations;
    const wanted = new Map<string, Annotation>();
    const named = new Set<string>();
    const left: Annotation[] = [];
    for (const other of annotations) {
      const key = annotationKey(other);
      named.add(key);
      const own = wanted.get(key) ?? all.get(key);
      const { annotation, noteLeft } =
        own === undefined ? { annotation: other, noteLeft: undefined } : mergedAnnotation(own, other);
      if (noteLeft !== undefined) left.push({ ...annotation, note: noteLeft });
      if (own === undefined || isNews(own, annotation)) wanted.set(key, required(annotation));
    }
    const replaced = [...wanted].flatMap(([key, { note }]) => {
      const own = all.get(key);
      return own?.note === undefined || own.note === note ? [] : [own];
    });
    const done = { ...this.#counted(named, wanted), notesLeft: notesLeft(left, wanted) };
    // Whoever shows the result may be gone by the time that there is one.
    if (replaced.length > 0) await this.#file.keepBeside(replaced);
    // One that shows nothing new leaves the one before to be undone.
    const isNew = done.added + done.changed > 0;
    const earlier = isNew ? await this.#file.lastImport() : undefined;
    if (isNew) {
      const changes = [...wanted].map(([key, after]) => ({ before: all.get(key), after }));
      await this.#file.keepImport({ name, at: this.#options.now(), changes });
    }
    try {
      if (wanted.size > 0) await this.#put([...wanted.values()]);
    } catch (error) {
      // Nothing was imported, so the import before is still the last one.
      if (isNew) await this.#file.keepImport(earlier).catch(() => undefined);
      throw error;
    }
    return done;
  }

  async #undoImport(at: number): Promise<Undone> {
    const last = await this.#file.lastImport();
    if (last !== undefined && last.at !== at)
      throw new RailbirdError('CHANGED_ELSEWHERE', { name: last.name });
    const wanted = new Map(this.#file.annotations);
    let [removed, restored, changedSince] = [0, 0, 0];
    for (const { before, after } of last?.changes ?? []) {
      const key = annotationKey(after);
      if (!this.#isStill(after)) {
        // Undone already, by one that was killed before it had forgotten the import.
        if (!isSame(wanted.get(key), before)) changedSince += 1;
        continue;
      }
      if (before === undefined) wanted.delete(key);
      else wanted.set(key, before);
      if (before !== undefined && !isEmptyAnnotation(before)) restored += 1;
      else if (!isEmptyAnnotation(after)) removed += 1;
    }
    if (last === undefined) return { removed, restored, changedSince };
    await this.#file.replace(wanted);
    await this.#copy(wholeUpdate(this.#file));
    await this.#file.keepImport(undefined);
    return { removed, restored, changedSince };
  }

  /** Whether it is as it was imported. */
  #isStill(imported: Annotation): boolean {
    return isSame(this.#file.annotations.get(annotationKey(imported)), imported);
  }

  #counted(named: Iterable<string>, wanted: ReadonlyMap<string, Annotation>): Omit<Imported, 'notesLeft'> {
    let [added, changed, kept] = [0, 0, 0];
    for (const key of named) {
      const own = this.#file.annotations.get(key);
      const after = wanted.get(key) ?? own;
      if (own === undefined || isEmptyAnnotation(own)) {
        if (after !== undefined && !isEmptyAnnotation(after)) added += 1;
      } else if (after === undefined || saysTheSame(own, after)) kept += 1;
      else changed += 1;
    }
    return { added, changed, kept };
  }

  /** Once the file has it, the change is made: that the archive lacks it is no failure of the change. */
  async #put(changed: readonly Annotation[]): Promise<void> {
    const from = this.#file.state;
    await this.#file.append(changed);
    await this.#copy({ ...wholeUpdate(this.#file), from, changed });
  }

  async #copy(update: AnnotationUpdate): Promise<void> {
    await this.#archive.annotate(update).catch(() => this.#options.onNotCopied());
  }
}

/** What was removed has nothing but its time, which what comes back keeps: it was not there in between. */
const isNews = (own: Annotation, after: Annotation): boolean =>
  !saysTheSame(own, after) || (isEmptyAnnotation(own) && own.at !== after.at);

const isSame = (one: Annotation | undefined, other: Annotation | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : saysTheSame(one, other) && one.at === other.at && one.markedAt === other.markedAt;

/** Each note that gave way once, without those that stayed in the end. */
function notesLeft(left: readonly Annotation[], after: ReadonlyMap<string, Annotation>): NoteLeft[] {
  const byText = new Map<string, NoteLeft>();
  for (const annotation of left) {
    const { target, id, name = id, note = '' } = annotation;
    const key = annotationKey(annotation);
    if (after.get(key)?.note !== note) byText.set(`${key} ${note}`, { target, id, name, note });
  }
  return [...byText.values()];
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
