// The progress of the sample service while it generates its racing; nothing at any other time.

import { useTranslation } from '../text/text.ts';
import type { Activity } from '#shared/bridge/app.ts';
import { useActivity } from '../client/use-activity.ts';
import { Progress } from './Progress.tsx';

export function SampleDays() {
  const days = useActivity()?.sampleDays;
  const words = useSampleDaysText(days);
  if (days === undefined || words === undefined) return null;
  return <Progress done={days.made} total={days.of} label={words.label} figures={words.figures} />;
}

interface SampleDaysText {
  readonly label: string;
  readonly figures: string;
}

/** The same as text, "day 7 of 19"; undefined if nothing is being generated. */
export function useSampleDaysText(days: Activity['sampleDays']): SampleDaysText | undefined {
  const { t } = useTranslation('shell');
  if (days === undefined) return undefined;
  const day = Math.min(days.made + 1, days.of);
  return { label: t('makingSample'), figures: t('makingSampleDay', { day, of: days.of }) };
}
