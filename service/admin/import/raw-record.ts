// The results of the readers of file formats: records, each with the number of its first line, and invalid text.

/** Longer ones are rejected, so that a file without line ends costs no memory. The widest records have 20 KB. */
export const LONGEST_RECORD = 1_048_576;

export type RawRecord =
  /** One JSON value, not yet parsed. */
  | { readonly line: number; readonly json: Buffer }
  /** Cells by column name; null for an empty cell. */
  | { readonly line: number; readonly cells: Readonly<Record<string, string | null>> }
  /** Text that is not a record: as much of it as helps to find it. */
  | {
      readonly line: number;
      readonly problem: string;
      readonly text: Buffer | string;
      /** The file itself is damaged or cut off, so records of it are missing. */
      readonly isDamage?: true;
    };

/** Takes a file's bytes as they arrive and passes records on at once. The receiver may keep a record's bytes. */
export interface Reader {
  push(chunk: Buffer): void;
  /** The file has ended. */
  end(): void;
}

export type Take = (raw: RawRecord) => void;

export const TOO_LONG = `is longer than ${LONGEST_RECORD.toLocaleString('en')} bytes`;
