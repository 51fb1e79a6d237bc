// The formats of exported files. To add one: a row here, and its writer in electron/exports/file-formats.ts.

import type { Text } from '../text.ts';

export interface FormatTraits {
  /** Extension of the file name, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Whether the file has a header; JSON records use the field names. */
  readonly hasHeader: boolean;
  /** Whether it is text that spreadsheets open: its encoding matters, and cells may be read as formulas. */
  readonly isForSpreadsheets: boolean;
  /** A terminal cannot show it. */
  readonly isBinary: boolean;
  /** The most records that a file can have; absent if there is no limit. */
  readonly mostRecords?: number;
  readonly label: Text;
}

const text = { hasHeader: false, isForSpreadsheets: false, isBinary: false };
const sheet = { hasHeader: true, isForSpreadsheets: true, isBinary: false };

const FORMATS = {
  csv: {
    ...sheet,
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    label: { en: 'CSV, for spreadsheets and most programs', ja: 'CSV（表計算など）' },
  },
  tsv: {
    ...sheet,
    extension: 'tsv',
    mediaType: 'text/tab-separated-values; charset=utf-8',
    label: { en: 'TSV, the same with tabs', ja: 'TSV（タブ区切り）' },
  },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    hasHeader: true,
    // Its cells are typed, so no text in them is ever read as a formula.
    isForSpreadsheets: false,
    isBinary: true,
    mostRecords: 1_048_575,
    label: { en: 'XLSX, for Excel and LibreOffice', ja: 'XLSX（Excel・LibreOffice）' },
  },
  ndjson: {
    ...text,
    extension: 'ndjson',
    mediaType: 'application/x-ndjson; charset=utf-8',
    label: { en: 'NDJSON, one JSON record a line', ja: 'NDJSON（1行に1件のJSON）' },
  },
  json: {
    ...text,
    extension: 'json',
    mediaType: 'application/json; charset=utf-8',
    label: { en: 'JSON, one list', ja: 'JSON（一つの配列）' },
  },
  parquet: {
    extension: 'parquet',
    mediaType: 'application/vnd.apache.parquet',
    hasHeader: true,
    isForSpreadsheets: false,
    isBinary: true,
    label: { en: 'Parquet, for Python, R and DuckDB', ja: 'Parquet（Python・R・DuckDB向け）' },
  },
} as const satisfies Readonly<Record<string, FormatTraits>>;

export type ExportFormat = keyof typeof FORMATS;

export const FORMAT_TRAITS: { readonly [format in ExportFormat]: FormatTraits } = FORMATS;

/** In the order in which they are offered. */
export const EXPORT_FORMATS = Object.keys(FORMATS) as readonly ExportFormat[];
