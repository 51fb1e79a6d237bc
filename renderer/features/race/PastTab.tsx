// The past five runs of every runner side by side, latest first; each opens its race.

import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { glyphOfMark } from '#shared/annotations/annotation.ts';
import type { Conditions } from '#shared/bridge/races.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { styledName } from '#shared/names/latin.ts';
import { byRunner, joined, numberIn, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { focusedElement } from '../../components/focus.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { Sparkline } from '../../components/Sparkline.tsx';
import { markedRunner, MY_MARK, wordsOfMark } from '../../racing/annotations/marked-runner.ts';
import { useRunnerMarks } from '../../racing/annotations/use-runner-marks.tsx';
import { FetchRaces } from '../../racing/FetchRaces.tsx';
import { racesToAsk } from '../../racing/run-races.ts';
import { useAutomaticRaceFetch, useRunRaces } from '../../racing/use-run-races.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { composedTable } from '../exports/composed-cells.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { againAll, summaryOf } from './batch.ts';
import { HeadcountNotice } from './HeadcountNotice.tsx';
import type { RunForm } from './past-run-words.ts';
import { idmLine, pastRunsOf, type PastRun } from './past-runs.ts';
import { knowsARace, pastTable } from './past-table.ts';
import { PastRunCell } from './PastRunCell.tsx';
import { PendingNotice } from './PendingNotice.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { TabBody } from './TabBody.tsx';
import { useMarkedRecords } from './use-marked-records.ts';
import { useRaceSheet } from './use-race-sheet.ts';
import { useRunnerRoving } from './use-runner-roving.ts';
import './PastTab.css';

const FIRST_VIEW = TABLES.t_ze.columns.flatMap(({ name, shown }) => (shown ? [name] : []));

export function PastTab({ race, racekey, stage, runners: { withdrawn }, memoryName }: RaceTabProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const options = { isPast: stage === 'past' };
  const previous = useRaceSheet('previous', racekey, options);
  const notes = useRaceSheet('previousNotes', racekey, options);
  const card = useRaceSheet('entry', racekey, options);
  // Both records list the runs; the detailed one has priority. The tab waits for both, because notes that arrive
  // late would push the rows down.
  const waits = previous.records.length === 0 || notes.state === 'loading';
  const main = previous.state === 'ready' && waits ? notes : previous;
  const { records: runners, annotations } = useMarkedRecords(
    useMemo(
      () =>
        joined(main.records, card.records, ['bracket_number', 'horse_name', 'horse_id']).toSorted(
          (a, b) => (numberIn(a, 'horse_number') ?? 99) - (numberIn(b, 'horse_number') ?? 99),
        ),
      [main.records, card.records],
    ),
  );
  const runsOf = useMemo(
    () => runsByRunner(previous.records, notes.records),
    [previous.records, notes.records],
  );
  const races = useMemo(() => racesToAsk([...runsOf.values()].flat()), [runsOf]);
  const { byKey } = useRunRaces(races);
  const unknown = races.filter(({ racekey: key }) => byKey?.has(key) === false);
  const fetch = useAutomaticRaceFetch(unknown);
  const source = previous.loaded?.source;
  const [form, toggleForm] = useRunForm();
  return (
    <TabBody
      main={main}
      memoryName={memoryName}
      summary={summaryOf(racekey, previous, notes)}
      onRefresh={againAll(previous, notes)}
      note={
        <>
          {t(
            unknown.some((each) => !fetch.missing.includes(each.racekey))
              ? 'pastNoteWithoutRaces'
              : 'pastNote',
          )}
          {byKey !== undefined && <FetchRaces races={unknown} fetch={fetch} />}
        </>
      }
      actions={
        <>
          <Button kind="quiet" onPress={toggleForm}>
            {t(form === 'full' ? 'compactRuns' : 'fullRuns')}
          </Button>
          {source !== undefined && previous.records.length > 0 && (
            <ExportButton
              source={source}
              resultId={previous.loaded?.resultId}
              columns={FIRST_VIEW}
              allColumns={TABLES.t_ze.columns.map(({ name }) => name)}
              sort={[]}
              composed={() =>
                composedTable(pastTable({ runsOf, conditions: byKey, form }, { t, language, names }), runners)
              }
            />
          )}
        </>
      }
    >
      {() =>
        runners.length === 0 ? (
          <PendingNotice racekey={racekey} title={t('pastTitle')} text={t('pastText')} />
        ) : (
          <>
            <HeadcountNotice race={race} records={runners} card={card.records} withdrawn={withdrawn} />
            {annotations.thrown != null && <FailureNotice thrown={annotations.thrown} />}
            <PastTable
              runners={runners}
              racedate={race['racedate']?.trim()}
              annotations={annotations}
              runsOf={runsOf}
              conditions={byKey}
              missing={fetch.missing}
              memoryName={memoryName}
              form={form}
            />
          </>
        )
      }
    </TabBody>
  );
}

const RUN_FORM = z.enum(['full', 'compact']);

/** How much the cells show, remembered, with the command that changes it. */
function useRunForm(): readonly [form: RunForm, toggle: () => void] {
  const { t } = useTranslation('race');
  const { value: form, keep } = useRemembered<RunForm>('past.form', RUN_FORM, 'full');
  const toggle = useCallback(() => keep(form === 'full' ? 'compact' : 'full'), [form, keep]);
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'race', (translate) => [
        {
          id: 'race.runForm',
          group: 'here',
          label: translate(form === 'full' ? 'compactRuns' : 'fullRuns'),
          keys: ['d'],
          run: toggle,
        },
      ]),
    [t, form, toggle],
  );
  useCommands(commands);
  return [form, toggle];
}

