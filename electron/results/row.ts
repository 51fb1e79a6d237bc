// A row of the archive as text by column.

export type Row = Readonly<Record<string, string | null>>;

/** A cell of the archive as text. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : value === null || value === undefined ? null : String(value);
