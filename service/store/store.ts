// The port for stored records, with SQLite or PostgreSQL behind it.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { Awaitable } from '../awaitable.ts';

/** Selects records by all conditions that are present. Periods are closed at both ends. */
export interface RecordFilter {
  readonly from?: string;
  readonly to?: string;
  readonly racekey?: string;
  readonly horse_id?: string;
  /** 8 or 10 digits; the century of the longer form is ignored. */
  readonly kettonum?: string;
}

/** Stored records, in the table's order, from one state of the store. */
export interface Records {
  readonly count: number;
  /** The answer has everything that was published before this moment; absent if the store has no copies. */
  readonly asOf?: Date;
  /**
   * The records' JSON, one per line and joined by commas, a page at a time; a page ends without a comma. Iterate it
   * exactly once: a large answer keeps a snapshot of the store open until the iteration ends, early or not. The bytes
   * may be read only.
   */
  readonly pages: AsyncIterable<Buffer> | Iterable<Buffer>;
  /**
   * The whole answer in one piece, which is sent in less time than three: the records between two texts in Latin-1. Only
   * of records that the store remembers and was asked for before: the copy is made once, and found again by the answer's
   * opening. Release it in place of the pages.
   */
  readonly within?: (opening: string, around: () => Around) => Buffer | undefined;
  /** Call it with each page that was sent. Without it the page is the caller's alone, who may free it (`giveBack`). */
  readonly release?: (page: Buffer) => void;
}

/** What an answer has before and after the records. */
export interface Around {
  readonly head: string;
  readonly tail: string;
}

export interface RecordReader {
  /** More records than `limit` are refused, never truncated. */
  answer(table: TableCode, selection: RecordFilter, limit: number): Awaitable<Records | 'too many'>;
  /** The newest race date that the table has, not later than `upTo` if that is given. */
  newestRaceDate(table: TableCode, upTo?: string): Promise<string | undefined>;
}

/** For whom a store with several copies reads. */
export interface Reader {
  /** The user's requests go to the same copy where possible. */
  readonly id: string;
  /** Whether the user's keys are good in this version of the accounts, which is of the same snapshot. @throws Refusal */
  confirm(version: number): Promise<void>;
}

export interface Store extends RecordReader {
  /**
   * Of a store with several copies: runs the reads of one request on one copy, and again on another if that fails, so
   * that what they find fits together. Anybody else's copy may be older or newer.
   */
  onOneCopy?<Result>(reader: Reader, read: (copy: RecordReader) => Promise<Result>): Promise<Result>;
  /** Adds records or replaces those with the same primary key, all of them or none. */
  upsert(table: TableCode, records: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** The records of one race day in one table. */
export interface DayCount {
  /** YYYYMMDD; empty in the table of horses, which has no days. */
  readonly racedate: string;
  readonly records: number;
}

/** What a store holds, for its operator. Reads an index of the whole table, so it is not for every request. */
export interface StoredDays {
  /** By race day, oldest first. */
  storedDays(table: TableCode): Promise<readonly DayCount[]>;
}

/**
 * A full disk also prevents SQLite from creating the file that readers of a database share, with its own error code.
 */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(error.code);
