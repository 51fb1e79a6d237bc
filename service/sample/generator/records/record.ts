// A record: a plain object in the catalogue's column order.

export type SampleValue = string | number | null;
export type SampleRecord = Readonly<Record<string, SampleValue>>;
/** A record while it is being filled. */
export type RecordDraft = Record<string, SampleValue>;
