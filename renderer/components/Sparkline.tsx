// A value by run as a small line chart. Its accessible name has the same figures, so no information is visual only.

import './Sparkline.css';

interface SparklineProps {
  /** Oldest first; undefined for a run without a value. */
  readonly values: readonly (number | undefined)[];
  /** What the line is, for a tooltip and a screen reader. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
}

const MARGIN = 3;

/** Points in the box, larger values higher; equal values in the middle. */
function pointsOf(
  values: readonly (number | undefined)[],
  width: number,
  height: number,
): readonly { readonly x: number; readonly y: number }[] {
  const known = values.filter((value) => value !== undefined);
  const low = Math.min(...known);
  const high = Math.max(...known);
  const step = values.length < 2 ? 0 : (width - 2 * MARGIN) / (values.length - 1);
  return values.flatMap((value, at) => {
    if (value === undefined) return [];
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return [{ x: MARGIN + at * step, y: height - MARGIN - share * (height - 2 * MARGIN) }];
  });
}

export function Sparkline({ values, label, width = 64, height = 20 }: SparklineProps) {
  const points = pointsOf(values, width, height);
  const last = points.at(-1);
  // A single value has no line.
  if (last === undefined || points.length < 2) return null;
  const figures = values.map((value) => value ?? '–').join(' ');
  const name = `${label}: ${figures}`;
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last.x} cy={last.y} r={2} />
    </svg>
  );
}
