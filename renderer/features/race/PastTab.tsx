// The past five runs of every runner side by side, latest first; each opens its race.

import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { TABLES } from '#shared/catalogue/tables.ts';
import { joined, runnerNumber } from '#shared/racing/race-rows.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
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
import { rivalsOfRuns } from './past-rivals.ts';
import { runsByRunner } from './past-runs.ts';
import { pastTable, type ShownRuns } from './past-table.ts';
import { PastTable } from './PastTable.tsx';
import { PendingNotice } from './PendingNotice.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { TabBody } from './TabBody.tsx';
import { useCarriedWeights } from './use-carried-weights.ts';
import { useMarkedRecords } from './use-marked-records.ts';
import { usePastRiders } from './use-past-riders.ts';
import { useRaceSheet } from './use-race-sheet.ts';

const FIRST_VIEW = TABLES.t_ze.columns.flatMap(({ name, shown }) => (shown ? [name] : []));

export function PastTab({ race, racekey, stage, runners: field, memoryName }: RaceTabProps) {
  const { withdrawn, reasonOf } = field;
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
  const rows = useMemo(
    () =>
      joined(main.records, card.records, ['bracket_number', 'horse_name', 'horse_id']).toSorted(
        (a, b) => (runnerNumber(a) ?? 99) - (runnerNumber(b) ?? 99),
      ),
    [main.records, card.records],
  );
  const { records: runners, annotations } = useMarkedRecords(rows);
  const runsOf = useMemo(
    () => runsByRunner(previous.records, notes.records),
    [previous.records, notes.records],
  );
  const races = useMemo(() => racesToAsk([...runsOf.values()].flat()), [runsOf]);
  const { byKey, isCurrent } = useRunRaces(races);
  const unknown = races.filter(({ racekey: key }) => isCurrent && byKey?.has(key) === false);
  const fetch = useAutomaticRaceFetch(unknown);
  const source = previous.loaded?.source;
  const [form, toggleForm] = useRunForm();
  const riders = usePastRiders(card.records, runsOf);
  const carried = useCarriedWeights(runsOf);
  const rivals = useMemo(() => rivalsOfRuns(rows, runsOf, reasonOf), [rows, runsOf, reasonOf]);
  const shown = useMemo<ShownRuns>(
    () => ({ runsOf, conditions: byKey, rivals, riders, carried, form }),
    [runsOf, byKey, rivals, riders, carried, form],
  );
  return (
    <TabBody
      main={main}
      memoryName={memoryName}
      summary={summaryOf(racekey, previous, notes, card)}
      joined={[card]}
      onRefresh={againAll(field, previous, notes)}
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
              composed={() => composedTable(pastTable(shown, { t, language, names }), runners)}
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
              shown={shown}
              missing={fetch.missing}
              isAsking={byKey === undefined || fetch.state === 'running'}
              memoryName={memoryName}
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
