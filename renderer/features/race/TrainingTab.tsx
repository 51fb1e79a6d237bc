// The works of the runners before the race, with the names that the work records do not carry.

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '#shared/bridge/source.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { FieldsExport } from './FieldsExport.tsx';
import { columnsNamed } from '#shared/racing/run-columns.ts';
import { joined } from '#shared/racing/race-rows.ts';
import { PendingNotice } from './PendingNotice.tsx';
import { RunnersGrid } from './RunnersGrid.tsx';
import { TabBody } from './TabBody.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { againAll } from './batch.ts';
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

const COLUMNS = columnsNamed('t_ch', NAMES);
const RANKED = new Set(['oikirisisu', 'shimaisisu', 'shimai']);

export function TrainingTab({ race, racekey, stage, runners: { withdrawn }, memoryName }: RaceTabProps) {
  const { t } = useTranslation('race');
  const options = { isPast: stage === 'past' };
  const works = useRaceSheet('training', racekey, options);
  const card = useRaceSheet('entry', racekey, options);
  const [sort, setSort] = useStepMemory<Sort>(`${memoryName}.sort`, BY_NUMBER);
  const records = useMemo(
    () => joined(works.records, card.records, ['bracket_number', 'horse_name', 'horse_id', 'withdrawn_flag']),
    [works.records, card.records],
  );
  const source = works.loaded?.source;
  return (
    <TabBody
      main={works}
      memoryName={memoryName}
      onRefresh={againAll(works)}
      note={t('splitsNote')}
      actions={
        source !== undefined &&
        records.length > 0 && (
          <FieldsExport
            table="t_ch"
            source={source}
            resultId={works.loaded?.sheet.resultId}
            columns={NAMES}
            sort={sort}
          />
        )
      }
    >
      {() =>
        records.length === 0 ? (
          <PendingNotice racekey={racekey} title={t('trainingTitle')} text={t('trainingText')} />
        ) : (
          <RunnersGrid
            race={race}
            card={card.records}
            withdrawn={withdrawn}
            label={t('tabs.training')}
            records={records}
            columns={COLUMNS}
            sort={sort}
            onSort={setSort}
            memoryName={memoryName}
            ranked={RANKED}
          />
        )
      }
    </TabBody>
  );
}
