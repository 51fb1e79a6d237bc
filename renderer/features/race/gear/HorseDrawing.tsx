// A horse in outline from its left side, with a label and a line to each place that has gear or a note on the legs. The
// table beside it says the same in words.

import type { ReactNode } from 'react';
import type { Limb, LimbPart, Place } from '#shared/racing/gear.ts';

/** What the drawing is labelled with. */
export interface PlaceLabel {
  readonly place: Place;
  /** Of a limb: the parts that are marked. */
  readonly parts: readonly LimbPart[];
  readonly title: string;
  readonly text: string;
  /** Whether something is new since the last run. */
  readonly isNew: boolean;
}

interface HorseDrawingProps {
  readonly label: string;
  readonly places: readonly PlaceLabel[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const at = (x: number, y: number): Point => ({ x, y });

const LIMB_POINTS: Readonly<Record<Limb, Readonly<Record<LimbPart, Point>>>> = {
  left_front: {
    elbow: at(108, 104), action: at(106, 122), knee: at(103, 140), cannon: at(102, 157), fetlock: at(101, 175), pastern: at(99, 182), hoof: at(97, 190),
  },
  right_front: {
    elbow: at(97, 106), action: at(94, 122), knee: at(91, 141), cannon: at(89, 157), fetlock: at(85.5, 175), pastern: at(83, 182), hoof: at(80.5, 190),
  },
  left_back: {
    elbow: at(201, 104), action: at(219, 122), knee: at(227, 142), cannon: at(226, 158), fetlock: at(224, 175), pastern: at(222, 182), hoof: at(220, 190),
  },
  right_back: {
    elbow: at(196, 112), action: at(198, 124), knee: at(203, 144), cannon: at(202, 159), fetlock: at(199.5, 175), pastern: at(198, 182), hoof: at(195, 190),
  },
}; // prettier-ignore

const PLACE_POINTS: Readonly<Record<Exclude<Place, Limb>, readonly [Point, ...Point[]]>> = {
  ears: [at(61, 24)],
  eyes: [at(54, 41.5)],
  head: [at(58, 52)],
  nose: [at(43, 48)],
  mouth: [at(37, 64.5)],
  neck: [at(92, 72)],
  body: [at(165, 92)],
  forelegs: [at(89, 157), at(102, 157)],
  legs: [at(226, 166), at(202, 166), at(102, 166), at(88, 166)],
  hooves: [at(220, 190), at(195, 190), at(97, 190), at(80.5, 190)],
};

const isLimb = (place: Place): place is Limb => place in LIMB_POINTS;

function pointsOf({ place, parts }: PlaceLabel): readonly [Point, ...Point[]] {
  if (!isLimb(place)) return PLACE_POINTS[place];
  const [first = 'action', ...others] = parts;
  return [LIMB_POINTS[place][first], ...others.map((part) => LIMB_POINTS[place][part])];
}

/** The head, the neck and the forelegs are on the left. */
const ON_THE_LEFT: ReadonlySet<Place> = new Set<Place>([
  'ears', 'eyes', 'head', 'nose', 'mouth', 'neck', 'left_front', 'right_front', 'forelegs',
]); // prettier-ignore

/** In pixels: the labels have a column on either side. */
const SIDE = 190;
const SCALE = 1.6;
const SHOWN = { x: 22, y: 12, width: 228, height: 190 };
const WIDTH = SHOWN.width * SCALE;
const HEIGHT = SHOWN.height * SCALE;

const onScreen = ({ x, y }: Point): Point => at(SIDE + (x - SHOWN.x) * SCALE, (y - SHOWN.y) * SCALE);

/** Between the middles of two labels, which have two lines at most. */
const GAP = 34;

/** Each label at the height of its place, moved down, then up, until none covers another. */
function apart(ys: readonly number[]): readonly number[] {
  const down: number[] = [];
  for (const y of ys) down.push(Math.max(y, GAP / 2, (down.at(-1) ?? -GAP) + GAP));
  const up: number[] = [];
  for (const y of down.toReversed()) up.push(Math.min(y, (up.at(-1) ?? HEIGHT - GAP / 2 + GAP) - GAP));
  return up.toReversed();
}

export function HorseDrawing({ label, places }: HorseDrawingProps): ReactNode {
  const sides = [true, false].map((isLeft) => {
    const own = places
      .filter(({ place }) => ON_THE_LEFT.has(place) === isLeft)
      .map((each) => ({ ...each, isLeft, points: pointsOf(each).map(onScreen) }))
      .toSorted((a, b) => (a.points[0]?.y ?? 0) - (b.points[0]?.y ?? 0));
    const ys = apart(own.map(({ points }) => points[0]?.y ?? 0));
    return own.map((each, index) => ({
      ...each,
      x: isLeft ? SIDE - 6 : SIDE + WIDTH + 6,
      y: ys[index] ?? 0,
    }));
  });
  const labels = sides.flat();
  const width = 2 * SIDE + WIDTH;
  return (
    <div className="horse-drawing" role="img" aria-label={label} style={{ width, height: HEIGHT }}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <g
          transform={`translate(${SIDE} 0) scale(${SCALE}) translate(${-SHOWN.x} ${-SHOWN.y})`}
          className="horse-outline"
        >
          <Outline />
        </g>
        {labels.map(({ place, points, x, y, isNew }) => (
          <g key={place} className={isNew ? 'is-new' : undefined}>
            {points.slice(0, 1).map((point) => (
              <line key="line" x1={x} y1={y} x2={point.x} y2={point.y} />
            ))}
            {points.map((point) => (
              <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r={3.5} />
            ))}
          </g>
        ))}
      </svg>
      {labels.map(({ place, title, text, y, isLeft, isNew }) => (
        <span
          key={place}
          aria-hidden="true"
          className={`horse-label ${isLeft ? 'is-left' : 'is-right'} ${isNew ? 'is-new' : ''}`}
          style={{ top: y, width: SIDE - 12 }}
          title={`${title}: ${text}`}
        >
          <b>{title}</b> {text}
        </span>
      ))}
    </div>
  );
}

/** The far legs first: the near ones cover them. */
function Outline(): ReactNode {
  return (
    <>
      <g className="is-far">
        <path d="M94 94C93 106 90 120 87.5 132C86.5 139 86.8 146 86 154C85 162 83.5 169 82 176C81 180 78.5 184 77 187L74.5 193H86L87 187C87.5 183 88.3 180 89 176C90.5 168 91.7 160 92.5 152C93 146 94 141 95.5 135C97.5 128 99.5 121 101 114" />
        <path d="M192 112C193 120 191 128 193.5 135C196 141 199 144 199.5 149C199.5 157 197 166 196 174C195 179 193 183 191.5 187L189 193H200L201 187C202 182 203 178 203.5 174C204.5 166 206 158 207 150C207.5 145 206.5 141 206 137C205.5 132 206 128 207.5 122" />
        <path d="M77 187H87M191.5 187H201" />
      </g>
      <path d="M62 30C68 31 74 35 80 42C87 50 95 58 104 63C110 66 116 66 122 67.5C132 71 140 75 152 75.5C165 76 176 71 188 68C199 65.5 210 67 218 72C224 76 228 82 229 90C230.5 98 229 105 227 111C225.5 117 227 122 229 128C230.5 132 232 135 233 138C233.5 142 232.5 146 231.5 150C230.5 158 229.5 166 228.5 174C228 178 227.5 182 226.5 187L225 193H213L215.5 187C217 183 219 179 220 174C221 166 223 158 223.5 150C223.5 146 222 143 219.5 140C216.5 136 214.5 131 212 126C208.5 119 202 113 197 107C194 111 188 114 180 116C166 119.5 146 120 130 118C124 117 119 116 115 114C113 124 109.5 132 108 140C107.5 145 107 149 106.5 155C106 162 105.5 169 104.5 176C104 180 103.5 183 103 187L102 193H90.5L93 187C94.5 184 97 180 98 176C99 169 99.5 162 100 155C100.5 149 99.8 144 100 139C100.5 132 102 125 101.5 117C101 110 99 104 98 96C93 92 89 86 87 79C84 72 78 65 71 60C68 58 66 56.5 64.5 55C62 56 60 57.5 57 59.5C52 62.5 46 65 42 67C38.5 68.5 35.5 69.5 33.5 67.5C31 65.5 30.5 62.5 31 60C32 56 36 52.5 39.5 48.5C44 43.5 48 38 52 34C54 31.8 57 30.5 60 30.3Z" />
      <path d="M60 30.3C58.5 26 58.5 21.5 60 18C63 21 65 25.5 65.5 30.8" />
      <path d="M51.5 41.5C53 40 55.5 40.2 56.5 42C55 43.2 53 43 51.5 41.5Z" />
      <path d="M34.5 60.2C34.8 58.8 36.3 58.3 37.2 59M32.5 65.5C35 65.3 37.5 64.5 39.5 63M64.5 55C61.5 51 60.5 46.5 62.5 43" />
      <path d="M93 187H103M215.5 187H226.5" />
      <path d="M226 78C233 79 238 85 240 95C242 108 240 122 243 138C237 134 233.5 126 232.5 116C231.8 108 232 100 229.5 92" />
      <path
        className="is-fine"
        d="M56 31.6C55 28 55 24 55.8 21C57.5 22.8 58.8 25 59.5 28M62 30C58 33 57 35 57.5 37.5M66 32.5C72 42 80 53 92 62M116 98C114 90 115 80 119 72M197 107C199 102 200 97 199 92M115 114C116 109 116.5 104 116 98"
      />
    </>
  );
}