interface PastTableProps {
  /** With the user's marks. */
  readonly runners: readonly RecordValues[];
  /** Of the race, YYYYMMDD. */
  readonly racedate: string | undefined;
  readonly annotations: ShownAnnotations;
  /** By runner, latest first. */
  readonly runsOf: ReadonlyMap<string, readonly PastRun[]>;
  /** Conditions of the stored races; undefined until the archive has responded. */
  readonly conditions: ReadonlyMap<string, Conditions> | undefined;
  /** Races that the service does not have. */
  readonly missing: readonly string[];
  readonly memoryName: string;
  readonly form: RunForm;
}

/** The runs of every runner that either of the two records lists. */
function runsByRunner(
  previous: readonly RecordValues[],
  notes: readonly RecordValues[],
): ReadonlyMap<string, readonly PastRun[]> {
  const detailOf = byRunner(previous);
  const notesOf = byRunner(notes);
  const keys = new Set([...detailOf.keys(), ...notesOf.keys()]);
  return new Map([...keys].map((key) => [key, pastRunsOf(detailOf.get(key), notesOf.get(key))]));
}

function PastTable({
  runners,
  racedate,
  annotations,
  runsOf,
  conditions,
  missing,
  memoryName,
  form,
}: PastTableProps) {
  const { t } = useTranslation('race');
  const names = useNameStyle();
  const language = useLanguage();
  const roving = useRunnerRoving(`${memoryName}.at`, runners);
  const atRow = runners[roving.row];
  const current = useMemo(
    () => (atRow === undefined ? undefined : markedRunner(atRow, racedate)),
    [atRow, racedate],
  );
  const marks = useRunnerMarks(annotations, current, focusedElement);
  const backs = t('runsBack', { returnObjects: true });
  return (
    <div {...roving.around} className="past-around">
      {marks.overlay}
      <table className="past" aria-label={t('pastTable')}>
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
          {runners.map((runner, row) => {
            const key = runnerKey(runner) ?? '';
            const runs = runsOf.get(key) ?? [];
            const hasRaceLine = knowsARace(runs, conditions);
            const horseId = runner['horse_id']?.trim();
            const name = styledName(runner['horse_name']?.trim() ?? '', names) || MISSING;
            const mark = runner[MY_MARK.name];
            return (
              <tr key={key || row} className={row === roving.row ? 'is-current' : ''}>
                <th scope="row" className="past-runner">
                  <BracketNumber
                    bracket={numberIn(runner, 'bracket_number')}
                    number={numberIn(runner, 'horse_number') ?? MISSING}
                  />{' '}
                  {horseId ? (
                    <PlaceLink to={{ screen: 'horse', horse_id: horseId }} stop={roving.stop(row, 0)}>
                      <strong>{name}</strong>
                    </PlaceLink>
                  ) : (
                    <strong>{name}</strong>
                  )}
                  {mark != null && (
                    <span className="past-mark" title={wordsOfMark(mark, language)}>
                      {' '}
                      {glyphOfMark(mark)}
                    </span>
                  )}
                  {form === 'full' && (
                    <div>
                      <Sparkline values={idmLine(runs)} label={t('idmLine')} width={96} height={26} />
                    </div>
                  )}
                </th>
                {RUNS_BACK.map((back) => {
                  const run = runs.find((each) => each.back === back);
                  return (
                    <td key={back}>
                      {run === undefined ? (
                        <span className="past-none">
                          {runs.length === 0 && back === 1 ? t('noRun') : MISSING}
                        </span>
                      ) : (
                        <PastRunCell
                          run={run}
                          conditions={conditions?.get(run.racekey ?? '')}
                          hasRaceLine={hasRaceLine}
                          unknown={
                            conditions === undefined
                              ? ''
                              : t(missing.includes(run.racekey ?? '') ? 'raceNotThere' : 'raceNotStored')
                          }
                          stop={roving.stop(row, back)}
                          form={form}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
