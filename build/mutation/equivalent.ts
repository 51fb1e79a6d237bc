// Mutants without an effect that a user or a caller could notice, listed with the reason: one list an area.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutants.ts';

/** One entry of `equivalent/<area>.json`. */
export interface Equivalent extends Pick<Mutant, 'file' | 'code' | 'change'> {
  readonly reason: string;
}

const nameOf = ({ file, code, change }: Pick<Mutant, 'file' | 'code' | 'change'>): string =>
  [file, code, change].join('\0');

export interface Equivalents {
  /** Why a mutant is equivalent; undefined if it is not listed. */
  reason: (mutant: Mutant) => string | undefined;
  /** Entries of the mutated files that match no present mutant. */
  stale: (files: readonly string[], mutants: readonly Mutant[]) => Equivalent[];
}

/** The lists of some areas. @throws when an entry has no reason */
export const readEquivalents = (areas: readonly string[]): Equivalents =>
  equivalentsOf(
    areas.flatMap((area): Equivalent[] => {
      const file = path.join(import.meta.dirname, 'equivalent', `${area}.json`);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Equivalent[]) : [];
    }),
  );

/** @throws when an entry has no reason */
export function equivalentsOf(entries: readonly Equivalent[]): Equivalents {
  for (const { file, change, reason } of entries)
    if (typeof reason !== 'string' || reason.trim().length < 10)
      throw new Error(`${file}: "${change}" is called equivalent without a reason.`);
  const reasons = new Map(entries.map((entry) => [nameOf(entry), entry.reason]));
  return {
    reason: (mutant) => reasons.get(nameOf(mutant)),
    stale: (files, mutants) => {
      const names = new Set(mutants.map(nameOf));
      return entries.filter((entry) => files.includes(entry.file) && !names.has(nameOf(entry)));
    },
  };
}
