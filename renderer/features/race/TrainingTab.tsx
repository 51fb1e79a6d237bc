// The training of the runners before the race; the names come from the card, as training records have none.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { columnsNamed } from '#shared/racing/run-columns.ts';
import { byRunner, joined, recordOfRunner, runnerKey } from '#shared/racing/race-rows.ts';
import { PendingNotice } from './PendingNotice.tsx';
import { RunnersTab } from './RunnersTab.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { WorkPanel } from './training/WorkPanel.tsx';
import { useRaceSheet } from './use-race-sheet.ts';

const BY_NUMBER: Sort = [
  { column: 'horse_number', direction: 'ascending' },
  { column: 'exercise_date', direction: 'descending' },
];

const NAMES = [
  'bracket_number', 'horse_number', 'horse_name', 'exercise_date', 'exercise_course_cd', 'work_kind',
  'work_situation', 'work_rider', 'exercise_distance', 'ten', 'naka', 'shimai', 'oikirisisu', 'ten_index', 'nakasisu',
  'shimaisisu', 'number_of_times', 'abreast_result', 'abreast_work_type', 'abreast_class', 'abreast_age',
] as const; // prettier-ignore

/** The columns of the grid. */
export const TRAINING_COLUMNS = columnsNamed('t_ch', NAMES);
const RANKED = new Set(['oikirisisu', 'shimaisisu', 'shimai']);

export function TrainingTab(tab: RaceTabProps) {
  const { race, racekey, stage } = tab;
  const { t } = useTranslation('race');
  const options = { isPast: stage === 'past' };
  const works = useRaceSheet('training', racekey, options);
  const card = useRaceSheet('entry', racekey, options);
  const records = useMemo(
    () => joined(works.records, card.records, ['bracket_number', 'horse_name', 'horse_id', 'withdrawn_flag']),
    [works.records, card.records],
  );
  const entries = useMemo(() => byRunner(card.records), [card.records]);
  const racedate = race['racedate']?.trim();
  const empty = options.isPast
    ? { title: t('trainingPastTitle'), text: t('trainingPast') }
    : { title: t('trainingTitle'), text: t('trainingText') };
  return (
    <RunnersTab
      tab={tab}
      main={works}
      card={card}
      records={records}
      label={t('tabs.training')}
      table="t_ch"
      exported={NAMES}
      columns={TRAINING_COLUMNS}
      ranked={RANKED}
      firstSort={BY_NUMBER}
      renderBelow={(key) => {
        const [work, ...others] = records.filter((record) => runnerKey(record) === key);
        if (work === undefined || racedate === undefined) return null;
        return (
          <WorkPanel works={[work, ...others]} entry={recordOfRunner(entries, work)} racedate={racedate} />
        );
      }}
      note={t('splitsNote')}
      empty={<PendingNotice racekey={racekey} {...empty} />}
    />
  );
}
