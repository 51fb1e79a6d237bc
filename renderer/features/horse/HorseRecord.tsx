// The record of a horse over its known runs: as one line, and by surface, distance, going, course, jockey and class.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { HORSE_BREAKDOWNS } from '../record/breakdowns.ts';
import { RecordFigures } from '../record/RecordFigures.tsx';
import { RecordTable } from '../record/RecordTable.tsx';
import { ALL_ROWS, ROWS_MEMORY } from '../table/table-state.ts';
import { groupsOf, wholeOf } from './run-groups.ts';

/** A horse has few runs of a kind: with the limit of other tables all of its rates would be light. */
const FEW = 5;

export const HorseFigures = ({ runs }: { readonly runs: readonly RecordValues[] }): ReactNode => (
  <RecordFigures whole={wholeOf(runs)} few={FEW} />
);

interface HorseRecordProps {
  readonly horseId: string;
  readonly runs: readonly RecordValues[];
  /** What the note ends with if runs may be missing. */
  readonly gaps: string;
}

export function HorseRecord({ horseId, runs, gaps }: HorseRecordProps): ReactNode {
  const { t } = useTranslation('horse');
  const open = (filters: readonly ColumnFilter[]): void =>
    navigation.go(
      { screen: 'table', table: 'runs', filter: { horse_id: horseId } },
      { [ROWS_MEMORY]: { ...ALL_ROWS, filters: filters.map((filter) => ({ ...filter, on: true })) } },
    );
  return (
    <section className="horse-record" aria-label={t('records')}>
      <div className="horse-bar">
        <h2>{t('records')}</h2>
        <p>
          {t('recordsNote', { few: FEW })} {gaps}
        </p>
      </div>
      <div className="record-tables">
        {HORSE_BREAKDOWNS.map((breakdown) => (
          <RecordTable
            key={breakdown.name}
            breakdown={breakdown}
            groups={groupsOf(runs, breakdown.by)}
            memoryName="horse"
            few={FEW}
            onFilters={open}
          />
        ))}
      </div>
    </section>
  );
}
