// Grey lines in the shape of what is coming, for waits that are usually under a second.

import { useTranslation } from 'react-i18next';
import './Skeleton.css';

export function Skeleton({ rows = 12 }: { readonly rows?: number }) {
  const { t } = useTranslation('shell');
  return (
    <div className="skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
