// The progress of generating the sample racing as text: "day 7 of 19".

import { useTranslation } from 'react-i18next';
import type { Activity } from '#shared/bridge/app.ts';

interface SampleDaysText {
  readonly label: string;
  readonly figures: string;
}

/** Undefined if nothing is being generated. */
export function useSampleDaysText(days: Activity['sampleDays']): SampleDaysText | undefined {
  const { t } = useTranslation('shell');
  if (days === undefined) return undefined;
  const day = Math.min(days.made + 1, days.of);
  return { label: t('makingSample'), figures: t('makingSampleDay', { day, of: days.of }) };
}
