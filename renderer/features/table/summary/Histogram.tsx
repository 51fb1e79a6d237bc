// How often values occur, in bins of equal width, drawn as bars. Each is a button: arrows move between them, Enter filters, Shift
// extends to the previous bar, and a drag over several takes them all. The figures are also available as a table.

import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { useBarDrag } from './use-bar-drag.ts';
import { writtenBound } from './written-bound.ts';
import './summary.css';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramProps {
  readonly column: Column;
  readonly bins: readonly Bin[];
  /** Decimals of the column's values: the bounds are written with as many. */
  readonly decimals: number;
  readonly label: string;
  /** The range of the present filter, if it is one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** `below`: the end itself belongs to the next bin. */
  readonly onRange: (from: number, to: number, below: boolean) => void;
}

const STEPS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export function Histogram({ column, bins, decimals, label, from, to, onRange }: HistogramProps): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const [at, setAt] = useState(0);
  /** The bar from which Shift extends. */
  const start = useRef(0);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const words = (value: number): string =>
    formatValue(column, String(writtenBound(value, decimals)), language);
  const ends = (bin: Bin): string => t('bin', { from: words(bin.from), to: words(bin.to) });

  const choose = (index: number, widens: boolean): void => {
    if (!widens) start.current = index;
    const [low, high] = [Math.min(start.current, index), Math.max(start.current, index)];
    const [first, last] = [bins[low], bins[high]];
    if (first !== undefined && last !== undefined)
      onRange(writtenBound(first.from, decimals), writtenBound(last.to, decimals), high < bins.length - 1);
  };
  const drag = useBarDrag((first, last) => {
    start.current = first;
    choose(last, true);
  });
  const isIn = (bin: Bin, index: number): boolean =>
    drag.drawn === undefined
      ? bin.to > (from ?? Number.NEGATIVE_INFINITY) && bin.from < (to ?? Number.POSITIVE_INFINITY)
      : index >= drag.drawn.low && index <= drag.drawn.high;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    const next =
      step === undefined
        ? { Home: 0, End: bins.length - 1 }[event.key]
        : Math.min(Math.max(at + step, 0), bins.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setAt(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-bin="${next}"]`)?.focus();
  };
  return (
    <div className="histogram">
      {/* The height of the highest bar; each bar names its own. */}
      <div className="histogram-most" aria-hidden="true">
        {most.toLocaleString(language)}
      </div>
      <div role="toolbar" aria-label={label} tabIndex={-1} className="histogram-bars" onKeyDown={onKeyDown}>
        {bins.map((bin, index) => {
          const figures = t('binCount', { range: ends(bin), count: bin.count });
          return (
            <button
              key={bin.from}
              type="button"
              data-bin={index}
              tabIndex={index === Math.min(at, bins.length - 1) ? 0 : -1}
              className={isIn(bin, index) ? 'histogram-bar' : 'histogram-bar is-out'}
              aria-label={figures}
              title={figures}
              onFocus={() => setAt(index)}
              onPointerDown={(event) => drag.onDown(event, index)}
              onPointerEnter={() => drag.onOver(index)}
              onClick={(event) => choose(index, event.shiftKey)}
            >
              <span style={{ height: `${(bin.count / most) * 100}%` }} />
            </button>
          );
        })}
      </div>
      <div className="histogram-ends" aria-hidden="true">
        <span>{words(bins[0]?.from ?? 0)}</span>
        <span>{words(bins.at(-1)?.to ?? 0)}</span>
      </div>
    </div>
  );
}
