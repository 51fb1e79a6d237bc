// The facts of the compared runners, a column each; the best three of the whole field are tinted and numbered.

import { use, useMemo, type ReactNode, type Ref } from 'react';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import { byRunner, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { SINCE_CARD, withRiders } from '#shared/racing/riders.ts';
import { PlaceLink } from '../../../components/PlaceLink.tsx';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { isNumeric } from '../../../grid/columns/column-width.ts';
import { FigureOrigins, figuresOn } from '../../../racing/figures/shown-figures.ts';
import { figuresIn } from '../../../racing/figures/use-figures.ts';
import { ChangeSinceCard } from '../ChangeSinceCard.tsx';
import { pastRunsOf } from '../past-runs.ts';
import type { ComparedRunner } from './compared-runner.ts';
import { factsOf } from './facts.ts';

interface SideBySideProps {
  readonly runners: readonly ComparedRunner[];
  readonly card: readonly RecordValues[];
  /** They say who rides, and with what weight, if that is not as on the card. */
  readonly prerace: readonly RecordValues[];
  readonly withdrawn: ReadonlySet<number>;
  /** The past-run record of a runner. */
  readonly previousOf: (runner: ComparedRunner) => RecordValues | undefined;
  /** How many results of a horse are stored, by its ID; undefined until it is known. */
  readonly stored: ReadonlyMap<string, number> | undefined;
}

export function SideBySide(props: SideBySideProps): ReactNode {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  const names = useNameStyle();
  const origins = use(FigureOrigins);
  const { runners, card, prerace, withdrawn, previousOf, stored } = props;
  const facts = useMemo(() => factsOf(card, withdrawn), [card, withdrawn]);
  const rides = useMemo(() => byRunner(withRiders(card, prerace).rows), [card, prerace]);
  const rideOf = (runner: ComparedRunner): RecordValues =>
    rides.get(runnerKey(runner.card) ?? '') ?? runner.card;
  const lastFive = (runner: ComparedRunner): string =>
    pastRunsOf(previousOf(runner), undefined)
      .map(({ detail, prefix }) => finishWords(detail, language, prefix) ?? MISSING)
      .join(' · ') || MISSING;
  return (
    <table className="compare-table" aria-label={t('facts')}>
      <thead>
        <tr>
          <td>
            <span className="only-read">{t('facts')}</span>
          </td>
          {runners.map(({ number, bracket, name, horseId }) => (
            <th key={number} scope="col">
              <BracketNumber bracket={bracket} number={number} />{' '}
              <PlaceLink to={{ screen: 'horse', horse_id: horseId }}>{name}</PlaceLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row
          head={t('lastFive')}
          title={t('lastFiveHint')}
          cells={runners.map((runner) => ({ number: runner.number, content: lastFive(runner) }))}
        />
        {facts.map(({ column, ranks }) => (
          <Row
            key={column.name}
            head={column.label[language]}
            title={column.meaning[language]}
            isFigure={isNumeric(column)}
            cells={runners.map((runner) => ({
              number: runner.number,
              figures: figuresOn(() =>
                figuresIn(origins, column.name in SINCE_CARD ? rideOf(runner) : runner.card, [column]),
              ),
              content:
                column.name in SINCE_CARD ? (
                  <ChangeSinceCard column={column} record={rideOf(runner)} hasUnit />
                ) : (
                  formatValue(column, runner.card[column.name], language, names)
                ),
              rank: ranks.get(runner.number),
            }))}
          />
        ))}
        <Row
          head={t('storedRuns')}
          title={t('storedRunsHint')}
          isFigure
          cells={runners.map(({ number, horseId }) => ({
            number,
            content: `${stored?.get(horseId) ?? MISSING}`,
          }))}
        />
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly head: string;
  readonly title: string;
  /** Whether the cells are compared digit by digit. */
  readonly isFigure?: boolean;
  readonly cells: readonly {
    readonly number: number;
    readonly content: ReactNode;
    readonly rank?: number | undefined;
    readonly figures?: Ref<HTMLTableCellElement>;
  }[];
}

function Row({ head, title, isFigure = false, cells }: RowProps): ReactNode {
  return (
    <tr>
      <th scope="row" title={title}>
        {head}
      </th>
      {cells.map(({ number, content, rank, figures }) => (
        <td
          key={number}
          ref={figures}
          className={`${isFigure ? 'is-figure' : ''} ${rank === undefined ? '' : `is-rank-${rank}`}`}
        >
          {content}
          {isFigure && <sub className="compare-rank">{rank}</sub>}
        </td>
      ))}
    </tr>
  );
}
