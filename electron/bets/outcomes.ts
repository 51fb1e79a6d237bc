// The outcomes of the races of a bet list, by what the archive stores. Sends no requests.

import type { BetRace } from '#shared/betting/bet-line.ts';
import { outcomeOf, type OutcomeRunner, type RaceOutcome } from '#shared/betting/outcome.ts';
import type { FoundRace } from '#shared/betting/report.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { isStated, readNumber } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { didNotStart, isDecided } from '#shared/racing/runner-words.ts';
import type { Archive } from '../archive/archive.ts';
import { dayUnit, raceUnit, type CoverageUnit } from '../archive/coverage.ts';
import { quoted } from '../archive/filter-sql.ts';
import { chosenSql, horseNumberSql, ID, recordsSql } from '../archive/subjects/record-sql.ts';
import { textOf, type Row } from '../results/row.ts';

type Reader = Pick<Archive, 'rows' | 'coverage'>;

/** A list of values as one parameter. */
const IN_LIST = `in (select unnest(string_split(?, ' ')))`;

const PAYOFF_FIELDS = TABLES.d_hj.columns.map(({ name }) => name);

/** Finds the races of bets. `today`: in Tokyo, YYYYMMDD. Errors: ARCHIVE_FAILED. */
export async function findOutcomes(
  archive: Reader,
  races: readonly BetRace[],
  today: string,
): Promise<(race: BetRace) => FoundRace> {
  const racekeys = [...new Set(races.flatMap((race) => (race.by === 'key' ? race.racekeys : [])))];
  const days = [...new Set(races.flatMap(({ racedate }) => racedate ?? []))];
  const programs = await storedPrograms(archive, racekeys, days);
  const outcomes = await storedOutcomes(archive, racekeys, days, programs);
  const known = new Map(programs.map(({ racekey, racedate }) => [racekey, racedate]));
  const stored = await storedUnits(archive, racekeys, [...new Set([...days, ...known.values()])]);
  const byKey = Map.groupBy(outcomes, ({ racekey }) => racekey);
  const byDay = Map.groupBy(outcomes, ({ racedate }) => racedate);

  const open = (
    racekey: string | undefined,
    racedate: string | undefined,
    isOnProgram: boolean,
  ): FoundRace => {
    const isStored =
      (racedate !== undefined && stored.has(dayUnit(racedate))) ||
      (racekey !== undefined && stored.has(raceUnit(racekey)));
    const isElsewhere = racekey !== undefined && parseRacekey(racekey)?.elsewhere === true;
    const reason =
      racedate !== undefined && racedate >= today
        ? 'to_come'
        : isElsewhere || (isStored && !isOnProgram)
          ? 'no_such_race'
          : 'not_stored';
    return { is: 'open', reason, racekey, racedate };
  };

  return (race) => {
    if (race.by === 'day') {
      const { racedate, racecourse_cd, raceNumber } = race;
      const number = String(raceNumber).padStart(2, '0');
      const isIt = (each: { readonly racekey: string }): boolean =>
        each.racekey.startsWith(racecourse_cd) && each.racekey.slice(6) === number;
      const found = (byDay.get(racedate) ?? []).find(isIt);
      if (found !== undefined) return { is: 'found', outcome: found };
      const program = programs.find((each) => each.racedate === racedate && isIt(each));
      return open(program?.racekey, racedate, program !== undefined);
    }
    const [spelled] = race.racekeys;
    const all = race.racekeys.flatMap((racekey) => byKey.get(racekey) ?? []);
    const found = all.filter(({ racedate }) => race.racedate === undefined || racedate === race.racedate);
    const decided = found.filter(({ state }) => state !== 'unsettled');
    // A race that was moved has a record for each day, of which one has payoffs.
    const [outcome, other] = decided.length > 0 ? decided : found;
    if (other !== undefined) return { is: 'open', reason: 'two_days', racekey: spelled };
    if (outcome !== undefined) return { is: 'found', outcome };
    const day = race.racedate ?? known.get(spelled ?? '');
    const isOnProgram = programs.some(({ racekey, racedate }) => racekey === spelled && racedate === day);
    return open(spelled, day, isOnProgram);
  };
}

