// Short texts about a runner: sex and age, finish, corners, why it did not run. Pure.

import { gapAt, isBlank, isSet, isStated } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import { withdrawnIn } from '#shared/catalogue/digit-runs.ts';
import type { Language, Text } from '#shared/text.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';

/** A coded field as text; the raw code if it is unknown, undefined if it is blank. */
export function wordOf(
  table: TableCode,
  record: RecordValues,
  field: string,
  language: Language,
): string | undefined {
  const raw = record[field];
  if (raw === null || raw === undefined || isBlank(raw)) return undefined;
  const column = columnOf(table, field);
  return (column && decode(column, raw, language)) ?? raw.trim();
}

/** "牡4", "M4"; unknown parts are omitted. */
export function sexAndAge(record: RecordValues, language: Language): string | undefined {
  const sex = wordOf('t_ky', record, 'sex_cd', language);
  const age = numberIn(record, 'horse_age');
  const text = `${language === 'ja' ? (sex ?? '') : (sex?.charAt(0) ?? '')}${age ?? ''}`;
  return text === '' ? undefined : text;
}

/** The sign of an apprentice: ☆ △ ▲ ★ ◇; a code without a sign is unchanged. */
export function apprenticeSign(record: RecordValues): string | undefined {
  const raw = record['apprentice_class'];
  if (raw === null || raw === undefined || !isStated(raw)) return undefined;
  const column = columnOf('t_ky', 'apprentice_class');
  return (column && glyphOf(column, raw)) ?? raw.trim();
}

export interface Finish {
  /** Undefined if the horse was not placed. */
  readonly place: number | undefined;
  /** Why there is no ordinary finish, as text: stopped, scratched, disqualified. */
  readonly irregular: string | undefined;
}

/** `prefix`: of the fields of a past run. */
export function finishOf(record: RecordValues, language: Language, prefix = ''): Finish {
  const place = numberIn(record, `${prefix}order_of_finish`);
  const code = record[`${prefix}trouble_classification`];
  const column = columnOf('t_se', 'trouble_classification');
  const irregular =
    code != null && isStated(code) && column ? (decode(column, code, language) ?? code.trim()) : undefined;
  return { place: place === undefined || place === 0 ? undefined : place, irregular };
}

/** Why a horse has no ordinary finish, in a cell of a few letters: no two codes share a word. */
const SHORT_FINISH: Readonly<Record<string, Text>> = {
  '1': { en: 'Scr', ja: '取' },
  '2': { en: 'Exc', ja: '除' },
  '3': { en: 'DNF', ja: '中' },
  '4': { en: 'DSQ', ja: '失' },
  '5': { en: 'Dem', ja: '降' },
  '6': { en: 'Rem', ja: '再' },
};

/** "3", "DNF": the place, or why there is none; undefined if nothing is known. `prefix`: of the fields of a past run. */
export function finishInShort(record: RecordValues, language: Language, prefix = ''): string | undefined {
  const { place, irregular } = finishOf(record, language, prefix);
  if (place !== undefined) return String(place);
  const code = numberIn(record, `${prefix}trouble_classification`);
  return SHORT_FINISH[String(code)]?.[language] ?? irregular;
}

/** "3-3-2-1": the corners that were run. */
export function cornersOf(record: RecordValues, prefix = ''): string | undefined {
  const orders = [1, 2, 3, 4].flatMap((corner) => {
    const order = numberIn(record, `${prefix}corner${corner}_order`);
    return order === undefined || order === 0 ? [] : [order];
  });
  return orders.length === 0 ? undefined : orders.join('-');
}

/** The gap to the winner in tenths of a second; of the winner, to the second, negative. `prefix`: of the fields of a past run. */
export function gapOf(record: RecordValues, prefix = ''): string | null {
  const raw = record[`${prefix}time_deff`]?.trim() || null;
  return raw === null ? null : gapAt(raw, record[`${prefix}order_of_finish`]);
}

const NO_START: ReadonlySet<number | undefined> = new Set([1, 2]);

/** Whether the horse was scratched before the start or excluded at it. A horse with a place did take part. */
export const didNotStart = (record: RecordValues): boolean =>
  NO_START.has(numberIn(record, 'trouble_classification')) &&
  !((numberIn(record, 'order_of_finish') ?? 0) > 0);

/** A label without its final parentheses, for narrow cells: "Stopped (did not finish)" becomes "Stopped". */
export function briefly(label: string): string {
  const bracket = label.search(/[（(]/);
  return bracket < 0 ? label : label.slice(0, bracket).trimEnd();
}

const WITHDRAWN: Text = { en: 'Withdrawn', ja: '取消' };

/** The records of a race from several tables; a table that was not read has none. */
export interface RaceRecords {
  readonly race: RecordValues | undefined;
  readonly card: readonly RecordValues[];
  readonly prerace: readonly RecordValues[];
  readonly results: readonly RecordValues[];
  /** Whether `results` are complete: a horse without a record in them has none at the service either. */
  readonly areResultsWhole?: boolean;
}

/**
 * Why horses do not run, as text by horse number. The result decides: it has the reason, and a horse that took part
 * was not withdrawn, whatever flag another record has.
 */
export function withdrawals(records: RaceRecords, language: Language): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const horse of withdrawnIn(records.race?.['cancel_horse'] ?? ''))
    found.set(horse, WITHDRAWN[language]);
  for (const record of [...records.card, ...records.prerace]) {
    const horse = runnerNumber(record);
    if (horse !== undefined && isSet(record['withdrawn_flag'])) found.set(horse, WITHDRAWN[language]);
  }
  for (const record of records.results) {
    const horse = runnerNumber(record);
    if (horse === undefined) continue;
    if (didNotStart(record))
      found.set(horse, briefly(finishOf(record, language).irregular ?? WITHDRAWN[language]));
    else if (isDecided(record)) found.delete(horse);
  }
  return found;
}

/** Why one runner does not run, whose records these are: it may have no number yet. */
export function withdrawalOf(records: RaceRecords, language: Language): string | undefined {
  const { race, card, prerace, results } = records;
  const [number] = [...card, ...prerace, ...results].flatMap((record) => runnerNumber(record) ?? []);
  const own = number ?? 1;
  const numbered = (each: readonly RecordValues[]): readonly RecordValues[] =>
    each.map((record) => ({ ...record, horse_number: String(own) }));
  return withdrawals(
    {
      race: number === undefined ? undefined : race,
      card: numbered(card),
      prerace: numbered(prerace),
      results: numbered(results),
    },
    language,
  ).get(own);
}

/**
 * Whether a result record has an outcome of its horse: before the race it may exist without a finish. That the horse was
 * scratched is one too, and says nothing about the race.
 */
export const isDecided = (record: RecordValues): boolean =>
  (numberIn(record, 'order_of_finish') ?? 0) > 0 || isStated(record['trouble_classification']);

/** Whether a result record shows that its horse started, so that the race was run. */
export const tookPart = (record: RecordValues): boolean => isDecided(record) && !didNotStart(record);

/** The distinct labels of several coded fields without blanks, such as gear or leg notes. */
export function labelsOf(
  table: TableCode,
  record: RecordValues,
  fields: readonly string[],
  language: Language,
): readonly string[] {
  const labels = fields.flatMap((field) =>
    isStated(record[field]) ? (wordOf(table, record, field, language) ?? []) : [],
  );
  return [...new Set(labels)];
}
