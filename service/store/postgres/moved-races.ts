// Keeps each race under one day in PostgreSQL, as part of the transaction that stores records of it.

import type { Table } from '#shared/catalogue/table.ts';
import type pg from 'pg';
import type { RaceDay } from '../moved-races.ts';
import { newestDays } from '../moved-races.ts';

export interface MovedRaces {
  /** The race days of which records are stored; the others are over, because the race was moved since. */
  isKept(record: Pick<RaceDay, 'racekey' | 'racedate'>): boolean;
  /** After the records were stored: removes what their races have under other days. */
  removeRest(): Promise<void>;
}

/** Looks up where the races of some records are stored. */
export async function movedRaces(
  client: pg.PoolClient,
  { code, columns }: Table,
  records: readonly RaceDay[],
): Promise<MovedRaces> {
  const coming = newestDays(records);
  const races = [...coming.values()];
  const newest = columns.some(({ name }) => name === 'updated_at') ? 'max(updated_at)' : `''`;
  const { rows: elsewhere } = await client.query<RaceDay>({
    name: `elsewhere ${code}`,
    // A look into the index for each race: joined, small tables would be read from end to end.
    text: `SELECT coming.racekey, other.racedate, other.newest
      FROM unnest($1::text[], $2::text[]) AS coming (racekey, racedate) CROSS JOIN LATERAL (
        SELECT racedate, ${newest} AS newest FROM ${code}
        WHERE racekey = coming.racekey AND racedate <> coming.racedate GROUP BY racedate) AS other
      ORDER BY 1, 2`,
    values: [races.map(({ racekey }) => racekey), races.map(({ racedate }) => racedate)],
  });
  const isOver = (other: RaceDay) => other.newest <= (coming.get(other.racekey)?.newest ?? '');
  const movedSince = new Set(elsewhere.filter((other) => !isOver(other)).map(({ racekey }) => racekey));
  return {
    isKept: ({ racekey, racedate }) => coming.get(racekey)?.racedate === racedate && !movedSince.has(racekey),
    async removeRest() {
      const rest = elsewhere.filter(({ racekey }) => !movedSince.has(racekey));
      if (rest.length === 0) return;
      await client.query(
        'SELECT remove_moved($1, race, day, other) FROM unnest($2::text[], $3::text[], $4::text[]) AS moved (race, day, other)',
        [
          code,
          rest.map(({ racekey }) => racekey),
          rest.map(({ racekey }) => coming.get(racekey)?.racedate),
          rest.map(({ racedate }) => racedate),
        ],
      );
    },
  };
}
