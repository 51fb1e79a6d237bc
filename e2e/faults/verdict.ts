// What a run of the lab came to, by the promise of issue and design: the set of the service, or a word that it is not.

import type { Summary } from '#shared/bridge/results.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { same, writtenOf, type Written } from './compare.ts';
import { faultOf } from './faults.ts';
import type { Question, Scenario } from './scenario.ts';

/** What the core gave: an open result, or the error that it ended with. */
export type Outcome =
  | { readonly kind: 'opened'; readonly summary: Summary; readonly written: Written }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Verdict =
  | { readonly kind: 'equal' }
  /** Not all, or not surely all, and it says why; or a coded error. */
  | { readonly kind: 'said'; readonly why: readonly string[] }
  /** All records, some with values or columns that are not as the catalogue says, and it says so. */
  | { readonly kind: 'drifted' }
  /** Other than the service's, and nothing that the client held could have told. */
  | { readonly kind: 'unknowable' }
  | { readonly kind: 'violation'; readonly what: string };

export function judge(
  scenario: Scenario,
  { table, filter }: Question,
  outcome: Outcome,
  oracle: readonly WireRecord[],
): Verdict {
  if (outcome.kind === 'failed') return judgeError(outcome.error);
  const { summary, written } = outcome;
  if (!summary.complete) {
    if (summary.reasons.length === 0)
      return { kind: 'violation', what: 'incomplete, and it does not say why' };
    return { kind: 'said', why: [...new Set(summary.reasons.map(({ reason }) => reason))] };
  }
  const wanted = writtenOf(TABLES[table], oracle);
  if (same(written.rows, wanted.rows)) return { kind: 'equal' };
  if (same(written.keys, wanted.keys) && (summary.drift > 0 || lacksColumns(summary, table))) {
    return { kind: 'drifted' };
  }
  if (isUnknowable(scenario, { table, filter })) return { kind: 'unknowable' };
  const what = `complete with ${written.rows.length} records of ${wanted.rows.length}, ${summary.setAside} set aside, ${summary.drift} drifting`;
  return { kind: 'violation', what };
}

/** A column that no record has is not shown: every field is optional by the specification (section 2). */
const lacksColumns = (summary: Summary, table: TableCode): boolean =>
  TABLES[table].columns.some(({ name }) => !summary.columns.some((column) => column.name === name));

function judgeError(error: unknown): Verdict {
  if (!(error instanceof RailbirdError)) return { kind: 'violation', what: `threw ${String(error)}` };
  if (error.code === 'INTERNAL') return { kind: 'violation', what: 'an internal error' };
  return { kind: 'said', why: [error.code] };
}

/** Tables of which the programme tells how many records there are. */
const COUNTED_BY_PROGRAMME: ReadonlySet<string> = new Set([
  'd_se', 'd_ky', 'd_zk', 'd_hj', 'd_ra', 't_se', 't_ky', 't_ze', 't_zk', 't_pd', 't_hj', 't_ra',
]); // prettier-ignore

/** Only of faults that leave no trace in the answer, where nothing is held that the answer could be held against. */
function isUnknowable({ troubles, programmeHeld }: Scenario, { table }: Question): boolean {
  const silent = troubles.map(({ fault }) => faultOf(fault).onlyKnownBy).filter((by) => by !== undefined);
  if (silent.length === 0) return false;
  return silent.includes('nothing') || !programmeHeld || !COUNTED_BY_PROGRAMME.has(table);
}
