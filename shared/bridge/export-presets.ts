// The presets of an export, in the order in which they are offered. To add one: a row here.

import type { ExportStyle } from '#shared/bridge/export-style.ts';
import type { Text } from '#shared/text.ts';

interface ExportPreset {
  readonly label: Text;
  readonly hint: Text;
  readonly style: ExportStyle;
}

const PRESETS = {
  excel: {
    label: { en: 'Excel', ja: 'Excel' },
    hint: {
      en: 'XLSX with numbers, dates and times; keys keep their zeros',
      ja: '数値・日付・時刻が使えるXLSX。キーの先頭の0も残ります',
    },
    style: { format: 'xlsx', form: 'values', header: 'label', labels: true, neutralize: true },
  },
  excelJapan: {
    label: { en: 'Excel (Japan)', ja: 'Excel（日本語CSV）' },
    hint: {
      en: 'CSV in Shift_JIS (CP932), as on screen; opening it drops leading zeros of keys',
      ja: 'Shift_JIS（CP932）のCSV、画面のとおり。開くとキーの先頭の0は消えます',
    },
    style: { format: 'csv', form: 'shown', header: 'label', encoding: 'cp932', neutralize: true },
  },
  programs: {
    label: { en: 'R and pandas', ja: 'R・pandas' },
    hint: {
      en: 'CSV with field names, numbers and ISO dates; blanks are empty',
      ja: '項目名、数値、ISO日付のCSV。空欄は空のまま',
    },
    style: { format: 'csv', form: 'values', header: 'name' },
  },
  delivered: {
    label: { en: 'As delivered', ja: '配信のまま' },
    hint: { en: 'CSV with the service’s own text', ja: 'サービスが送った文字のままのCSV' },
    style: { format: 'csv', form: 'delivered', header: 'name' },
  },
} as const satisfies Readonly<Record<string, ExportPreset>>;

export type ExportPresetName = keyof typeof PRESETS;

export const EXPORT_PRESETS: { readonly [name in ExportPresetName]: ExportPreset } = PRESETS;

export const EXPORT_PRESET_NAMES = Object.keys(PRESETS) as readonly ExportPresetName[];

/** Whether two styles write the same: absent equals off, UTF-8 and no labels. */
export function sameStyle(a: ExportStyle, b: ExportStyle): boolean {
  const plain = ({
    format,
    form,
    header,
    labels = false,
    encoding = 'utf-8',
    neutralize = false,
  }: ExportStyle) => JSON.stringify([format, form, header, labels, encoding, neutralize]);
  return plain(a) === plain(b);
}

/** The preset with this style, if any. */
export const presetOf = (style: ExportStyle): ExportPresetName | undefined =>
  EXPORT_PRESET_NAMES.find((name) => sameStyle(EXPORT_PRESETS[name].style, style));
