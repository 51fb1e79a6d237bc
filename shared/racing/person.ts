// Jockeys, trainers and sires: what identifies one in the records, and the fields that name one. Pure.

import type { RecordValues } from '#shared/racing/race-rows.ts';

/** The people and sires that have a page of their own. */
export const PERSON_KINDS = ['jockey', 'trainer', 'sire'] as const;

export type PersonKind = (typeof PERSON_KINDS)[number];

/**
 * A jockey or trainer is identified by the code of the records, so that namesakes are two. A sire has no code: its name
 * and birth year identify it, with a blank between them, or its name alone where no birth year is recorded. Notes are
 * stored under the same id.
 */
export interface Person {
  readonly kind: PersonKind;
  readonly id: string;
}

/** The longest id: that of a note. */
export const LONGEST_PERSON_ID = 120;

/** What a sire's id is made of. */
export interface SireIdentity {
  readonly name: string;
  /** Four digits. */
  readonly birthYear: string | undefined;
}

export const sireId = (name: string, birthYear: string | null | undefined): string =>
  [name.trim(), birthYear?.trim() ?? ''].filter((part) => part !== '').join(' ');

export function sireOfId(id: string): SireIdentity {
  const [, name = id, birthYear] = /^(.*\S) +(\d{4})$/.exec(id) ?? [];
  return { name, birthYear };
}

/** The kind of person that a field names, and the fields that identify the one it names. */
interface Naming {
  readonly kind: PersonKind;
  readonly by: readonly [string] | readonly [string, string];
}

const NAMINGS: readonly { readonly pattern: RegExp; readonly naming: (prefix: string) => Naming }[] = [
  {
    pattern: /^(.*)jockey_(?:name|cd)$/,
    naming: (prefix) => ({ kind: 'jockey', by: [`${prefix}jockey_cd`] }),
  },
  {
    // Of a runner or a run: who rides.
    pattern: /^rider_(?:name|cd)$/,
    naming: () => ({ kind: 'jockey', by: ['rider_cd'] }),
  },
  {
    pattern: /^(.*)trainer_(?:name|cd)$/,
    naming: (prefix) => ({ kind: 'trainer', by: [`${prefix}trainer_cd`] }),
  },
  {
    // The sire, the broodmare sire, and the sire of the sire.
    pattern: /^(|mare_|sire)sire_name$/,
    naming: (prefix) => ({ kind: 'sire', by: [`${prefix}sire_name`, `${prefix}sire_birth_year`] }),
  },
];

function namingOf(field: string): Naming | undefined {
  for (const { pattern, naming } of NAMINGS) {
    const found = pattern.exec(field);
    if (found !== null) return naming(found[1] ?? '');
  }
  return undefined;
}

/** The fields that identify whom a field names; none if it names nobody. */
export const personFields = (field: string): readonly string[] => namingOf(field)?.by ?? [];

/** Whom a field of a record names; undefined if nobody, or if the record lacks what identifies them. */
export function personNamed(
  field: string,
  valueOf: (field: string) => string | null | undefined,
): Person | undefined {
  const naming = namingOf(field);
  if (naming === undefined) return undefined;
  const [first, second] = naming.by;
  const value = valueOf(first)?.trim() ?? '';
  if (value === '' || /^0+$/.test(value)) return undefined;
  const id = second === undefined ? value : sireId(value, valueOf(second));
  return id.length > LONGEST_PERSON_ID ? undefined : { kind: naming.kind, id };
}

/** The jockey, the trainer and the sire of a runner, as far as its record names them. */
export const peopleOf = (runner: RecordValues): readonly Person[] =>
  ['jockey_name', 'trainer_name', 'sire_name'].flatMap(
    (field) => personNamed(field, (name) => runner[name]) ?? [],
  );
