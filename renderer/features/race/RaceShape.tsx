// The predicted shape of a race on three strips of track, and below it the real order at the corners once it was run.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatValue } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { useLanguage } from '../../text/text.ts';
import { cornersIn, predictedAt, ROWS, spotsOf, STAGES, type PlacedRunner } from './race-shape.ts';
import './RaceShape.css';

interface RaceShapeProps {
  readonly card: readonly RecordValues[];
  readonly results: readonly RecordValues[];
  /** Horses that do not run. */
  readonly out: ReadonlySet<number>;
}

/** Nothing if the card has no forecast. */
export function RaceShape({ card, results, out }: RaceShapeProps): ReactNode {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const stages = STAGES.map((stage) => ({ stage, runners: predictedAt(card, stage, out) })).filter(
    ({ runners }) => runners.length > 0,
  );
  const brackets = new Map(
    card.flatMap((runner) => {
      const number = numberIn(runner, 'horse_number');
      return number === undefined ? [] : [[number, numberIn(runner, 'bracket_number')] as const];
    }),
  );
  const corners = cornersIn(results, brackets);
  if (stages.length === 0 && corners.length === 0) return null;
  const pace = card[0]?.['est_pace'];
  const column = columnOf('d_ky', 'est_pace');
  return (
    <section className="race-shape" aria-label={t('shapeTitle')}>
      <h2>
        {t('shapeTitle')}
        <small>
          {t('shapeNote')}
          {column === undefined || isBlank(pace)
            ? null
            : ` · ${column.label[language]}: ${formatValue(column, pace, language)}`}
        </small>
      </h2>
      {stages.map(({ stage, runners }) => (
        <Strip key={stage} label={t(`stages.${stage}`)} runners={runners} />
      ))}
      {corners.length === 0 ? null : <h3>{t('realOrder')}</h3>}
      {corners.map(({ corner, runners }) => (
        <div key={corner} className="race-shape-line">
          <span className="race-shape-label">{t('cornerNumber', { corner })}</span>
          <ol className="race-shape-order">
            {runners.map(({ number, bracket }) => (
              <li key={number}>
                <BracketNumber bracket={bracket} number={number} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** A badge is 22 px of a strip that is at least 420 px long. */
const BADGE = 0.05;

/** The field runs to the right; the inside rail is the upper edge. */
function Strip({ label, runners }: { readonly label: string; readonly runners: readonly PlacedRunner[] }) {
  const { t } = useTranslation('race');
  const spots = spotsOf(runners, BADGE);
  const longest = Math.max(1, ...spots.map(({ behind }) => behind + BADGE));
  const order = runners.map(({ number }) => number).join(' ');
  return (
    <div className="race-shape-line">
      <span className="race-shape-label">{label}</span>
      <div className="race-shape-track" role="img" aria-label={t('shapeStage', { stage: label, order })}>
        {spots.map(({ runner: { number, bracket }, behind, row }) => (
          <span
            key={number}
            className="race-shape-runner"
            style={{ right: `${(behind / longest) * 100}%`, top: `${(row / ROWS) * 100}%` }}
          >
            <BracketNumber bracket={bracket} number={number} />
          </span>
        ))}
      </div>
    </div>
  );
}
