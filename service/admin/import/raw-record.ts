// What the readers of the file formats return: records, each with its first line, and what is no record.

/** Longer ones are rejected, so that a file without an end of line costs no memory. The widest records have 20 KB. */
export const LONGEST_RECORD = 1_048_576;

export type RawRecord =
  /** One JSON value, not yet parsed. */
  | { readonly line: number; readonly json: Buffer }
  /** Cells by name of column, where null is nothing. */
  | { readonly line: number; readonly cells: Readonly<Record<string, string | null>> }
  /** Text that is no record, as much of it as helps to find it. */
  | { readonly line: number; readonly problem: string; readonly text: Buffer | string };

/** Takes a file's bytes as they come and passes records on at once. The bytes of a record may be kept. */
export interface Reader {
  push(chunk: Buffer): void;
  /** There is no more. */
  end(): void;
}

export type Take = (raw: RawRecord) => void;

export const TOO_LONG = `is longer than ${LONGEST_RECORD.toLocaleString('en')} bytes`;
