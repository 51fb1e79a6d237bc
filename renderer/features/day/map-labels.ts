// Which points of the map are named on it, and on which side, so that no two names overlap. Pure.

import type { MapPoint } from './odds-map.ts';

/** The smallest size of the map in pixels: names that do not overlap on it do not overlap on a larger one either. */
const WIDTH = 640;
const HEIGHT = 320;

const LINE = 14;
const WIDE = 11.5;
const NARROW = 6.5;
/** Between a point and its name. */
const GAP = 8;

interface Box {
  readonly side: MapLabel['side'];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface MapLabel {
  readonly point: MapPoint;
  readonly text: string;
  readonly side: 'left' | 'right';
}

/** An estimate in pixels: kana and kanji are as wide as high. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? WIDE : NARROW), 0);

/** On a larger map points move apart and names keep their size, so two names that face each other must fit between. */
function overlap(a: Box, b: Box): boolean {
  if (a.bottom >= b.top || b.bottom >= a.top) return false;
  if (a.side === b.side) return a.left < b.right && b.left < a.right;
  const [rightward, leftward] = a.side === 'right' ? [a, b] : [b, a];
  const face = rightward.left - GAP < leftward.right + GAP;
  return face && rightward.right > leftward.left;
}

function boxOf({ x, y }: MapPoint, width: number, side: MapLabel['side']): Box {
  const at = x * WIDTH;
  const middle = y * HEIGHT;
  const left = side === 'right' ? at + GAP : at - GAP - width;
  return { side, left, right: left + width, bottom: middle - LINE / 2, top: middle + LINE / 2 };
}

/** Earlier points are named first; a name for which there is no room is left out. */
export function labelsOf(
  points: readonly { readonly point: MapPoint; readonly text: string }[],
): readonly MapLabel[] {
  const taken: Box[] = [];
  const labels: MapLabel[] = [];
  for (const { point, text } of points) {
    const width = widthOf(text);
    const side = (['right', 'left'] as const).find((each) => {
      const box = boxOf(point, width, each);
      return box.left >= 0 && box.right <= WIDTH && !taken.some((other) => overlap(box, other));
    });
    if (side === undefined) continue;
    taken.push(boxOf(point, width, side));
    labels.push({ point, text, side });
  }
  return labels;
}
