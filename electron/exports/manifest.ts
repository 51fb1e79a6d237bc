// The manifest beside an exported file: the query, and whether the file has all of its records.

import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import type { FileRequest } from '#shared/bridge/exports.ts';
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
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

export const manifestPathOf = (path: string): string => `${path}.manifest.json`;

/** Columns that the result does not have: they are written empty, so that the layout stays the same. */
function absentFrom(summary: Summary, columns: readonly string[]): readonly string[] {
  const there = new Set(summary.columns.map(({ name }) => name));
  return columns.filter((name) => !there.has(name));
}

/** Only text formats that spreadsheets open are ever changed. */
const isNeutralized = ({ format, neutralize }: FileRequest): boolean =>
  neutralize === true && FORMAT_TRAITS[format].isForSpreadsheets;

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
    },
    layout: request.layout ?? null,
    columns: request.columns,
    empty_columns: absentFrom(summary, request.columns),
    format: {
      kind: request.format,
      header: request.header,
      values: request.values,
      byte_order_mark: request.byteOrderMark === true,
      formulas_neutralized: isNeutralized(request),
      language: request.language,
    },
    windows: summary.windows,
    records: facts.records,
    bytes: facts.bytes,
    sha256: facts.sha256,
    complete: summary.complete,
    reasons: summary.reasons,
    set_aside: summary.setAside,
    drift: summary.drift,
    repeated: summary.repeated,
    provisional: summary.provisional,
    formula_like_cells: facts.formulas,
    formula_like_columns: facts.formulaColumns,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
