// The map as a drawing: one point per runner, labelled axes, the names of the outliers, and a bubble on the point that has
// the pointer or the focus. Arrow keys move between points, Enter or a click opens the race.

import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useTranslation } from '../../text/text.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { labelsOf } from './map-labels.ts';
import {
  heightOf,
  outliersOf,
  pointAfterKey,
  pointsOf,
  scaleOf,
  type Mark,
  type MapPoint,
  type MapRunner,
  type MapScale,
} from './odds-map.ts';
import { useRunnerWords } from './use-runner-words.ts';

interface OddsMapChartProps {
  readonly runners: readonly MapRunner[];
  /** Race keys by post time: their places within the column of a rank. */
  readonly races: readonly string[];
  /** One sentence with what the map shows. */
  readonly sentence: string;
  /** The name of the index. */
  readonly index: string;
}

interface Kept {
  /** The point that Tab reaches. */
  readonly id?: string;
  /** Whether the focus was here, so that Back restores it. */
  readonly focused: boolean;
}

const START: Kept = { focused: false };

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

const SHAPES: Readonly<Record<Mark, string>> = {
  won: 'M6 0 7.8 4.2 12 6 7.8 7.8 6 12 4.2 7.8 0 6 4.2 4.2Z',
  placed: 'M6 1 11.5 11H.5Z',
  unplaced: 'M6 2.8A3.2 3.2 0 1 0 6 9.2 3.2 3.2 0 1 0 6 2.8Z',
  unrun: 'M3 3H9V9H3Z',
};

export const MarkShape = ({ mark }: { readonly mark: Mark }) => (
  <svg className={`odds-mark is-${mark}`} viewBox="-1 -1 14 14" aria-hidden="true">
    <path d={SHAPES[mark]} />
  </svg>
);

const idOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-runner]')?.dataset['runner'] : undefined;

