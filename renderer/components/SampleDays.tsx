// The progress of the sample service while it generates its racing; nothing at any other time.

import { useActivity } from '../client/use-activity.ts';
import { Progress } from './Progress.tsx';
import { useSampleDaysText } from './use-sample-days-text.ts';

export function SampleDays() {
  const days = useActivity()?.sampleDays;
  const words = useSampleDaysText(days);
  if (days === undefined || words === undefined) return null;
  return <Progress done={days.made} total={days.of} label={words.label} figures={words.figures} />;
}
