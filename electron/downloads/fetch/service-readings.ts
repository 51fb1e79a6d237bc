// How a service interprets what the specification leaves open: the ends of a period, how it reports that nothing
// matches, and that a request is too large. Learned from its answers, stored in its archive and forgotten after a
// month. It only changes how requests are made, never which answers are believed.

import { z } from 'zod';
import { learnedReadingSchema, type LearnedReading } from '#shared/bridge/readings.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { addDays, FIRST_RACEDATE } from '#shared/racing/racedate.ts';
import type { EmptyMatchForm } from '../../service-client/read-answer.ts';
import type { Archive } from '../../archive/archive.ts';
import { SIZE_NOTES, refusedSize } from '../plan/window-size.ts';

/** How far a request extends beyond either end of a period: by one day or not at all. */
export interface Margin {
  readonly before: 0 | 1;
  readonly after: 0 | 1;
}

export const NO_MARGIN: Margin = { before: 0, after: 0 };
export const DAY_AROUND: Margin = { before: 1, after: 1 };

/** A service may change; what still holds is learned again within one query. */
const HOLDS_MS = 30 * 24 * 3_600_000;

const PREFIX = 'reading:';

const noteSchema = z.object({ since: z.number() });

/**
 * What can be learned, by the name under which it is stored:
 * - `before`, `after`: the first or the last day of a period is left out
 * - `oneDay`: a period of one day is refused, or answered with another day
 * - `swapped`: the later end is expected first
 * - `oneByOne`: a period of several days is answered only in part
 * - `plain`: a period of several days was answered with the earlier end first
 * - `nothing <how>`: how it reports that nothing matches
 * - `tooMuch <status>`: a status with which it refused several days and answered one
 */
type Fact =
  | 'before'
  | 'after'
  | 'oneDay'
  | 'swapped'
  | 'oneByOne'
  | 'plain'
  | `nothing ${EmptyMatchForm}`
  | `tooMuch ${number}`;

export class ServiceReading {
  readonly #archive: Pick<Archive, 'notes' | 'setNote'>;
  #facts: Map<string, number>;
  readonly #now: () => number;

  private constructor(
    archive: Pick<Archive, 'notes' | 'setNote'>,
    facts: ReadonlyMap<string, number>,
    now: () => number,
  ) {
    this.#archive = archive;
    this.#facts = new Map(facts);
    this.#now = now;
  }

  /** Errors: ARCHIVE_FAILED. */
  static async of(archive: Pick<Archive, 'notes' | 'setNote'>, now: () => number): Promise<ServiceReading> {
    return new ServiceReading(archive, await factsOf(archive, now()), now);
  }

  /** Loads what other fetches have learned since. Errors: ARCHIVE_FAILED. */
  async recheck(): Promise<void> {
    this.#facts = new Map(await factsOf(this.#archive, this.#now()));
  }

  knows(fact: Fact): boolean {
    return this.#facts.has(fact);
  }

  /** Errors: ARCHIVE_FAILED. */
  async learn(fact: Fact): Promise<void> {
    if (this.#facts.has(fact)) return;
    const since = this.#now();
    this.#facts.set(fact, since);
    await this.#archive.setNote(PREFIX + fact, JSON.stringify({ since }));
  }

  /** The fact turned out to be wrong. Errors: ARCHIVE_FAILED. */
  async unlearn(fact: Fact): Promise<void> {
    if (this.#facts.delete(fact)) await this.#archive.setNote(PREFIX + fact, '');
  }

  /** Statuses that are known to mean that a request is too large. */
  get refusals(): number[] {
    return [...this.#facts.keys()].flatMap((fact) =>
      fact.startsWith('tooMuch ') ? [Number(fact.slice('tooMuch '.length))] : [],
    );
  }

  /** What to request beyond the ends of a period with these ends. */
  marginOf({ start_racedate: from, end_racedate: to }: Filter): Margin {
    if (from === to && this.knows('oneDay')) return DAY_AROUND;
    return { before: this.knows('before') ? 1 : 0, after: this.knows('after') ? 1 : 0 };
  }

  /** What to send so that the service answers the filter; undefined if it is the filter itself. */
  sentFor(
    filter: Filter,
    atLeast: Margin = NO_MARGIN,
    isSwapped = this.knows('swapped'),
  ): Filter | undefined {
    const { start_racedate: from, end_racedate: to } = filter;
    if (from === undefined || to === undefined || filter.racekey !== undefined) return undefined;
    const own = this.marginOf(filter);
    const before = addDays(from, -Math.max(own.before, atLeast.before));
    // There is no day before the first one, and services may refuse it.
    const start = before < FIRST_RACEDATE && from >= FIRST_RACEDATE ? FIRST_RACEDATE : before;
    const end = addDays(to, Math.max(own.after, atLeast.after));
    if (start === from && end === to && !isSwapped) return undefined;
    return isSwapped
      ? { ...filter, start_racedate: end, end_racedate: start }
      : { ...filter, start_racedate: start, end_racedate: end };
  }
}

async function factsOf(archive: Pick<Archive, 'notes'>, now: number): Promise<ReadonlyMap<string, number>> {
  const found = await archive.notes(PREFIX);
  return new Map(
    Array.from(found).flatMap(([name, value]) => {
      const since = sinceOf(value);
      if (since === undefined || now - since > HOLDS_MS || since > now) return [];
      return [[name.slice(PREFIX.length), since] as const];
    }),
  );
}

function sinceOf(note: string): number | undefined {
  try {
    return noteSchema.parse(JSON.parse(note)).since;
  } catch {
    return undefined;
  }
}

/** What was learned about the service, to show to the user. Errors: ARCHIVE_FAILED. */
export async function learnedReadings(
  archive: Pick<Archive, 'notes'>,
  now: number,
): Promise<LearnedReading[]> {
  const facts = await factsOf(archive, now);
  const sizes = await archive.notes(SIZE_NOTES);
  return [
    ...[...facts].toSorted(([a], [b]) => a.localeCompare(b)).flatMap(([fact, since]) => shown(fact, since)),
    ...Array.from(sizes).flatMap(([name, value]): LearnedReading[] => {
      const refused = refusedSize(value, now);
      if (refused === undefined) return [];
      const { days, at } = refused;
      return [{ kind: 'longest', detail: name.slice(SIZE_NOTES.length), days, since: at }];
    }),
  ];
}

function shown(fact: string, since: number): LearnedReading[] {
  const [kind = '', detail = ''] = fact.split(' ');
  const read = learnedReadingSchema.safeParse({ kind, detail, since });
  return read.success ? [read.data] : [];
}

/** Forgets everything learned, window sizes included. Errors: ARCHIVE_FAILED. */
export async function forgetReadings(archive: Pick<Archive, 'notes' | 'setNote'>): Promise<void> {
  for (const prefix of [PREFIX, SIZE_NOTES])
    for (const name of (await archive.notes(prefix)).keys()) await archive.setNote(name, '');
}

export interface Learnings {
  /** Errors: those of opening the archive, ARCHIVE_FAILED. */
  list(): Promise<LearnedReading[]>;
  forget(): Promise<void>;
}

/** `archive`: of the connected service; undefined if there is none. */
export const createLearnings = (options: {
  readonly archive: () => Promise<Archive> | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): Learnings => ({
  list: async () => {
    const archive = await options.archive();
    return archive ? learnedReadings(archive, options.now()) : [];
  },
  forget: async () => {
    const archive = await options.archive();
    if (archive) await forgetReadings(archive);
  },
});
