// Whether the rows of one horse's runs are outdated, by what the notes concern. Nearly always they concern other days.

import type { DuckDBValue } from '@duckdb/node-api';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { CARD_RECORDS } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Connection } from '../connection.ts';
import { literal } from '../filter-sql.ts';
import { FIRST, type Days } from './outdated-rows.ts';
import { ID } from './record-sql.ts';
import { CARD_TABLES } from './run-rows.ts';

/**
 * Whether a note may concern a run of this horse, or the race of one: by the days and races of its records, of its rows,
 * and of the runs that its cards name. Errors: those of DuckDB.
 */
export const isOutdatedFor = async (connection: Connection, horse_id: string): Promise<boolean> =>
  isOutdatedBy(connection, await readNotes(connection), horse_id);

/** All notes of outdated rows. Errors: those of DuckDB. */
export async function readNotes(connection: Connection): Promise<readonly StoredNote[]> {
  const read = await connection.runAndReadAll(
    'select table_code, first_day, last_day, racekey from subject_outdated',
    [],
  );
  return read.getRows().map(([code, from, to, racekey]): StoredNote => ({
    isOfCards: CARD_TABLES.includes(String(code) as TableCode),
    isOfRuns: code === 'runs',
    from: String(from),
    to: String(to),
    racekey: typeof racekey === 'string' ? racekey : undefined,
  }));
}

/** Like `isOutdatedFor`, by these notes. */
export async function isOutdatedBy(
  connection: Connection,
  notes: readonly StoredNote[],
  horse_id: string,
): Promise<boolean> {
  const others = notes.filter(({ isOfCards }) => !isOfCards);
  const ran = others.length > 0 ? await placesOf(connection, horse_id, others) : [];
  if (others.some((note) => concerns(note, ran))) return true;
  // A run that only a card names has a row, unless the card or the run is noted.
  if (!notes.some(({ isOfCards, isOfRuns }) => isOfCards || isOfRuns)) return false;
  const { cards, named, areGone } = await cardPlacesOf(connection, horse_id);
  return areGone || notes.some((note) => concerns(note, note.isOfCards ? cards : named));
}

export interface StoredNote extends Days {
  readonly isOfCards: boolean;
  readonly isOfRuns: boolean;
  readonly racekey: string | undefined;
}

const concerns = ({ from, to, racekey }: StoredNote, places: readonly Place[]): boolean =>
  racekey === undefined
    ? places.some(({ racedate }) => racedate >= from && racedate <= to)
    : places.some((place) => meetingOf(place.racekey) === meetingOf(racekey));

/** A race key begins with the key of its meeting, whose record may have been requested by it. */
const MEETING = 6;
const meetingOf = (racekey: string): string => racekey.slice(0, MEETING);

interface Place {
  readonly racedate: string;
  readonly racekey: string;
}

const placeIn = ([racedate, racekey]: readonly DuckDBValue[]): Place => ({
  racedate: typeof racedate === 'string' ? racedate : '',
  racekey: typeof racekey === 'string' ? racekey : '',
});

/**
 * Where the horse has an entry, a result, or a row, of the days or meetings of the notes. Mostly these are of the days to
 * come: DuckDB then reads a small part of the tables.
 */
async function placesOf(
  connection: Connection,
  horse_id: string,
  notes: readonly StoredNote[],
): Promise<Place[]> {
  const meetings = notes.flatMap(({ racekey }) => (racekey === undefined ? [] : literal(meetingOf(racekey))));
  const ofDays = notes.filter(({ racekey }) => racekey === undefined);
  const first = ofDays.map(({ from }) => from).toSorted()[0];
  const last = ofDays
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  // A record without a day counts as one of all days.
  const conditions = [
    ...(first === undefined || last === undefined
      ? []
      : [first === FIRST ? 'true' : `racedate between ${literal(first)} and ${literal(last)}`]),
    ...(meetings.length === 0 ? [] : [`racekey[:${MEETING}] in (${meetings.join(', ')})`]),
  ];
  const tables = [...(['entry', 'result'] as const).flatMap(tablesOfDay), 'subject_runs'];
  const read = await connection.runAndReadAll(
    tables
      .map(
        (table) =>
          `select racedate, racekey from ${table} where horse_id = ? and (${conditions.join(' or ')})`,
      )
      .join(' union all '),
    tables.map(() => horse_id),
  );
  return read.getRows().map(placeIn);
}

interface CardPlaces {
  readonly cards: readonly Place[];
  /** The runs that the cards name. */
  readonly named: readonly Place[];
  /** Whether a row was computed from a card that is stored no more. */
  readonly areGone: boolean;
}

async function cardPlacesOf(connection: Connection, horse_id: string): Promise<CardPlaces> {
  const fields = RUNS_BACK.flatMap((back) => [`${prefixOf(back)}racedate`, `${prefixOf(back)}racekey`]);
  const cards = await connection.runAndReadAll(
    CARD_TABLES.map(
      (code) => `select ${ID}, racedate, racekey, ${fields.join(', ')} from ${code} where horse_id = ?`,
    ).join(' union all '),
    CARD_TABLES.map(() => horse_id),
  );
  const rows = await connection.runAndReadAll(
    `select ${CARD_RECORDS.join(', ')} from subject_runs where horse_id = ?`,
    [horse_id],
  );
  const stored = new Set(cards.getRows().map(([id]) => id));
  return {
    cards: cards.getRows().map(([, ...cells]) => placeIn(cells)),
    named: cards
      .getRows()
      .flatMap(([, , , ...cells]) => RUNS_BACK.map((_, at) => placeIn(cells.slice(2 * at, 2 * at + 2)))),
    areGone: rows.getRows().some((ids) => ids.some((id) => id !== null && !stored.has(id))),
  };
}