export function OddsMapChart({ runners, races, sentence, index }: OddsMapChartProps) {
  const { t } = useTranslation('day');
  const scale = useMemo(() => scaleOf(runners), [runners]);
  const points = useMemo(() => pointsOf(runners, scale, races), [runners, scale, races]);
  const [kept, keep] = useStepMemory<Kept>('day.map', START);
  const [active, setActive] = useState<string>();
  const plot = useRef<HTMLDivElement>(null);
  const byId = useMemo(() => new Map(points.map((point) => [point.runner.id, point])), [points]);
  const stop = kept.id !== undefined && byId.has(kept.id) ? kept.id : points[0]?.runner.id;

  const find = (id: string): HTMLElement | null =>
    plot.current?.querySelector<HTMLElement>(`[data-runner="${CSS.escape(id)}"]`) ?? null;
  const restored = useRef(kept);
  useLayoutEffect(() => {
    const { id, focused } = restored.current;
    if (focused && id !== undefined)
      plot.current
        ?.querySelector<HTMLElement>(`[data-runner="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = byId.get(idOf(event.target) ?? '');
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pointAfterKey(runners, at.runner, event.key);
    if (next === undefined) return;
    event.preventDefault();
    find(next.id)?.focus();
  };
  const onFocus = (event: FocusEvent): void => {
    const id = idOf(event.target);
    if (id === undefined) return;
    setActive(id);
    keep({ id, focused: true });
  };
  const onBlur = (event: FocusEvent): void => {
    setActive(undefined);
    const to = event.relatedTarget;
    if (to !== null && plot.current?.contains(to) === false) keep({ ...kept, focused: false });
  };
  // Without a point under the pointer, the focused one is described.
  const focused = (): string | undefined => idOf(document.activeElement ?? document.body);
  const onPointerOver = (event: PointerEvent): void => setActive(idOf(event.target) ?? focused());
  const onPointerLeave = (): void => setActive(focused());
  const handlers = { onKeyDown, onFocus, onBlur, onPointerOver, onPointerLeave };
  const shown = byId.get(active ?? '');
  return (
    <div className="odds-map-chart">
      <span className="odds-map-y">{t('map.oddsAxis')}</span>
      <div ref={plot} role="group" aria-label={sentence} className="odds-map-plot" {...handlers}>
        <Axes scale={scale} />
        {points.map((point) => (
          <Point key={point.runner.id} point={point} index={index} isTabStop={point.runner.id === stop} />
        ))}
        <Labels points={byId} runners={runners} />
        {shown !== undefined && <Bubble point={shown} index={index} />}
      </div>
      <span className="odds-map-x">{t('map.rankAxis', { index })}</span>
    </div>
  );
}

/** The two corners where crowd and index disagree are named. */
function Axes({ scale }: { readonly scale: MapScale }) {
  const { t } = useTranslation('day');
  const ranks = Array.from({ length: scale.ranks }, (_, at) => at + 1);
  return (
    <div aria-hidden="true">
      {scale.ticks.map((tick) => (
        <span key={tick} className="odds-map-tick" style={{ bottom: percent(heightOf(scale, tick)) }}>
          <span>{tick}</span>
        </span>
      ))}
      {ranks.map((rank) => (
        <span
          key={rank}
          className="odds-map-rank"
          style={{ left: percent((rank - 1) / scale.ranks), width: percent(1 / scale.ranks) }}
        >
          <span>{rank}</span>
        </span>
      ))}
      <span className="odds-map-corner is-overlooked">{t('map.overlookedCorner')}</span>
      <span className="odds-map-corner is-doubted">{t('map.doubtedCorner')}</span>
    </div>
  );
}

interface PointProps {
  readonly point: MapPoint;
  readonly index: string;
  readonly isTabStop: boolean;
}

const Point = memo(function Point({ point: { runner, x, y }, index, isTabStop }: PointProps) {
  const words = useRunnerWords()(runner, index);
  return (
    <button
      type="button"
      // Enter follows the link; Space belongs to the screen.
      role="link"
      className="odds-map-point"
      data-runner={runner.id}
      tabIndex={isTabStop ? 0 : -1}
      style={{ left: percent(x), bottom: percent(y) }}
      aria-label={`${words.who}, ${words.figures}`}
      onClick={() =>
        navigation.go({ screen: 'race', racekey: runner.racekey, tab: 'card', ...runnerIn(runner.record) })
      }
    >
      <MarkShape mark={runner.mark} />
    </button>
  );
});

interface LabelsProps {
  readonly points: ReadonlyMap<string, MapPoint>;
  readonly runners: readonly MapRunner[];
}

/** Horses that were placed are named before others: they are what the crowd or the index missed. */
function Labels({ points, runners }: LabelsProps) {
  const names = useNameStyle();
  const labels = useMemo(() => {
    const { overlooked, doubted } = outliersOf(runners);
    const wasPlaced = ({ mark }: MapRunner): number => (mark === 'won' ? 0 : mark === 'placed' ? 1 : 2);
    return labelsOf(
      [...overlooked, ...doubted]
        .toSorted((a, b) => wasPlaced(a) - wasPlaced(b))
        .flatMap((runner) => {
          const point = points.get(runner.id);
          return point === undefined ? [] : [{ point, text: styledName(runner.name, names) }];
        }),
    );
  }, [points, runners, names]);
  return (
    <div aria-hidden="true">
      {labels.map(({ point: { runner, x, y }, text, side }) => (
        <span
          key={runner.id}
          className={`odds-map-name is-${side}`}
          style={{ left: percent(x), bottom: percent(y) }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

function Bubble({ point: { runner, x, y }, index }: Omit<PointProps, 'isTabStop'>) {
  const { who, figures } = useRunnerWords()(runner, index);
  const place = `${x > 0.6 ? 'is-left' : 'is-right'} ${y > 0.7 ? 'is-below' : 'is-above'}`;
  return (
    <div
      aria-hidden="true"
      className={`odds-map-bubble ${place}`}
      style={{ left: percent(x), bottom: percent(y) }}
    >
      <b>{who}</b>
      <span>{figures}</span>
    </div>
  );
}
