// Everything that the archive stores, found by name: horses, jockeys, trainers, sires, dams, races, days, and keys.

import { z } from 'zod';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { racedateSchema } from '#shared/bridge/source.ts';

/** What can be found, in the order in which equals are listed: a horse before a sire of the same name. */
export const FOUND_KINDS = ['horse', 'jockey', 'trainer', 'race', 'sire', 'dam', 'day'] as const;

export type FoundKind = (typeof FOUND_KINDS)[number];

export const foundSchema = z.object({
  kind: z.enum(FOUND_KINDS),
  /** Empty for a day, for a race without a name, and for a key that is not stored. */
  name: z.string(),
  /**
   * Race key, horse ID, code of a jockey or trainer, race date, name and birth year of a sire or dam
   * (shared/racing/person.ts).
   */
  key: z.string().optional(),
  /** Of a race that is found by the key of a run, the number of the horse. */
  runner: z.number().int().min(1).max(99).optional(),
  /** The last race day with a record of it, YYYYMMDD; absent if unknown. */
  seen: racedateSchema.optional(),
  /** Of a day, two-digit codes of the racecourses with racing. */
  racecourses: z.array(z.string()).optional(),
  /** How it matches: as a key or a date, as a place such as "Tokyo 11R", or by name. */
  match: z.enum(['key', 'place', 'exact', 'prefix', 'word', 'inside']),
  /** Whether the archive stores it; a key or date that was typed can also be fetched. */
  stored: z.boolean(),
});

export type Found = z.infer<typeof foundSchema>;

/** Most results of one search. */
export const MOST_FOUND = 1000;

export const answerSchema = z.object({
  /** Best first. */
  items: z.array(foundSchema),
  /** How many there are in all. */
  total: z.number().int(),
  /** Written as a date or a race key, but there is none like it. */
  problem: z.enum(['not_a_date', 'not_a_key']).optional(),
});

export type FoundAnswer = z.infer<typeof answerSchema>;

/** Who has a code of their own; a sire's name is part of its identifier. */
export const CODED_KINDS = ['jockey', 'trainer'] as const;

export type CodedKind = (typeof CODED_KINDS)[number];

/** Most codes that are asked for at once: more than a horse has had riders. */
export const MOST_CODES = 500;

export const find = {
  /** What the text can mean among what is stored. Sends no requests. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  search: procedure
    .input(z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(MOST_FOUND) }))
    .output(answerSchema),
  /**
   * The names of jockeys or trainers by their codes, as in the newest stored record; a code without a name is left out.
   * Errors: as for `search`.
   */
  people: procedure
    .input(z.object({ kind: z.enum(CODED_KINDS), codes: z.array(z.string().max(200)).max(MOST_CODES) }))
    .output(z.array(z.object({ code: z.string(), name: z.string() }))),
  /** Reads the names before the first search, which otherwise waits for them. Errors: as for `search`. */
  prepare: withoutInput.output(z.object({})),
};
