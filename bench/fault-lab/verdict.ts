// Judges the outcome of a run by the app's promise: the service's exact records, or a report of what differs, by day.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { same, writtenOf, type Written } from './compare.ts';
import type { Fault } from './delivery.ts';
import { faultOf } from './faults.ts';
import type { Outcome, Reason } from './outcome.ts';
import type { Question, Scenario } from './scenario.ts';
import type { World } from './world.ts';

export type Verdict =
  | { readonly kind: 'equal' }
  /** Everything, with a report that it may not be. */
  | { readonly kind: 'doubted'; readonly why: readonly string[] }
  /** Not everything, or not surely, with the reason; or a coded error. */
  | { readonly kind: 'reported'; readonly why: readonly string[] }
  /** All records, some with values or columns that differ from the catalogue, with a report of that. */
  | { readonly kind: 'drifted' }
  /** Different from the service's, and nothing that the service has could have revealed it. */
  | { readonly kind: 'unknowable'; readonly of: TableCode }
  | { readonly kind: 'violation'; readonly what: string };

export function judge(
  scenario: Pick<Scenario, 'troubles' | 'readings' | 'cancelAfter'>,
  { table }: Pick<Question, 'table'>,
  outcome: Outcome,
  truth: readonly WireRecord[],
  world: Pick<World, 'dayOf'>,
): Verdict {
  const faults = faultsOf(scenario);
  if (outcome.kind === 'failed') return judgeError(outcome.error, faults);
  const { reasons, written, drift, lacksColumns } = outcome;
  const wanted = writtenOf(TABLES[table], truth);
  const why = [...new Set(reasons.map(({ reason }) => reason))];
  if (same(written.rows, wanted.rows)) {
    if (reasons.length === 0) return { kind: 'equal' };
    return isCalm(faults, 'mustBeComplete')
      ? { kind: 'violation', what: `all ${written.rows.length} records, called incomplete: ${why.join()}` }
      : { kind: 'doubted', why };
  }
  const missing = missingOf(written, wanted);
  if (isUnknowable(faults, table, missing, written)) return { kind: 'unknowable', of: table };
  const counted = `${written.rows.length} records of ${wanted.rows.length}`;
  if (reasons.length > 0) {
    const raced = new Set(wanted.days.values());
    const unnamed = [...missing.keys()].filter((day) => !isNamed(day, reasons, world, { missing, raced }));
    if (unnamed.length === 0) return { kind: 'reported', why };
    const reported = reasons.map(({ reason, where }) => `${reason} ${where}`).join(', ');
    return {
      kind: 'violation',
      what: `${counted}, ${unnamed.join()} not named; reported: ${reported.slice(0, 400)}`,
    };
  }
  // A key itself may have drifted, and the form of a value is the service's choice.
  const isWhole = written.rows.length === wanted.rows.length;
  const isOtherwise =
    faults.some(({ layer, onlyKnownBy }) => layer === 'types' || onlyKnownBy === 'nothing') &&
    same(written.keys, wanted.keys);
  if (isWhole && (drift > 0 || isOtherwise || (lacksColumns && same(written.keys, wanted.keys))))
    return { kind: 'drifted' };
  return { kind: 'violation', what: `complete with ${counted}, ${drift} drifting` };
}

function judgeError(error: unknown, faults: readonly Fault[]): Verdict {
  if (!(error instanceof RailbirdError)) return { kind: 'violation', what: `threw ${String(error)}` };
  if (error.code === 'INTERNAL') return { kind: 'violation', what: 'an internal error' };
  if (error.code !== 'CANCELLED' && isCalm(faults, 'mustDeliver'))
    return { kind: 'violation', what: `an error instead of the records: ${error.code}` };
  return { kind: 'reported', why: [error.code] };
}

export const faultsOf = ({
  troubles,
  readings,
}: Pick<Scenario, 'troubles' | 'readings'>): readonly Fault[] => [
  ...readings.map(faultOf),
  ...troubles.map(({ fault }) => faultOf(fault)),
];

/** Whether every fault is of the kind, so that none of them excuses another. */
export const isCalm = (
  faults: readonly Fault[],
  kind: 'isWhole' | 'mustDeliver' | 'mustBeComplete',
): boolean => faults.length > 0 && faults.every((fault) => fault[kind] === true);

/** The number of missing records by day. */
function missingOf(written: Written, wanted: Written): ReadonlyMap<string, number> {
  const there = new Map<string, number>();
  for (const key of written.keys) there.set(key, (there.get(key) ?? 0) + 1);
  const missing = new Map<string, number>();
  for (const key of wanted.keys) {
    const left = there.get(key) ?? 0;
    there.set(key, left - 1);
    const day = wanted.days.get(key) ?? '';
    if (left <= 0) missing.set(day, (missing.get(day) ?? 0) + 1);
  }
  return missing;
}

/**
 * Covered by the day itself, a race or a meeting of it, or a period that failed completely or whose answer was for
 * another query.
 */
function isNamed(
  day: string,
  reasons: readonly Reason[],
  { dayOf }: Pick<World, 'dayOf'>,
  { missing, raced }: { readonly missing: ReadonlyMap<string, number>; readonly raced: ReadonlySet<string> },
): boolean {
  return reasons.some(({ reason, where }) => {
    // A race key has as many digits as a date.
    if (where === day || dayOf(where) === day || day === '') return true;
    const [from = '', to = ''] = where.split('-');
    if (!/^\d{8}-\d{8}$/.test(where) || day < from || day > to) return false;
    // For a period that could not be fetched, every day is reported.
    if (reason === 'other_question' || reason === 'not_fetched') return true;
    return [...raced].every((each) => each < from || each > to || missing.has(each));
  });
}

/** The specification does not state whether a runner without works or past runs has a record of them. */
const WITHOUT_A_COUNT: ReadonlySet<TableCode> = new Set<TableCode>(['t_ch', 't_ze', 't_zk', 'd_zk']);

/** Whether nothing could have revealed that a stored record is wrong. */
export const isSilent = (scenario: Pick<Scenario, 'troubles' | 'readings' | 'questions'>): boolean =>
  faultsOf(scenario).some(
    ({ onlyKnownBy, mayReplaceOthers }) =>
      onlyKnownBy !== undefined ||
      (mayReplaceOthers === true && scenario.questions.some(({ table }) => WITHOUT_A_COUNT.has(table))),
  );

/** Only for faults without a trace in the answer that nothing at the service could reveal: never for whole days. */
function isUnknowable(
  faults: readonly Fault[],
  table: TableCode,
  missing: ReadonlyMap<string, number>,
  written: Written,
): boolean {
  const isQuiet = ({ onlyKnownBy, mayReplaceOthers }: Fault) =>
    onlyKnownBy !== undefined || mayReplaceOthers === true;
  if (!faults.some(isQuiet) || !WITHOUT_A_COUNT.has(table)) return false;
  const there = new Set(written.days.values());
  return [...missing.keys()].every((day) => there.has(day));
}
