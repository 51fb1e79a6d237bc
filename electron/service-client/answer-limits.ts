// The limits of one answer. No record of the interface comes near any of them; without them a single answer could
// exhaust the memory or the disk. An answer beyond a limit is reported as a failure, never truncated.

const KIB = 1024;
const MIB = 1024 * KIB;

export const BOUNDS = {
  /** Bytes of the body: the widest table's month is a fifth of it. */
  bytes: 512 * MIB,
  /** Records: the service refuses more than 50,000. */
  records: 100_000,
  /** Bytes of a record; the widest is some ten thousand. */
  record: MIB,
  /** Bytes of a value. */
  value: 256 * KIB,
  /** Fields of a record, repeated ones included; the widest has 270. */
  fields: 4_000,
  /** Fields, over all records, that the catalogue does not know. */
  names: 1_000,
  /** Bytes of a field's name; the longest has 36. */
  name: 256,
  /** Levels of nested lists and objects; the interface's values do not nest at all. */
  nesting: 100,
  /** Bytes of quarantined records, as written to disk. */
  aside: 24 * MIB,
  /** Bytes of an answer's headers. */
  headers: 16 * KIB,
  /** Bytes around the records: the envelope has some two hundred. */
  around: MIB,
} as const;

export type AnswerLimit = keyof typeof BOUNDS;