/** The races of the keys and days with a payoff record. */
async function storedOutcomes(
  archive: Reader,
  racekeys: readonly string[],
  days: readonly string[],
  programs: readonly StoredProgram[],
): Promise<readonly RaceOutcome[]> {
  if (racekeys.length === 0 && days.length === 0) return [];
  const where = `(racekey ${IN_LIST} or racedate ${IN_LIST})`;
  const values = [racekeys.join(' '), days.join(' ')];
  const rows = await archive.rows(
    `select ${PAYOFF_FIELDS.map((field) => `records.${quoted(field)}`).join(', ')}
       from ${chosenSql('payoff', ['racedate', 'racekey'], where)} chosen
       join ${recordsSql('payoff', PAYOFF_FIELDS, where)} records on records.${ID} = chosen.id`,
    [...values, ...values, ...values, ...values],
  );
  const records = rows.map((cells) =>
    Object.fromEntries(PAYOFF_FIELDS.map((field, at) => [field, textOf(cells[at])])),
  );
  const runners = await runnersOf(archive, records);
  const starters = new Map(programs.map((each) => [keyOf(each.racedate, each.racekey), each.starters]));
  return records.map((record) => {
    const key = keyOf(record['racedate'], record['racekey']);
    return outcomeOf(record, runners.get(key), starters.get(key));
  });
}

const keyOf = (racedate: unknown, racekey: unknown): string => `${textOf(racedate)} ${textOf(racekey)}`;

interface KnownRunner {
  bracket?: number | undefined;
  hasStarted?: boolean | undefined;
}

/** The runners of each race whose stored records name every horse from number 1 on. */
async function runnersOf(
  archive: Reader,
  records: readonly Row[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, OutcomeRunner>>> {
  const races = new Map<string, Map<number, KnownRunner>>();
  const racekeys = records.map((record) => record['racekey'] ?? '').join(' ');
  const read = async (
    record: 'entry' | 'result',
    fields: readonly string[],
    add: (runner: KnownRunner, row: Row) => void,
  ): Promise<void> => {
    const all = ['racedate', 'racekey', 'horse_number', ...fields];
    const rows = await archive.rows(
      `select racedate, racekey, ${horseNumberSql('horse_number')}, ${fields.join(', ')}
         from ${recordsSql(record, [...all, '__fetched_at'], `racekey ${IN_LIST}`)} order by __fetched_at`,
      [racekeys, racekeys],
    );
    for (const cells of rows) {
      const row = Object.fromEntries(all.map((field, at) => [field, textOf(cells[at])]));
      const number = readNumber(row['horse_number']);
      // A card from before the draw says nothing of the numbers.
      if (number === undefined || number === 0) continue;
      const key = keyOf(row['racedate'], row['racekey']);
      const runners = races.get(key) ?? new Map<number, KnownRunner>();
      races.set(key, runners);
      const runner = runners.get(number) ?? {};
      runners.set(number, runner);
      add(runner, row);
    }
  };
  if (records.length > 0) {
    await read('entry', ['bracket_number'], (runner, row) => {
      if (isStated(row['bracket_number'])) runner.bracket = readNumber(row['bracket_number']);
    });
    await read('result', ['order_of_finish', 'trouble_classification'], (runner, row) => {
      if (isDecided(row)) runner.hasStarted = !didNotStart(row);
    });
  }
  return new Map([...races].filter(([, runners]) => isWhole(runners)));
}

/** Horses are numbered from 1 without gaps: a gap is a record that is not stored. */
const isWhole = (runners: ReadonlyMap<number, KnownRunner>): boolean =>
  Math.max(...runners.keys()) === runners.size && runners.has(1);

interface StoredProgram {
  readonly racekey: string;
  readonly racedate: string;
  readonly starters: number | undefined;
}

/** The races of the keys and days whose program is stored. */
async function storedPrograms(
  archive: Reader,
  racekeys: readonly string[],
  days: readonly string[],
): Promise<readonly StoredProgram[]> {
  if (racekeys.length === 0 && days.length === 0) return [];
  const where = `(racekey ${IN_LIST} or racedate ${IN_LIST})`;
  const values = [racekeys.join(' '), days.join(' ')];
  const rows = await archive.rows(
    `select racekey, racedate, max(try_cast(headcount as integer))
       from ${recordsSql('race', ['racekey', 'racedate', 'headcount'], where)} group by racekey, racedate order by racedate`,
    [...values, ...values],
  );
  return rows.map(([racekey, racedate, headcount]) => ({
    racekey: textOf(racekey) ?? '',
    racedate: textOf(racedate) ?? '',
    starters: typeof headcount === 'number' ? headcount : undefined,
  }));
}

/** The days and races whose payoffs were fetched without a sign that some are missing. */
async function storedUnits(
  archive: Reader,
  racekeys: readonly string[],
  days: readonly string[],
): Promise<ReadonlySet<CoverageUnit>> {
  const units = [...days.map(dayUnit), ...racekeys.map(raceUnit)];
  if (units.length === 0) return new Set();
  const tables = await Promise.all(tablesOfDay('payoff').map((code) => archive.coverage(code, units)));
  return new Set(
    tables.flatMap((table) =>
      [...table.values()].filter(({ reasons }) => reasons.length === 0).map(({ unit }) => unit),
    ),
  );
}
