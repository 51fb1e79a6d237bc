// Index, body weight and finish of every run over its dates, with one sentence on them. A run opens its race: with the
// mouse, or with the arrow keys and Enter. The same figures are there as a table.

import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { finishWords, isPlace } from '#shared/racing/result-rows.ts';
import type { Language } from '#shared/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useMeasuredWidth } from '../../components/use-measured-width.ts';
import { useRovingFocus } from '../../components/use-roving-focus.ts';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ChartPanels } from './ChartPanels.tsx';
import { chartRuns, type ChartRun } from './run-chart.ts';
import { RunFigures } from './RunFigures.tsx';
import { summaryOfRuns } from './run-sentence.ts';
import './run-chart.css';

/** Narrower than any window. */
const LEAST_WIDTH = 360;

interface RunChartProps {
  readonly runs: readonly RecordValues[];
  /** What the sentence ends with if runs may be missing. */
  readonly gaps: string;
}

export function RunChart({ runs, gaps }: RunChartProps): ReactNode {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const today = useToday();
  const shown = useMemo(() => chartRuns(runs, today), [runs, today]);
  const [isTable, setTable] = useStepMemory('horse.chartTable', false);
  if (shown.length === 0) return null;
  return (
    <section className="run-chart" aria-label={t('chart')}>
      <div className="run-chart-bar">
        <h2>{t('chart')}</h2>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      <p className="run-chart-sentence">
        {summaryOfRuns(shown, t, language)} {gaps}
      </p>
      {isTable ? <RunFigures runs={shown} /> : <Drawing runs={shown} />}
    </section>
  );
}

/** "2026-11-08 (Sun) Tokyo 11R: finish 3 of 16, IDM 54, 480 kg" */
export function wordsOfRun(
  { run, racedate, idm, isAwaited, weight, field }: ChartRun,
  t: TFunction<'horse'>,
  language: Language,
): string {
  const date = formatRacedate(racedate, language) ?? racedate;
  const facts = [
    outcomeOf(finishWords(run, language), field, t),
    idm === undefined ? t(isAwaited ? 'pointIdmToCome' : 'pointNoIdm') : t('pointIdm', { idm }),
    weight === undefined ? t('pointNoWeight') : t('pointWeight', { weight }),
  ];
  const where = courseAndNumber(run['racekey']?.trim() ?? '', language);
  return t('point', { date, where, facts: facts.join(t('pointComma')) });
}

/** "finish 3 of 16"; words, such as those of a horse that was pulled up, stand alone. */
function outcomeOf(finish: string | null, field: number | undefined, t: TFunction<'horse'>): string {
  if (finish === null) return t('pointFinish', { finish: t('unknown') });
  if (!isPlace(finish)) return finish;
  return field === undefined ? t('pointFinish', { finish }) : t('pointFinishOf', { finish, field });
}

function Drawing({ runs }: { readonly runs: readonly ChartRun[] }) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const { box, width } = useMeasuredWidth('runs', LEAST_WIDTH);
  const [pointed, setPointed] = useState<number>();
  const { around, stop } = useRovingFocus('horse.chart');
  const at = pointed ?? runs.length - 1;
  const read = runs[at];
  return (
    <div ref={box}>
      <p className="run-chart-read">{read === undefined ? '' : wordsOfRun(read, t, language)}</p>
      <ChartPanels runs={runs} width={width} pointed={pointed}>
        {(columns) => (
          <div {...around} className="run-chart-stops" data-aside="" role="group" aria-label={t('chartRuns')}>
            {columns.map(({ left, width: own }, index) => {
              const run = runs[index];
              if (run === undefined) return null;
              const place = racePlace(run.racekey, 'result', run.run);
              const label = wordsOfRun(run, t, language);
              const style: CSSProperties = { left, width: own };
              return (
                <span
                  key={run.racedate}
                  className="run-chart-stop"
                  style={style}
                  onMouseEnter={() => setPointed(index)}
                  onMouseLeave={() => setPointed(undefined)}
                  onFocus={() => setPointed(index)}
                  onBlur={() => setPointed(undefined)}
                >
                  {place === undefined ? (
                    <span {...stop(0, index)} role="img" aria-label={label} className="run-chart-hit" />
                  ) : (
                    <PlaceLink to={place} label={label} stop={stop(0, index)} className="run-chart-hit">
                      {null}
                    </PlaceLink>
                  )}
                </span>
              );
            })}
          </div>
        )}
      </ChartPanels>
    </div>
  );
}
