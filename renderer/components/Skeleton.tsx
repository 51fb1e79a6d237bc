// Grey lines in the shape of what is coming, for waits that are usually under a second; a wait for the sample to be
// made is longer, and says so.

import { useTranslation } from 'react-i18next';
import { SampleDays } from './SampleDays.tsx';
import './Skeleton.css';

interface SkeletonProps {
  readonly rows?: number;
  /** What stands above says already what is waited for. */
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
