// The runs of a person, the latest first, as a grid; a run opens the result of its race.

import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import type { PersonKind } from '#shared/racing/person.ts';
import { LEFT_OUT } from '#shared/racing/starts.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { RowModel } from '../../grid/data/row-model.ts';
import type { StatusColumn } from '../../grid/data/row-source.ts';
import { SourceFailure } from '../../grid/data/SourceFailure.tsx';
import { keyLink, linkKeys, rowRace } from '../../racing/key-links.ts';
import { RacingGrid } from '../../racing/RacingGrid.tsx';

const FIELDS: Readonly<Record<PersonKind, readonly string[]>> = {
  jockey: ['trainer_name'],
  trainer: ['rider_name'],
  sire: ['rider_name', 'trainer_name'],
};

export const runColumns = (kind: PersonKind) =>
  [
    'racedate', 'racekey', 'horse_name', 'order_of_finish', 'confirmed_win_popularity', 'confirmed_win_odds', 'track_type',
    'distance', 'turf_condition_cd', 'headcount', ...FIELDS[kind], 'win_payoff', 'place_payoff',
  ].map((name) => columnOfSubject('runners', name)); // prettier-ignore

const PINNED = ['racedate', 'racekey', 'horse_name'];
const STATUS: readonly StatusColumn[] = [{ name: 'trouble_classification', codes: LEFT_OUT }];
const WIDTHS = { racekey: 236, horse_name: 150, rider_name: 92, trainer_name: 92, order_of_finish: 56 };

/** Columns that are read with every page: whose names are links, and what strikes a row through. */
export const alwaysRead = (kind: PersonKind): readonly string[] => [
  ...linkKeys(runColumns(kind)),
  ...STATUS.map(({ name }) => name),
];

interface PersonRunsProps {
  readonly kind: PersonKind;
  readonly rows: RowModel;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

export function PersonRuns({ kind, rows, sort, onSort }: PersonRunsProps): ReactNode {
  const { t } = useTranslation('person');
  const columns = useMemo(() => runColumns(kind), [kind]);
  return (
    <>
      <SourceFailure source={rows} />
      <RacingGrid
        label={t('runsTitle')}
        source={rows}
        columns={columns}
        pinned={PINNED}
        sort={sort}
        onSort={onSort}
        onOpen={(row) => {
          const place = rowRace(rows, row, 'result');
          if (place !== undefined) navigation.go(place);
        }}
        cellLink={(column, row) => keyLink(rows, column, row, 'result')}
        statusColumns={STATUS}
        memoryName="person.runs"
        widths={WIDTHS}
      />
    </>
  );
}
