// What a day shows until it is here: gray rows, and when that takes longer a bar with the requests to go.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Progress } from '../../components/Progress.tsx';
import { SampleDays } from '../../components/SampleDays.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useActivity } from '../../client/use-activity.ts';

/** A wait that is usually over by then needs no figures; in milliseconds. */
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
