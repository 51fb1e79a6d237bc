// The past runs of every runner as a table: a row for each runner, a column for each of the five runs.

import { memo, useMemo, useState, type FocusEvent, type PointerEvent } from 'react';
import { glyphOfMark } from '#shared/annotations/annotation.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { styledName } from '#shared/names/latin.ts';
import { numberIn, runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { focusedElement } from '../../components/focus.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { Sparkline } from '../../components/Sparkline.tsx';
import { markedRunner, MY_MARK, wordsOfMark } from '../../racing/annotations/marked-runner.ts';
import { useRunnerMarks } from '../../racing/annotations/use-runner-marks.tsx';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { idmLine, type PastRun } from './past-runs.ts';
import { knowsARace, riderWords, type ShownRuns } from './past-table.ts';
import { PastRunCell } from './PastRunCell.tsx';
import { useRunnerRoving, type RunnerRoving } from './use-runner-roving.ts';
import './PastTab.css';

interface PastTableProps {
  /** With the user's marks. */
  readonly runners: readonly RecordValues[];
  /** Of the race, YYYYMMDD. */
  readonly racedate: string | undefined;
  readonly annotations: ShownAnnotations;
  readonly shown: ShownRuns;
  /** Races that the service does not have. */
  readonly missing: readonly string[];
  /** Whether the archive or the service is being asked for races: their lines have room, so that no row grows. */
  readonly isAsking: boolean;
  readonly memoryName: string;
}

/** Drawn again only if it changed: its tab is drawn again whenever it is shown. */
export const PastTable = memo(function PastTable(props: PastTableProps) {
  const { runners, racedate, annotations, shown, memoryName } = props;
  const { t } = useTranslation('race');
  const roving = useRunnerRoving(`${memoryName}.at`, runners);
  const atRow = runners[roving.row];
  const current = useMemo(
    () => (atRow === undefined ? undefined : markedRunner(atRow, racedate)),
    [atRow, racedate],
  );
  const marks = useRunnerMarks(annotations, current, focusedElement);
  const { pointedRace, pointing } = usePointedRace();
  const backs = t('runsBack', { returnObjects: true });
  return (
    <div {...roving.around} className="past-around">
      {marks.overlay}
      <table className="past" aria-label={t('pastTable')} aria-busy={shown.riders.isLoading} {...pointing}>
        <thead>
          <tr>
            <th scope="col" className="past-runner">
              {t('columns.horse')}
            </th>
            {backs.map((back) => (
              <th key={back} scope="col">
                {back}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runners.map((runner, row) => (
            <PastRow
              key={runnerKey(runner) ?? row}
              {...props}
              runner={runner}
              row={row}
              roving={roving}
              pointedRace={pointedRace}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const raceAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-race]')?.dataset['race'] : undefined;

/** The race at the pointer or the focus, if others of today ran in it: their cells are tinted. */
function usePointedRace() {
  const [pointedRace, point] = useState<string>();
  const pointing = useMemo(
    () => ({
      onPointerOver: ({ target }: PointerEvent) => point(raceAt(target)),
      onPointerLeave: () => point(undefined),
      onFocus: ({ target }: FocusEvent) => point(raceAt(target)),
      onBlur: () => point(undefined),
    }),
    [],
  );
  return { pointedRace, pointing };
}

const NO_RUNS: RecordValues = {};

interface PastRowProps extends PastTableProps {
  readonly runner: RecordValues;
  readonly row: number;
  readonly roving: RunnerRoving;
  readonly pointedRace: string | undefined;
}

function PastRow(props: PastRowProps) {
  const { runner, row, shown, missing, isAsking, roving, pointedRace } = props;
  const { conditions, rivals, riders, carried, form } = shown;
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const runs = shown.runsOf.get(runnerKey(runner) ?? '') ?? [];
  const hasRaceLine = knowsARace(runs, conditions) || (isAsking && runs.some(({ isNational }) => isNational));
  const figures = useFigures(runs[0]?.detail ?? NO_RUNS, TABLES.t_ze.columns);
  const cellOf = (run: PastRun) => (
    <PastRunCell
      run={run}
      conditions={conditions?.get(run.racekey ?? '')}
      rider={riderWords(run, riders, { language, names })}
      carried={carried.get(run)}
      rivals={rivals.get(run)?.rivals}
      hasRaceLine={hasRaceLine}
      unknown={
        conditions === undefined
          ? ''
          : t(missing.includes(run.racekey ?? '') ? 'raceNotThere' : 'raceNotStored')
      }
      stop={roving.stop(row, 2 * run.back - 1)}
      riderStop={roving.stop(row, 2 * run.back)}
      form={form}
    />
  );
  return (
    <tr ref={figures} className={row === roving.row ? 'is-current' : ''}>
      <RunnerHead {...props} runs={runs} />
      {RUNS_BACK.map((back) => {
        const run = runs.find((each) => each.back === back);
        const race = run && rivals.get(run)?.race;
        return (
          <td
            key={back}
            data-race={race}
            data-figure={run && `${run.prefix}order_of_finish`}
            className={race !== undefined && race === pointedRace ? 'is-same-race' : undefined}
          >
            {run === undefined ? (
              <span className="past-none">{runs.length === 0 && back === 1 ? t('noRun') : MISSING}</span>
            ) : (
              cellOf(run)
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface RunnerHeadProps extends PastRowProps {
  readonly runs: readonly PastRun[];
}

function RunnerHead({ runner, row, shown, roving, runs }: RunnerHeadProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const horseId = runner['horse_id']?.trim();
  const name = <strong>{styledName(runner['horse_name']?.trim() ?? '', names) || MISSING}</strong>;
  const mark = runner[MY_MARK.name];
  return (
    <th scope="row" className="past-runner">
      <BracketNumber bracket={numberIn(runner, 'bracket_number')} number={runnerNumber(runner) ?? MISSING} />{' '}
      {horseId ? (
        <PlaceLink to={{ screen: 'horse', horse_id: horseId }} stop={roving.stop(row, 0)}>
          {name}
        </PlaceLink>
      ) : (
        name
      )}
      {mark != null && (
        <span className="past-mark" title={wordsOfMark(mark, language)}>
          {' '}
          {glyphOfMark(mark)}
        </span>
      )}
      {shown.form === 'full' && (
        <div>
          <Sparkline values={idmLine(runs)} label={t('idmLine')} width={96} height={26} />
        </div>
      )}
    </th>
  );
}
