// The form of each filter of the interface (specification, sections 1 and 4; docs/decisions.md, "identifiers").

import type { FilterName } from '#shared/catalogue/table.ts';
import type { Text } from '#shared/text.ts';

export interface FilterRule {
  readonly pattern: RegExp;
  /** The date must also be a real calendar date. */
  readonly isDate: boolean;
  readonly label: Text;
  /** The expected form, for error messages. */
  readonly form: Text;
}

const date = (en: string, ja: string): FilterRule => ({
  pattern: /^[0-9]{8}$/,
  isDate: true,
  label: { en, ja },
  form: { en: 'a calendar date, YYYYMMDD', ja: '実在する日付（YYYYMMDD）' },
});

export const FILTER_RULES: { readonly [name in FilterName]: FilterRule } = {
  racedate: date('Race date', '開催日'),
  start_racedate: date('From', '開始日'),
  end_racedate: date('To', '終了日'),
  racekey: {
    // The day may be a letter: real keys have one in 3 to 6 % of races.
    pattern: /^[0-9]{4}[0-9A-Za-z]{2}[0-9]{2}$/,
    isDate: false,
    label: { en: 'Race key', ja: 'レースキー' },
    form: { en: '8 characters, such as 05264101', ja: '8文字（例 05264101）' },
  },
  horse_id: {
    pattern: /^[0-9A-Za-z]{12}$/,
    isDate: false,
    label: { en: 'Horse ID', ja: '馬ID' },
    form: { en: '12 letters or digits', ja: '英数字12文字' },
  },
  kettonum: {
    pattern: /^(?:[0-9]{8}|[0-9]{10})$/,
    isDate: false,
    label: { en: 'Registration number', ja: '血統登録番号' },
    form: { en: '8 or 10 digits', ja: '数字8桁または10桁' },
  },
};
