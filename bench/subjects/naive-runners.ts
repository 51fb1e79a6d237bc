// Which runner a record is of, in plain loops for the naive subjects.

import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { isStated, text, twoDigits } from './naive-payoffs.ts';

/** The records of each table, as the service answered them. */
export type Answers = { readonly [code in TableCode]?: readonly WireRecord[] };

export type Parts = { [record in DayRecord]?: WireRecord };

export const raceOf = (record: WireRecord): string =>
  `${text(record, 'racedate')} ${text(record, 'racekey')}`;

/** Null until there is one. */
function numberOf(record: WireRecord): string | null {
  const padded = twoDigits(text(record, 'horse_number'));
  return isStated(padded) ? padded : null;
}

export const RUNNER_RECORDS = ['entry', 'prerace', 'training', 'result'] as const;

/** The runner that each record is of: by its number, by that of its horse in another record of the race, by its horse. */
function runnersOfRecords(answers: Answers): ReadonlyMap<WireRecord, string> {
  const known = keptRunners.get(answers);
  if (known) return known;
  const records = RUNNER_RECORDS.flatMap(tablesOfDay).flatMap((code) => answers[code] ?? []);
  const horseOf = (record: WireRecord): string => `${raceOf(record)} ${text(record, 'horse_id')}`;
  const numbers = new Map<string, string>();
  for (const record of records) {
    const [horse, number] = [horseOf(record), numberOf(record)];
    const other = numbers.get(horse);
    if (number !== null && (other === undefined || number < other)) numbers.set(horse, number);
  }
  const runners = new Map<WireRecord, string>();
  for (const [at, record] of records.entries()) {
    const horse = text(record, 'horse_id');
    const unnumbered = isStated(horse) ? (numbers.get(horseOf(record)) ?? `horse-${horse}`) : `record-${at}`;
    runners.set(record, `${raceOf(record)} ${numberOf(record) ?? unnumbered}`);
  }
  keptRunners.set(answers, runners);
  return runners;
}

const keptRunners = new WeakMap<Answers, ReadonlyMap<WireRecord, string>>();

/** With its race. */
export const runnerOf = (answers: Answers, record: WireRecord): string =>
  runnersOfRecords(answers).get(record) ?? '';

/** What identifies a runner, and its number: as it was delivered in some record until there is one. */
export function numbersOf(key: string, parts: Parts): { number: string | null; horse_number: string | null } {
  const [, , runner = ''] = key.split(' ');
  if (!/^(?:horse|record)-/.test(runner)) return { number: runner, horse_number: runner };
  const delivered = RUNNER_RECORDS.map((record) => text(parts[record], 'horse_number'));
  return {
    number: null,
    horse_number:
      delivered
        .filter((each) => each !== null)
        .toSorted()
        .at(-1) ?? null,
  };
}

/** The pre-race record names who rides, unless it has no code; otherwise it is the jockey of the card. */
export function riderOf(
  { prerace, entry, previousNotes }: Parts,
  field: 'jockey_cd' | 'jockey_name',
): string | null {
  if (isStated(text(prerace, 'jockey_cd'))) return text(prerace, field);
  if (entry !== undefined) return text(entry, field);
  // What a later card says of the run: it has no names of jockeys.
  return field === 'jockey_cd' ? text(previousNotes, 'run jockey_cd') : null;
}

/** What the pre-race record states, otherwise the card, otherwise what a later card says of the run. */
export const carriedBy = ({ prerace, entry, previousNotes }: Parts): string | null => {
  const late = text(prerace, 'weight_to_carry');
  if (isStated(late)) return late;
  return entry === undefined ? text(previousNotes, 'run weight_to_carry') : text(entry, 'weight_to_carry');
};

export const identityOf = (racedate: string, racekey: string): Record<string, string | null> => ({
  racedate,
  racekey,
  racecourse_cd: racekey.slice(0, 2),
  race_number: racekey.slice(6),
});
