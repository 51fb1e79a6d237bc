// The forms of a file's cells. To add one: a row here, and its cells in shared/exports/file-columns.ts.

import type { Text } from '../text.ts';

interface FormTraits {
  readonly label: Text;
  readonly hint: Text;
  /** Whether a column with the meaning can stand beside each coded column. */
  readonly takesLabels: boolean;
}

const FORMS = {
  shown: {
    label: { en: 'As shown', ja: '画面のとおり' },
    hint: {
      en: 'every cell is the text on screen: 1:51.7, Turf, ◎',
      ja: '画面と同じ文字: 1:51.7、芝、◎',
    },
    takesLabels: false,
  },
  values: {
    label: { en: 'Values', ja: '値' },
    hint: {
      en: 'to calculate with: 111.7 s, 56.5 kg, 2026-10-04',
      ja: '計算できる数値・日付・時刻: 111.7（秒）、56.5（kg）、2026-10-04',
    },
    takesLabels: true,
  },
  delivered: {
    label: { en: 'As delivered', ja: '配信のまま' },
    hint: {
      en: 'the service’s own text, unchanged: 1117, 565, 20261004',
      ja: 'サービスが送った文字のまま: 1117、565、20261004',
    },
    takesLabels: true,
  },
} as const satisfies Readonly<Record<string, FormTraits>>;

export type ExportForm = keyof typeof FORMS;

export const FORM_TRAITS: { readonly [form in ExportForm]: FormTraits } = FORMS;

/** In the order in which they are offered. */
export const EXPORT_FORMS = Object.keys(FORMS) as readonly ExportForm[];
