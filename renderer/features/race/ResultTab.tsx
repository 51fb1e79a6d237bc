// The result: order of finish with times, passing, odds, body weights and the indices of the run.

import { useMemo, useState, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import {
  CARRIED_COLUMNS,
  RIDER_COLUMNS,
  RIDERS_OF_CARD,
  SINCE_CARD,
  withRiders,
} from '#shared/racing/riders.ts';
import { Notice } from '../../components/Notice.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { ExplainPanel } from './explain/ExplainPanel.tsx';
import { useExplain } from './explain/use-explain.ts';
import { FieldsExport } from './FieldsExport.tsx';
import { columnsNamed, CORNERS, FINISH, raw, SEX_AGE, withPlace } from '#shared/racing/run-columns.ts';
import { factText } from '#shared/racing/race-facts.ts';
import { RESULT_IDM } from '#shared/racing/index-parts.ts';
import { numberIn, runnerKey, timesLookWrong } from '#shared/racing/race-rows.ts';
import { resultNotices } from '#shared/racing/race-records.ts';
import { PendingOutcome } from './PendingNotice.tsx';
import { isRun, resultGridRows } from '#shared/racing/result-rows.ts';
import { isDecided } from '#shared/racing/runner-words.ts';
import { ChangeSinceCard } from './ChangeSinceCard.tsx';
import { useDrawnRow } from './RaceGrid.tsx';
import { RunnersGrid } from './RunnersGrid.tsx';
import { sortOfRecords } from '../../racing/sorted-rows.ts';
import { TabBody } from './TabBody.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { againAll, summaryOf } from './batch.ts';
import { useMarkedRecords, withMark } from './use-marked-records.ts';
import { useRaceSheet } from './use-race-sheet.ts';

const BY_FINISH: Sort = [{ column: 'finish', direction: 'ascending' }];

const RUNNER = ['bracket_number', 'horse_number', 'horse_name'] as const;
const RIDE = ['time_record', 'margin', 'time_deff'] as const;
const AFTER_CORNERS = [
  'later3f_time', 'confirmed_win_odds', 'confirmed_win_popularity', 'horse_weight', 'weight_cycling', 'idm', 'idm_rawscore',
  'correction_value_track_diff', 'correction_value_pace', 'correction_value_start', 'correction_value_positioning',
  'correction_value_adverse', 'race_kyakushitsu', 'selected_lane_cd', 'race_pace', 'horse_pace', 'ten_index', 'pace_index',
  'agari_index', 'first3f_time', 'confirmed_place_odds',
] as const; // prettier-ignore

/** The columns of the grid. */
export const RESULT_COLUMNS = withMark([
  FINISH,
  ...columnsNamed('t_se', RUNNER),
  SEX_AGE,
  ...CARRIED_COLUMNS,
  ...RIDER_COLUMNS,
  ...columnsNamed('t_se', RIDE).map(withPlace),
  CORNERS,
  ...columnsNamed('t_se', AFTER_CORNERS),
]);

/** Width for "Stopped", if a horse was. */
const WITH_WORDS = { finish: 96 };

const RANKED = new Set(['later3f_time', 'idm', 'confirmed_win_odds']);

/** The columns of the file: the fields behind the derived columns. */
const EXPORTED = [
  'order_of_finish', 'trouble_classification', ...RUNNER, ...RIDE, 'corner1_order', 'corner2_order', 'corner3_order',
  'corner4_order', ...AFTER_CORNERS,
]; // prettier-ignore

const drawRide = (column: Column, row: number, raw: string): ReactNode =>
  column.name in SINCE_CARD && isStated(raw) ? <RideCell column={column} row={row} /> : undefined;

function RideCell({ column, row }: { readonly column: Column; readonly row: number }): ReactNode {
  return <ChangeSinceCard column={column} record={useDrawnRow(row)} />;
}

export function ResultTab({
  race,
  racekey,
  stage,
  runners: { withdrawn, reasonOf, again },
  memoryName,
}: RaceTabProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const options = { isPast: stage === 'past' };
  const result = useRaceSheet('result', racekey, { ...options, comesIn: stage === 'today' });
  const card = useRaceSheet('entry', racekey, options);
  const [sort, setSort] = useStepMemory<Sort>(`${memoryName}.sort`, BY_FINISH);
  // A race that was called off may have records of scratched and excluded horses alone: they are its result.
  const run = isRun(result.records) || (stage === 'past' && result.records.some(isDecided));
  const prerace = useRaceSheet('prerace', racekey, { ...options, comesIn: stage === 'today', enabled: run });
  const joined = run ? [card, prerace] : [card];
  const riders = useMemo(
    () => withRiders(resultGridRows(result.records, card.records, language), prerace.records),
    [result.records, card.records, prerace.records, language],
  );
  const { records, annotations } = useMarkedRecords(riders.rows);
  const timesRaw = timesLookWrong(result.records, numberIn(race, 'distance'));
  const columns = useMemo(
    () =>
      timesRaw
        ? RESULT_COLUMNS.map((column) => (column.name === 'time_record' ? raw(column) : column))
        : RESULT_COLUMNS,
    [timesRaw],
  );
  const time = factText(race, 'post_time', language) ?? '–';
  const date = formatRacedate(race['racedate']?.trim() ?? '', language) ?? '';
  const empty = {
    coming: t('resultComing', { date, time }),
    today: t('resultToday', { time }),
    past: t('resultPast'),
  };
  const explaining = useExplain('idm', memoryName);
  const [current, setCurrent] = useState<string>();
  const explained = records.find((each) => runnerKey(each) === current);
  const source = result.loaded?.source;

  return (
    <TabBody
      main={result}
      memoryName={memoryName}
      summary={summaryOf(racekey, result, ...joined)}
      joined={joined}
      onRefresh={againAll({ again }, result, ...joined)}
      note={run ? (riders.areKnown ? t('resultRiders') : RIDERS_OF_CARD[language]) : undefined}
      beside={
        explaining.isOpen && run ? (
          <ExplainPanel sum={RESULT_IDM} race={race} runner={explained} explaining={explaining} />
        ) : undefined
      }
      actions={
        source !== undefined &&
        run && (
          <FieldsExport
            table="t_se"
            source={source}
            summary={result.loaded}
            columns={EXPORTED}
            sort={sortOfRecords(sort)}
            grid={{ columns, records, sort }}
          />
        )
      }
    >
      {() =>
        !run ? (
          <PendingOutcome
            racekey={racekey}
            race={race}
            stage={stage}
            pastTitle={t('resultPastTitle')}
            text={empty[stage]}
          />
        ) : (
          <>
            {resultNotices({ race, results: result.records }, result.loaded?.provisional ?? 0, language).map(
              ({ kind, title, text }) => (
                <Notice key={title} kind={kind} title={title}>
                  {text}
                </Notice>
              ),
            )}
            <RunnersGrid
              race={race}
              card={card.records}
              withdrawn={withdrawn}
              reasonOf={reasonOf}
              label={t('tabs.result')}
              records={records}
              columns={columns}
              sort={sort}
              onSort={setSort}
              memoryName={memoryName}
              cellAction={({ name }) => (name === RESULT_IDM.total ? explaining.open : undefined)}
              onCurrent={setCurrent}
              annotations={annotations}
              provisional={result.loaded?.provisional}
              ranked={RANKED}
              drawCell={drawRide}
              widths={records.some(({ finish }) => !/^\d*$/.test(finish ?? '')) ? WITH_WORDS : undefined}
            />
          </>
        )
      }
    </TabBody>
  );
}
