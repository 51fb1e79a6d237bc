// The loading state of a day: gray rows, and after a while a progress bar of its requests.

import { useEffect, useState } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Progress } from '../../components/Progress.tsx';
import { SampleDays } from '../../components/SampleDays.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useActivity } from '../../client/use-activity.ts';

/** Delay before the figures appear, in milliseconds: most waits are over by then. */
const PATIENCE = 1000;

export function Waiting() {
  const { t } = useTranslation('day');
  const activity = useActivity();
  const answered = activity?.answered ?? 0;
  const [answeredBefore] = useState(answered);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  const done = Math.max(0, answered - answeredBefore);
  const open = (activity?.inFlight ?? 0) + (activity?.queued ?? 0);
  return (
    <>
      <div className="day-waiting">
        {isLong &&
          (activity?.sampleDays === undefined ? (
            <Progress label={t('fetching')} done={done} total={done + open} />
          ) : (
            <SampleDays />
          ))}
      </div>
      <Skeleton rows={14} isExplained />
    </>
  );
}
