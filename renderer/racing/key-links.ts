// The cells that are links: a race key to its race, the name of a horse, a person or a sire to its page.

import type { Column } from '#shared/catalogue/column.ts';
import { personFields, personNamed, type Person } from '#shared/racing/person.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import type { RaceTab } from '../features/race/race-tabs.ts';
import type { Route } from '../app/screens.tsx';
import type { RowSource } from '../grid/data/row-source.ts';

/** Columns that the links of these columns need, race and horse first. */
export const linkKeys = (columns: readonly Pick<Column, 'name'>[]): readonly string[] => [
  ...new Set([
    'racekey',
    'horse_number',
    'horse_id',
    ...columns.flatMap(({ name }) => [...personFields(name), ...numberBeside(name)]),
  ]),
];

/** The column with the number that the horse had in the earlier run whose race a column names. */
const numberBeside = (name: string): string[] =>
  name.endsWith('_racekey') ? [name.replace(/racekey$/, 'horse_number')] : [];

const HORSE_ID = /^[0-9A-Za-z]{12}$/;

/** A record with the number of a horse in the race that a link leads to. */
interface OfRunner {
  readonly horse_number?: string | null | undefined;
}

/** Undefined also for local and overseas races, which the service never has. `record`: the runner that is selected. */
export const racePlace = (
  racekey: string | null | undefined,
  tab: RaceTab,
  record: OfRunner = {},
): Route | undefined =>
  racekey != null && parseRacekey(racekey)?.elsewhere === false
    ? { screen: 'race', racekey, tab, ...runnerIn({ horse_number: record.horse_number ?? null }) }
    : undefined;

/** The race of a row, with its runner selected if it is of one; its source has the columns of `linkKeys`. */
export const rowRace = (source: Pick<RowSource, 'cell'>, row: number, tab: RaceTab): Route | undefined =>
  racePlace(source.cell(row, 'racekey'), tab, { horse_number: source.cell(row, 'horse_number') });

export const horsePlace = (horse_id: string | null | undefined): Route | undefined =>
  horse_id != null && HORSE_ID.test(horse_id) ? { screen: 'horse', horse_id } : undefined;

/** The page of a person or sire. */
export const personPlace = (person: Person | undefined): Route | undefined =>
  person === undefined ? undefined : { screen: 'person', ...person };

/** The identifier column of the horse that a name column names. */
const HORSE_OF: { readonly [column: string]: string | undefined } = { horse_name: 'horse_id' };

/** The link of a cell that names a horse, a person or a sire. */
export function nameLink(
  source: Pick<RowSource, 'cell'>,
  { name }: Pick<Column, 'name'>,
  row: number,
): Route | undefined {
  const horse = HORSE_OF[name] ?? (name.endsWith('horse_id') ? name : undefined);
  if (horse !== undefined) return horsePlace(source.cell(row, horse));
  return personPlace(personNamed(name, (field) => source.cell(row, field)));
}

/** The link of a cell; its source has the columns of `linkKeys`. Race keys of previous runs lead to the result of those races. */
export function keyLink(source: RowSource, column: Column, row: number, tab: RaceTab): Route | undefined {
  const { name } = column;
  if (name === 'racekey') return rowRace(source, row, tab);
  if (/racekey\d?$/.test(name)) {
    const [number] = numberBeside(name);
    const runner = number === undefined ? undefined : source.cell(row, number);
    return racePlace(source.cell(row, name), 'result', { horse_number: runner });
  }
  return nameLink(source, column, row);
}
