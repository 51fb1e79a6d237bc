// The predicted shape of a race on three strips of track, and below it the real order at the corners once it was run.

import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { styledName } from '#shared/names/latin.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Button } from '../../components/Button.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import {
  axisOf,
  cornersIn,
  placeText,
  predictedAt,
  ROWS,
  spotsOf,
  stageFacts,
  STAGES,
  type PlacedRunner,
  type Stage,
} from './race-shape.ts';
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
  const [asTable, setAsTable] = useStepMemory('race.shape.table', false);
  const stages = STAGES.map((stage) => ({ stage, runners: predictedAt(card, stage, out) })).filter(
    ({ runners }) => runners.length > 0,
  );
  const brackets = new Map(
    card.flatMap((runner) => {
      const number = runnerNumber(runner);
      return number === undefined ? [] : [[number, numberIn(runner, 'bracket_number')] as const];
    }),
  );
  const corners = cornersIn(results, brackets);
  if (stages.length === 0 && corners.length === 0) return null;
  const pace = card[0]?.['est_pace'];
  const column = columnOf('d_ky', 'est_pace');
  return (
    <section className="race-shape" aria-label={t('shapeTitle')}>
      <div className="race-shape-head">
        <h2>{t('shapeTitle')}</h2>
        <Button kind="quiet" onPress={() => setAsTable(!asTable)}>
          {t(asTable ? 'shapeAsDrawing' : 'shapeAsTable')}
        </Button>
        <p className="race-shape-note">
          {t('shapeNote')}
          {column === undefined || isBlank(pace)
            ? null
            : ` · ${column.label[language]}: ${formatValue(column, pace, language)}`}
        </p>
      </div>
      <p className="race-shape-sentence">
        {stages.map(({ stage, runners }) => stageSentence(t, t(`stages.${stage}`), runners)).join(' ')}
      </p>
      {(asTable ? [] : stages).map(({ stage, runners }) => (
        <Strip key={stage} label={t(`stages.${stage}`)} runners={runners} />
      ))}
      {asTable ? <ShapeTable card={card} stages={stages} corners={corners} /> : null}
      {asTable || corners.length === 0 ? null : <h3>{t('realOrder')}</h3>}
      {(asTable ? [] : corners).map(({ corner, runners }) => (
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
      <div className="race-shape-axis" aria-hidden="true">
        {axisOf(runners, BADGE).map(({ lengths, behind }) => (
          <span key={lengths} style={{ right: `${(behind / longest) * 100}%` }}>
            {lengths === 0 ? t('shapeLeader') : t('shapeLengths', { lengths })}
          </span>
        ))}
      </div>
    </div>
  );
}

/** What a strip shows, in words. */
function stageSentence(t: TFunction<'race'>, stage: string, runners: readonly PlacedRunner[]): string {
  const facts = stageFacts(runners);
  if (facts === undefined) return '';
  const { lengths, ...words } = facts;
  return lengths === undefined
    ? t('shapeSentence', { stage, ...words })
    : t('shapeSentenceLengths', { stage, lengths, ...words });
}

interface ShapeTableProps {
  readonly card: readonly RecordValues[];
  readonly stages: readonly { readonly stage: Stage; readonly runners: readonly PlacedRunner[] }[];
  readonly corners: ReturnType<typeof cornersIn>;
}

/** The data of the drawing: a row per runner, with its place at each stage and corner. */
function ShapeTable({ card, stages, corners }: ShapeTableProps) {
  const { t } = useTranslation('race');
  const names = useNameStyle();
  const nameOf = new Map(card.map((runner) => [runnerNumber(runner), runner['horse_name']?.trim()]));
  const columns = [
    ...stages.map(({ stage, runners }) => ({ key: stage, head: t(`stages.${stage}`), runners })),
    ...corners.map(({ corner, runners }) => ({
      key: `corner${corner}`,
      head: t('cornerNumber', { corner }),
      runners,
    })),
  ];
  const numbers = [...new Set(columns.flatMap(({ runners }) => runners.map(({ number }) => number)))];
  return (
    <table className="race-shape-table">
      <caption>{t('shapeTableNote')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.number')}</th>
          <th scope="col">{t('columns.horse')}</th>
          {columns.map(({ key, head }) => (
            <th key={key} scope="col" className="number">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbers.map((number) => (
          <tr key={number}>
            <td>{number}</td>
            <th scope="row">{styledName(nameOf.get(number) ?? '', names) || MISSING}</th>
            {columns.map(({ key, runners }) => (
              <td key={key} className="number">
                {placeText(runners, number) ?? MISSING}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
