// Gray placeholder lines, for waits that are usually under a second. A wait for the sample to be
// generated is longer and shows its progress.

import { useTranslation } from '../text/text.ts';
import { SampleDays } from './SampleDays.tsx';
import './Skeleton.css';

interface SkeletonProps {
  readonly rows?: number;
  /** Set if the text above already names what is loading. */
  readonly isExplained?: boolean;
}

export function Skeleton({ rows = 12, isExplained = false }: SkeletonProps) {
  const { t } = useTranslation('shell');
  return (
    <div className="skeleton">
      {!isExplained && (
        <div className="skeleton-reason">
          <SampleDays />
        </div>
      )}
      <div role="status" aria-label={t('loading')}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="skeleton-row" />
        ))}
      </div>
    </div>
  );
}
