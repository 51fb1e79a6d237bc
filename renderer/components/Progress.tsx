// A progress bar with figures, for waits of more than a second.

import { useId } from 'react';
import { useLanguage } from '../text/text.ts';
import './Progress.css';

interface ProgressProps {
  readonly done: number;
  /** Zero or absent if it is not known yet. */
  readonly total?: number | undefined;
  /** The current activity: "Fetching windows". */
  readonly label: string;
  /** The figure beside the bar; by default "3 / 12". */
  readonly figures?: string;
}

export function Progress({ done, total = 0, label, figures }: ProgressProps) {
  const language = useLanguage();
  const id = useId();
  const number = new Intl.NumberFormat(language);
  const known = total > 0;
  const words = figures ?? (known ? `${number.format(done)} / ${number.format(total)}` : number.format(done));
  return (
    <div className="progress">
      <span id={id} className="progress-label">
        {label}
      </span>
      <div
        className="progress-track"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        {...(known ? { 'aria-valuemax': total, 'aria-valuenow': Math.min(done, total) } : {})}
        aria-valuetext={words}
      >
        <div
          className="progress-bar"
          style={{ inlineSize: known ? `${(100 * Math.min(done, total)) / total}%` : '0' }}
        />
      </div>
      <span className="progress-figures">{words}</span>
    </div>
  );
}
