// What was known of a race at a time before: the versions of its records that were fetched. Pure shapes; the procedures
// are in races.ts.

import { z } from 'zod';
import { DAY_TABLES } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';

/** The records whose versions are kept: program, card and pre-race data. */
export const VERSIONED_RECORDS = ['race', 'entry', 'prerace'] as const;

export type VersionedRecord = (typeof VERSIONED_RECORDS)[number];

/** Whether earlier versions of the table's records are kept: the service has only the newest. */
export const isVersioned = (table: TableCode): boolean =>
  VERSIONED_RECORDS.some((record) => DAY_TABLES[record].present === table);

const records = z.array(z.record(z.string(), z.string().nullable()));

/** Raw text by field; a kind of record that had not come yet is empty. */
export const knownRaceSchema = z.object({ race: records, entry: records, prerace: records });

export type KnownRace = z.infer<typeof knownRaceSchema>;
