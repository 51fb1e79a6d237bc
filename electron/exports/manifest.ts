// The manifest beside an exported file: the query, and whether the file has all of its records.

import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { FORM_TRAITS } from '#shared/bridge/export-forms.ts';
import type { FileRequest } from '#shared/bridge/exports.ts';
import type { Encoding } from '#shared/bridge/export-style.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';

export interface ManifestFacts {
  readonly source: ResultSource;
  readonly request: FileRequest;
  readonly summary: Summary;
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly formulas: number;
  readonly formulaColumns: readonly string[];
  readonly unreadable: number;
  readonly unreadableColumns: readonly string[];
  readonly replaced: number;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

export const manifestPathOf = (path: string): string => `${path}.manifest.json`;

/** Columns that the result does not have: they are written empty, so that the layout stays the same. */
export function absentFrom(
  result: { readonly columns: readonly { readonly name: string }[] },
  columns: readonly string[],
): readonly string[] {
  const there = new Set(result.columns.map(({ name }) => name));
  return columns.filter((name) => !there.has(name));
}

/** Only text formats that spreadsheets open are ever changed. */
const isNeutralized = ({ format, neutralize }: FileRequest): boolean =>
  neutralize === true && FORMAT_TRAITS[format].isForSpreadsheets;

/** Formats that spreadsheets do not open as text have no choice of encoding; null for those that are not text. */
function encodingOf({ format, encoding = 'utf-8' }: FileRequest): Encoding | null {
  const { isForSpreadsheets, isBinary } = FORMAT_TRAITS[format];
  if (isBinary) return null;
  return isForSpreadsheets ? encoding : 'utf-8';
}

const namesOf = ({ composed, columns }: FileRequest): readonly string[] =>
  composed?.columns.map(({ name }) => name) ?? columns;

/** JSON text; keys are stable, since scripts read it. */
export function manifestText(facts: ManifestFacts): string {
  const { request, summary } = facts;
  const manifest = {
    file: facts.file,
    written_at: new Date(facts.writtenAt).toISOString(),
    fetched_at: summary.fetchedAt === undefined ? null : new Date(summary.fetchedAt).toISOString(),
    query: {
      source: facts.source,
      sort: request.sort ?? [],
      filters: request.filters ?? [],
      quick_search: request.quick ?? null,
      groups: request.groups ?? null,
    },
    layout: request.layout ?? null,
    columns: namesOf(request),
    empty_columns: request.composed === undefined ? absentFrom(summary, request.columns) : [],
    format: {
      kind: request.format,
      header: request.header,
      form: request.form,
      labels: request.labels === true && FORM_TRAITS[request.form].takesLabels,
      composed_on_screen: request.composed !== undefined,
      total_row: request.groups !== undefined && request.form === 'shown',
      encoding: encodingOf(request),
      byte_order_mark: encodingOf(request) === 'utf-8-bom',
      formulas_neutralized: isNeutralized(request),
      language: request.language,
      names: request.names ?? 'kana',
    },
    windows: summary.windows,
    records: facts.records,
    bytes: facts.bytes,
    sha256: facts.sha256,
    complete: summary.complete,
    reasons: summary.reasons,
    quarantined: summary.quarantined,
    drift: summary.drift,
    repeated: summary.repeated,
    provisional: summary.provisional,
    formula_like_cells: facts.formulas,
    formula_like_columns: facts.formulaColumns,
    unreadable_cells: facts.unreadable,
    unreadable_columns: facts.unreadableColumns,
    replaced_characters: facts.replaced,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
