// What a run of the lab came to, by the app's promise: the set of the service, or a word that it is not.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { same, writtenOf } from './compare.ts';
import { faultOf } from './faults.ts';
import type { Outcome } from './outcome.ts';
import type { Question, Scenario } from './scenario.ts';

export type Verdict =
  | { readonly kind: 'equal' }
  /** Not all, or not surely all, and it says why; or a coded error. */
  | { readonly kind: 'said'; readonly why: readonly string[] }
  /** All records, some with values or columns that are not as the catalogue says, and it says so. */
  | { readonly kind: 'drifted' }
  /** Other than the service's, and nothing that the service has could have told. */
  | { readonly kind: 'unknowable'; readonly of: TableCode }
  | { readonly kind: 'violation'; readonly what: string };

export function judge(
  scenario: Scenario,
  { table }: Pick<Question, 'table'>,
  outcome: Outcome,
  oracle: readonly WireRecord[],
): Verdict {
  if (outcome.kind === 'failed') return judgeError(outcome.error);
  const { reasons, written, drift, lacksColumns } = outcome;
  if (reasons.length > 0) return { kind: 'said', why: [...new Set(reasons)] };
  const wanted = writtenOf(TABLES[table], oracle);
  if (same(written.rows, wanted.rows)) return { kind: 'equal' };
  // A key itself may be what drifted.
  const isWhole = written.rows.length === wanted.rows.length;
  if (isWhole && (drift > 0 || (lacksColumns && same(written.keys, wanted.keys)))) return { kind: 'drifted' };
  if (isUnknowable(scenario, table)) return { kind: 'unknowable', of: table };
  const what = `complete with ${written.rows.length} records of ${wanted.rows.length}, ${drift} drifting`;
  return { kind: 'violation', what };
}

function judgeError(error: unknown): Verdict {
  if (!(error instanceof RailbirdError)) return { kind: 'violation', what: `threw ${String(error)}` };
  if (error.code === 'INTERNAL') return { kind: 'violation', what: 'an internal error' };
  return { kind: 'said', why: [error.code] };
}

/** Whether a runner without works or past runs has a record of them, the interface does not say. */
const WITHOUT_A_COUNT: ReadonlySet<TableCode> = new Set<TableCode>(['t_ch', 't_ze', 't_zk', 'd_zk']);

export const isSilent = ({ troubles }: Scenario): boolean =>
  troubles.some(({ fault }) => faultOf(fault).onlyKnownBy !== undefined);

/** Only of faults that leave no trace in the answer, where nothing that the service has could tell. */
function isUnknowable(scenario: Scenario, table: TableCode): boolean {
  return isSilent(scenario) && WITHOUT_A_COUNT.has(table);
}
